import Net
import Synchronization
import System

/// Puts one large file into a bucket, part after part.
final class MultipartUpload: Sendable {
  private struct State {
    /// The store's name for the upload; empty before it has one.
    var id = ""
    /// True if the store keeps the hashes of the parts.
    var keepsSums = false
    /// The tags of the parts that are there.
    var tags: [String] = []
    /// How often the upload was begun.
    var begun = 0
    /// True if the object must not replace another one, and the store knows this condition.
    var isConditional = false
  }

  /// An upload is begun anew at most twice.
  private static let mostBegun = 3

  private let object: NewObject
  private let store: ObjectStore
  private let then: @Sendable (Result<EntityTag?, PutFault>) -> Void
  private let state = Mutex(State())

  init(
    _ object: NewObject, to store: ObjectStore,
    _ then: @escaping @Sendable (Result<EntityTag?, PutFault>) -> Void
  ) {
    (self.object, self.store, self.then) = (object, store, then)
    state.withLock { $0.isConditional = object.mustBeNew }
  }

  /// Begins the upload (Amazon S3 API Reference, "CreateMultipartUpload").
  func begin() {
    var ask = StoreAsk(.post, object.address, query: StoreQuery([.init("uploads")]))
    ask.signed = object.factFields + [.init("x-amz-checksum-algorithm", "SHA256")]
    ask.fields.append("Content-Type", object.type)
    ask.wait(
      afterFailures: state.withLock {
        $0.begun += 1
        return $0.begun - 1
      })
    store.begin(ask) { reply in
      guard reply.isSuccess else { return self.then(.failure(self.store.putFault(reply))) }
      guard let id = Self.text(["InitiateMultipartUploadResult", "UploadId"], in: reply), !id.isEmpty else {
        return self.then(.failure(.senseless))
      }
      self.state.withLock {
        ($0.id, $0.tags) = (id, [])
        $0.keepsSums = reply.headers["x-amz-checksum-algorithm"]?.uppercased() == "SHA256"
      }
      self.putNext()
    }
  }

  /// Begins the upload anew, because the store has lost it or can't end it. After the last time, `fault` ends it.
  private func beginAnew(_ fault: PutFault) {
    if state.withLock({ $0.begun < Self.mostBegun }) { begin() } else { then(.failure(fault)) }
  }

  /// Puts the next part ("UploadPart"), or ends the upload.
  private func putNext() {
    let state = state.withLock { $0 }
    guard state.tags.count < object.sums.parts.count else { return complete() }
    let part = object.sums.parts[state.tags.count]
    let query = StoreQuery([.init("partNumber", "\(state.tags.count + 1)"), .init("uploadId", state.id)])
    var ask = StoreAsk(.put, object.address, query: query)
    ask.send(WebBody(object.file, offset: part.offset, bytes: part.bytes), sha256: part.sha256)
    if state.keepsSums { ask.signed = [.init("x-amz-checksum-sha256", ObjectSums.base64(part.sha256))] }
    store.begin(ask) { reply in
      guard reply.isSuccess else {
        let fault = self.store.putFault(reply)
        return StoreError(reply)?.code == "NoSuchUpload" ? self.beginAnew(fault) : self.fail(fault)
      }
      guard let tag = reply.headers["etag"] else { return self.fail(.senseless) }
      self.state.withLock { $0.tags.append(tag) }
      self.putNext()
    }
  }

  /// Makes an object of the parts ("CompleteMultipartUpload"), after `failures` to do so.
  private func complete(afterFailures failures: Int = 0) {
    let state = state.withLock { $0 }
    var ask = StoreAsk(.post, object.address, query: StoreQuery([.init("uploadId", state.id)]))
    let text = text(state)
    do throws(SystemError) {
      ask.send(try WebBody(text), sha256: SHA256.digest(of: text))
    } catch {
      return fail(.store(StoreFault("no memory: \(error.message)", isTemporary: true), isOfAll: false))
    }
    ask.fields.append("Content-Type", "application/xml")
    if state.isConditional { ask.fields.append("If-None-Match", "*") }
    ask.wait(afterFailures: failures)
    store.begin(ask) { self.end(with: $0, state, failures) }
  }

  /// Takes the reply to the request that ends the upload. A reply of 200 may still name an error.
  private func end(with reply: WebReply, _ state: State, _ failures: Int) {
    let fault = store.putFault(reply)
    switch reply.outcome {
    case .status(200..<300):
      if let tag = Self.text(["CompleteMultipartUploadResult", "ETag"], in: reply) {
        if let tag = EntityTag(tag) { return then(.success(tag)) }
        return store.adopt(object, .senseless, then)
      }
      if failures < ObjectStore.conflicts { complete(afterFailures: failures + 1) } else { adopt(.senseless) }
    case .status(409): abort { self.beginAnew(fault) }
    case .status(412) where state.isConditional: adopt(.exists)
    case .status(501) where state.isConditional: completeUnconditionally()
    // A try whose reply was lost may have ended the upload.
    case .status(404):
      abort {
        self.store.adopt(self.object, fault) { result in
          if case .success = result { self.then(result) } else { self.beginAnew(fault) }
        }
      }
    case .status(500...), .trouble: adopt(fault)
    default: fail(fault)
    }
  }

  /// Ends the upload to a store that knows no conditions, unless an object is there.
  private func completeUnconditionally() {
    store.noteUnconditional(object.address.host.text)
    store.head(object.address) { found in
      switch found {
      case .failure(let fault): self.fail(.store(fault, isOfAll: false))
      case .success(.some): self.adopt(.exists)
      case .success(nil):
        self.state.withLock { $0.isConditional = false }
        self.complete()
      }
    }
  }

  private func text(_ state: State) -> [UInt8] {
    var text = "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
    for (index, tag) in state.tags.enumerated() {
      text += "<Part><PartNumber>\(index + 1)</PartNumber><ETag>\(Self.escaped(tag))</ETag>"
      if state.keepsSums {
        text += "<ChecksumSHA256>\(ObjectSums.base64(object.sums.parts[index].sha256))</ChecksumSHA256>"
      }
      text += "</Part>"
    }
    return Array("\(text)</CompleteMultipartUpload>".utf8)
  }

  private static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      default: String(character)
      }
    }.joined()
  }

  /// Ends the upload without an object of its own, unless an equal object is there.
  private func adopt(_ fault: PutFault) {
    abort { self.store.adopt(self.object, fault, self.then) }
  }

  private func fail(_ fault: PutFault) { abort { self.then(.failure(fault)) } }

  /// Removes the parts ("AbortMultipartUpload"). If that fails, the end of the run tries again.
  private func abort(_ then: @escaping @Sendable () -> Void) {
    store.abort(state.withLock { $0.id }, of: object.address) { _ in then() }
  }

  /// The text of an element of a reply's body; nil if there is none.
  private static func text(_ wanted: [String], in reply: WebReply) -> String? {
    guard let bytes = try? reply.body?.bytes(reply.bytes) else { return nil }
    var found: String?
    try? StoreXML.read(bytes) { (path, text) throws(StoreFault) in if path == wanted { found = text } }
    return found
  }
}

extension PutFault {
  fileprivate static let senseless = PutFault.store(.senseless, isOfAll: false)
}
