import Glibc
import ImageModel
import Net
import Remote
import Synchronization
import System

/// A part of a bucket as the place of a job's outputs.
///
/// The bucket is listed once. From then on, this object knows what it put and removed. What other programs change
/// meanwhile is seen by the next run.
package final class OutputBucket: OutputPlace {
  package let folder: BucketFolder
  let store: ObjectStore
  private let known: Mutex<ObjectTable>

  /// Lists `folder`. Throws if there is no `store` to ask. Returns soon after `isStopped` returns true; the object then knows a part only.
  package init(
    _ folder: BucketFolder, in store: ObjectStore?, isStopped: () -> Bool = { false }
  ) throws(SystemError) {
    guard let store else { throw .store("no store is known for '\(folder.text)'", isTemporary: false) }
    (self.folder, self.store) = (folder, store)
    var table = ObjectTable()
    do throws(StoreFault) {
      try store.list(bucket: folder.bucket, prefix: folder.prefix, isStopped: isStopped) { page in
        for object in page {
          guard let path = folder.path(of: object.key) else { continue }
          table[path] = FileIdentity(object: object.bytes, object.tag)
        }
      }
    } catch { throw .store(error.message, isTemporary: error.isTemporary) }
    known = Mutex(table)
  }

  package func found(_ path: String) -> FoundFile? { known.withLock { $0[path] }.map { FoundFile($0) } }

  /// Notes that an object was put, or removed.
  func note(_ file: FileIdentity?, at path: String) { known.withLock { $0[path] = file } }

  package func open(_ path: String) throws(SystemError) -> Descriptor {
    guard let file = found(path)?.identity else { throw SystemError(ENOENT) }
    let request = WebRequest(try address(of: path), most: file.bytes)
    guard let reply: WebReply = store.waiting({ store.get(request, then: $0) }) else {
      throw SystemError(EINTR)
    }
    guard case .status(200) = reply.outcome, let body = reply.body else {
      if case .status(404) = reply.outcome { throw SystemError(ENOENT) }
      throw trouble("be read", at: path, store.fault(of: reply))
    }
    let tag = reply.headers["etag"].flatMap { EntityTag($0) }
    guard FileIdentity(object: reply.bytes, tag) == file else { throw SystemError(ESTALE) }
    return try body.duplicate()
  }

  /// Opens the manifest at a path. If another run has replaced or removed it since the listing, a later try may read it.
  package func openManifest(_ path: String) throws(SystemError) -> Descriptor {
    do throws(SystemError) { return try open(path) } catch {
      guard found(path) != nil, [ESTALE, ENOENT].contains(error.code) else { throw error }
      throw .store("'\(folder.text)/\(path)' has just been changed: try again later", isTemporary: true)
    }
  }

  /// The first bytes of the object at a path, at most `most`; nil if there is none any more.
  func begin(of path: String, most: Int) throws(SystemError) -> [UInt8]? {
    guard let bytes = found(path)?.identity.bytes else { return nil }
    var request = WebRequest(try address(of: path), most: bytes)
    request.range = 0..<min(most, bytes)
    guard let reply: WebReply = store.waiting({ store.get(request, then: $0) }) else {
      throw SystemError(EINTR)
    }
    if case .status(404) = reply.outcome { return nil }
    guard case .status(200..<300) = reply.outcome, let body = reply.body else {
      throw trouble("be read", at: path, store.fault(of: reply))
    }
    return try body.bytes(min(most, reply.bytes))
  }

  /// Puts the local file `file`, an absolute path, at a path of this place. Returns its identity there.
  func put(_ file: String, bytes: Int, at path: String) throws(SystemError) -> FileIdentity {
    let open = SharedDescriptor(try Descriptor.openRegular(file))
    return try put(NewObject(open, ObjectSums(open.number, bytes: bytes), to: address(of: path)), at: path)
  }

  package func place(
    _ files: [FinishedImage.ReadyFile], from folder: TemporaryFolder, syncs: Bool
  ) throws(SystemError) -> [FileIdentity] {
    var placed: [FileIdentity] = []
    while placed.count < files.count {
      let part = files[placed.count...].prefix(Self.mostPuts)
      var objects: [NewObject] = []
      for ready in part {
        var object = try object(ready.file, at: ready.path, from: folder)
        object.mustBeNew = !ready.replaces
        objects.append(object)
      }
      let results = Monitor([Int: Result<EntityTag?, PutFault>]())
      for (index, object) in objects.enumerated() {
        store.put(object) { result in results.with { $0[index] = result } }
      }
      let all = results.wait { $0.count == objects.count ? $0 : nil }
      for (index, ready) in part.enumerated() {
        placed.append(try file(of: objects[index], at: ready.path, all[index]))
        ready.file.remove(from: folder)
      }
    }
    return placed
  }

  /// The objects that are put or removed together. The file of each new one is open meanwhile.
  private static let mostPuts = 64

  package var identifiesBytes: Bool { true }

  private func put(_ object: NewObject, at path: String) throws(SystemError) -> FileIdentity {
    try file(of: object, at: path, store.waiting { store.put(object, then: $0) })
  }

  /// Notes the end of an object's way, and returns the object's identity.
  private func file(
    of object: NewObject, at path: String, _ result: Result<EntityTag?, PutFault>?
  ) throws(SystemError) -> FileIdentity {
    switch result {
    case .success(let tag):
      let placed = FileIdentity(object: object.sums.bytes, tag)
      note(placed, at: path)
      return placed
    case .failure(.exists): throw SystemError(EEXIST)
    case .failure(.store(let fault, _)): throw trouble("be put", at: path, fault)
    case nil: throw SystemError(EINTR)
    }
  }

  /// A finished file as an object for a path. `sha256` is the file's hash in hexadecimal, if it is known.
  func object(
    _ file: FinishedFile, at path: String, from folder: TemporaryFolder, sha256: String? = nil
  ) throws(SystemError) -> NewObject {
    let open = SharedDescriptor(try file.open(in: folder))
    let sums = try ObjectSums(open.number, bytes: file.identity.bytes, whole: sha256)
    return NewObject(open, sums, to: try address(of: path))
  }

  /// The fact of an object that has the recipe of an output.
  package static let recipeFact = "upright-recipe"
  /// The fact of an object that has the version of an output's source, and of its mask file: ``fact(of:_:)``.
  package static let sourceFact = "upright-source"

  package static func fact(of source: SourceVersion, _ mask: SourceVersion?) -> String {
    let files = [source, mask].compactMap(\.?.file)
    return files.map { "\($0.bytes) \($0.modified) \($0.inode)" }.joined(separator: " ")
  }

  package func remove(_ path: String) throws(SystemError) { try remove([path]) }

  package func remove(_ paths: [String]) throws(SystemError) {
    var rest = paths[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(Self.mostPuts))
      rest = rest.dropFirst(part.count)
      let replies = Monitor([Int: StoreFault?]())
      for (index, path) in part.enumerated() {
        store.remove(try address(of: path)) { fault in replies.with { $0[index] = .some(fault) } }
      }
      let all = replies.wait { $0.count == part.count ? $0 : nil }
      for (index, path) in part.enumerated() {
        if let fault = all[index] ?? nil { throw trouble("be removed", at: path, fault) }
        note(nil, at: path)
      }
    }
  }

  /// Nothing: a store answers when an object is safe.
  package func sync() {}

  package func room() -> statvfs? { nil }

  /// A run that was killed may have put an object before it learned the object's tag. The object itself then tells the
  /// hash of its bytes.
  package func isOne(
    of made: MadeFiles, _ file: FileIdentity, at path: String
  ) throws(SystemError) -> Bool {
    if made.contains(file) { return true }
    let announced = made.all.filter { $0.isAnnouncement && $0.bytes == file.bytes }
    guard !announced.isEmpty, let sum = try facts(of: path)?.sha256 else { return false }
    return announced.contains { $0.announces(sum, bytes: file.bytes) }
  }

  package func holds(_ path: String, _ bytes: [UInt8]) throws(SystemError) -> Bool {
    guard found(path)?.identity.bytes == bytes.count else { return false }
    return try facts(of: path)?.sha256 == SHA256.digest(of: bytes)
  }

  package func holds(_ path: String, theBytesOf number: Int32) throws(SystemError) -> Bool {
    let bytes = try FileStatus(of: number).bytes
    guard found(path)?.identity.bytes == bytes else { return false }
    return try facts(of: path)?.sha256 == FileBytes.sha256(number, limit: bytes)
  }

  /// The facts of the object at a path, by the store's answer to HEAD; nil if there is no object.
  func facts(of path: String) throws(SystemError) -> ObjectFacts? {
    let address = try address(of: path)
    let facts: Result<ObjectFacts?, StoreFault>? = store.waiting { store.head(address, then: $0) }
    do throws(StoreFault) { return try facts?.get() } catch { throw trouble("be looked at", at: path, error) }
  }

  /// The facts of the objects at many paths; nil for a path without an object. The requests go out together.
  package func facts(of paths: [String]) throws(SystemError) -> [ObjectFacts?] {
    let replies = Monitor([Int: Result<ObjectFacts?, StoreFault>]())
    for (index, path) in paths.enumerated() {
      guard found(path) != nil else {
        replies.with { $0[index] = .success(nil) }
        continue
      }
      store.head(try address(of: path)) { facts in replies.with { $0[index] = facts } }
    }
    let all = replies.wait { $0.count == paths.count ? $0 : nil }
    var facts: [ObjectFacts?] = []
    for (index, path) in paths.enumerated() {
      do throws(StoreFault) { facts.append(try all[index]?.get()) } catch {
        throw trouble("be looked at", at: path, error)
      }
    }
    return facts
  }

  /// The identity of the object at a path, if `facts` are of the object that was listed.
  package func identity(of path: String, confirmedBy facts: ObjectFacts) -> FileIdentity? {
    guard let file = found(path)?.identity, FileIdentity(object: file.bytes, facts.tag) == file else {
      return nil
    }
    return file
  }

  func address(of path: String) throws(SystemError) -> WebAddress {
    do throws(WebAddressFault) { return try folder.address(of: path) } catch {
      throw SystemError(ENAMETOOLONG)
    }
  }

  /// The error of a step with the object at a path.
  func trouble(_ step: String, at path: String, _ fault: StoreFault?) -> SystemError {
    let fault = fault ?? .senseless
    return .store(
      "'\(folder.text)/\(path)' can't \(step): \(fault.message)", isTemporary: fault.isTemporary)
  }
}
