import Glibc
import ImageModel
import Synchronization
import System

/// Whole files of URLs in a folder, kept for later runs. Jobs and processes may share the folder.
///
/// `contents/` holds each content once, named by its SHA-256. `names/` holds a link to a content for each name and
/// version of a source. Contents and links take their places whole, so a killed process leaves no half of one. The
/// hash of a content is checked before it is used: a damaged one is removed, and counts as missing.
final class ContentCache: Sendable {
  private let folder: String
  /// The most bytes of all contents.
  private let most: Int
  private let count = Mutex(Count())
  private let tell: @Sendable (SystemError) -> Void
  private let isFaulty = Atomic<Bool>(false)

  private struct Count {
    /// The bytes of all contents when they were counted last; nil before.
    var bytes: Int?
    /// The bytes that this process has added since.
    var added = 0
  }

  /// A kept content.
  private struct Content {
    let path: String
    let bytes: Int
    /// When it was used last.
    let used: timespec
  }

  /// A cache of `most` bytes in the folder at an absolute path. It may be missing: the first content makes it. `tell`
  /// gets the first error of writing.
  init(_ folder: String, most: Int, tell: @escaping @Sendable (SystemError) -> Void) {
    (self.folder, self.most, self.tell) = (folder, most, tell)
  }

  /// Opens the content of a source's version; nil if there is none.
  func open(_ name: String, _ version: SourceVersion) -> OpenSource? {
    guard let sum = Self.target(of: link(name, version)).flatMap(Self.sum) else { return nil }
    let path = content(sum)
    do throws(SystemError) {
      let file = try Descriptor.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      let status = try file.status()
      guard !status.isSpecial, status.bytes == version.bytes, try file.sha256() == sum else {
        unlink(path)
        return nil
      }
      file.noteUse()
      return OpenSource(
        descriptor: file, version: version, opened: SourceVersion(status.identity), heldBytes: 0)
    } catch { return nil }
  }

  /// True if ``open(_:_:)`` would probably find the content.
  func has(_ name: String, _ version: SourceVersion) -> Bool {
    FileStatus(at: link(name, version))?.bytes == version.bytes
  }

  /// Keeps the content of a source's version, if that is possible. The oldest contents make room for it. A content of
  /// more bytes than the whole cache may have isn't kept.
  func keep(_ name: String, _ version: SourceVersion, _ file: borrowing Descriptor) {
    guard version.bytes <= most else { return }
    do throws(SystemError) { try write(name, version, file) } catch {
      if !isFaulty.exchange(true, ordering: .relaxed) { tell(error) }
    }
  }

  private func write(
    _ name: String, _ version: SourceVersion, _ file: borrowing Descriptor
  ) throws(SystemError) {
    let sum = try file.sha256()
    let path = content(sum)
    if FileStatus(at: path, followingLinks: false)?.bytes != version.bytes {
      try makeRoom(for: version.bytes)
      do throws(SystemError) {
        let copy = try WholeFile(path)
        try file.copy(version.bytes, to: copy.number)
        try copy.commit()
      } catch {
        // Another process may have put the content there at the same time.
        guard FileStatus(at: path, followingLinks: false)?.bytes == version.bytes else { throw error }
      }
    }
    try point(link(name, version), to: sum)
  }

  /// Makes the link to the content with this hash.
  private func point(_ link: String, to sum: String) throws(SystemError) {
    let target = "../../contents/\(sum.prefix(2))/\(sum)"
    if Self.target(of: link) == target { return }
    if FileStatus(at: link.parentFolder) == nil { try WholeFile.makeFolder(link.parentFolder) }
    try SystemError.check(allowing: ENOENT) { unlink(link) }
    // Another process may have made the link in between.
    try SystemError.check(allowing: EEXIST) { symlink(target, link) }
  }

  private func content(_ sum: String) -> String { "\(folder)/contents/\(sum.prefix(2))/\(sum)" }

  private func link(_ name: String, _ version: SourceVersion) -> String {
    let file = version.file
    let key = "\(file.bytes) \(file.modified) \(file.inode) \(name)"
    let sum = SHA256.digest(of: Array(key.utf8))
    return "\(folder)/names/\(sum.prefix(2))/\(sum)"
  }

  /// The hash that a link's target ends with; nil for the target of a strange link.
  private static func sum(_ target: String) -> String? {
    let name = String(target.lastName)
    return Checksum(hexadecimal: name) == nil ? nil : name
  }

  private static func target(of link: String) -> String? {
    let bytes = [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
      count = buffer.withMemoryRebound(to: CChar.self) { buffer in
        buffer.baseAddress.map { max(readlink(link, $0, buffer.count), 0) } ?? 0
      }
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}

/// Making room.
extension ContentCache {
  /// Removes the contents that were used longest ago if `bytes` more have no room: so many that a sixteenth part of the
  /// cache is free then. Counts all contents when the cache may be full, and after each sixteenth part that this
  /// process added.
  private func makeRoom(for bytes: Int) throws(SystemError) {
    let result = count.withLock { count in
      Result { () throws(SystemError) in
        count.added += bytes
        if let known = count.bytes, known + count.added <= most, count.added < most / 16 { return }
        let contents = try contents()
        let held = contents.reduce(0) { $0 + $1.bytes }
        let left = held + bytes > most ? try Self.remove(contents, until: most - most / 16 - bytes) : held
        if left < held { try removeDeadLinks() }
        count = Count(bytes: left, added: bytes)
      }
    }
    try result.get()
  }

  /// Returns the bytes that are left.
  private static func remove(_ contents: [Content], until most: Int) throws(SystemError) -> Int {
    var held = contents.reduce(0) { $0 + $1.bytes }
    let oldest = contents.sorted {
      ($0.used.tv_sec, $0.used.tv_nsec, $0.path) < ($1.used.tv_sec, $1.used.tv_nsec, $1.path)
    }
    for content in oldest where held > most {
      try SystemError.check(allowing: ENOENT) { unlink(content.path) }
      held -= content.bytes
    }
    return held
  }

  private func contents() throws(SystemError) -> [Content] {
    try paths(in: "contents").compactMap { path in
      var status = stat()
      guard lstat(path, &status) == 0 else { return nil }
      return Content(path: path, bytes: Int(status.st_size), used: status.st_atim)
    }
  }

  private func removeDeadLinks() throws(SystemError) {
    for path in try paths(in: "names") {
      guard let sum = Self.target(of: path).flatMap(Self.sum) else { continue }
      if FileStatus(at: content(sum), followingLinks: false) == nil { unlink(path) }
    }
  }

  /// The files in the folders of a part of the cache whose names are those of contents or links. Files of the user may
  /// lie beside them.
  private func paths(in part: String) throws(SystemError) -> [String] {
    var paths: [String] = []
    for name in try names(in: "\(folder)/\(part)") where name.utf8.count == 2 {
      let folder = "\(folder)/\(part)/\(name)"
      for file in try names(in: folder) where file.hasPrefix(name) && Checksum(hexadecimal: file) != nil {
        paths.append("\(folder)/\(file)")
      }
    }
    return paths
  }

  /// The names in a folder; none if it is missing or no folder.
  private func names(in folder: String) throws(SystemError) -> [String] {
    do throws(SystemError) {
      return try Descriptor.open(folder, O_RDONLY | O_DIRECTORY).names()
    } catch {
      if [ENOENT, ENOTDIR].contains(error.code) { return [] }
      throw error
    }
  }
}
