import Net
import System

extension ObjectStore {
  /// How often a step is asked again that the store couldn't do beside another request.
  static let conflicts = 5

  /// Puts a file into a bucket. The object appears whole or not at all: the store checks the hash of what it got
  /// (Amazon S3 API Reference, "PutObject"). A file of more than ``ObjectSums/partBytes`` goes in parts ("Uploading and
  /// copying objects using multipart upload"). An equal object that a lost reply has left counts as put.
  ///
  /// `then` is called once, on a thread that makes requests for others too: it must not wait. It gets the object's tag;
  /// nil if the store names none.
  package func put(
    _ object: NewObject, then: @escaping @Sendable (Result<EntityTag?, PutFault>) -> Void
  ) {
    if object.sums.parts.isEmpty {
      putWhole(object, failures: 0, then)
    } else {
      MultipartUpload(object, to: self, then).begin()
    }
  }

  private func putWhole(
    _ object: NewObject, failures: Int, _ then: @escaping @Sendable (Result<EntityTag?, PutFault>) -> Void
  ) {
    var ask = StoreAsk(.put, object.address)
    ask.send(WebBody(object.file, bytes: object.sums.bytes), sha256: object.sums.whole)
    ask.signed =
      object.factFields + [.init("x-amz-checksum-sha256", ObjectSums.base64(object.sums.whole))]
    ask.fields.append("Content-Type", object.type)
    if object.mustBeNew { ask.fields.append("If-None-Match", "*") }
    ask.wait(afterFailures: failures)
    begin(ask) { reply in
      switch reply.outcome {
      case .status(200..<300):
        guard let tag = reply.headers["etag"].flatMap({ EntityTag($0) }) else {
          return self.adopt(object, self.putFault(reply), then)
        }
        then(.success(tag))
      case .status(409) where failures < Self.conflicts:
        self.putWhole(object, failures: failures + 1, then)
      case .status(412) where object.mustBeNew: self.adopt(object, .exists, then)
      case .status(501) where object.mustBeNew: self.putUnconditionally(object, then)
      default: then(.failure(self.putFault(reply)))
      }
    }
  }

  /// Puts an object into a store that knows no conditions, unless an object is there.
  private func putUnconditionally(
    _ object: NewObject, _ then: @escaping @Sendable (Result<EntityTag?, PutFault>) -> Void
  ) {
    noteUnconditional(object.address.host.text)
    head(object.address) { found in
      switch found {
      case .failure(let fault): then(.failure(.store(fault, isOfAll: false)))
      case .success(let facts?):
        then(facts.sha256 == object.sums.whole ? .success(facts.tag) : .failure(.exists))
      case .success(nil):
        var object = object
        object.mustBeNew = false
        self.putWhole(object, failures: 0, then)
      }
    }
  }

  /// Takes the object that is there if it has the bytes of `object`: an earlier try may have put it whose reply was
  /// lost. Otherwise the object can't be put because of `fault`.
  func adopt(
    _ object: NewObject, _ fault: PutFault,
    _ then: @escaping @Sendable (Result<EntityTag?, PutFault>) -> Void
  ) {
    head(object.address) { found in
      guard case .success(let facts?) = found, facts.sha256 == object.sums.whole else {
        return then(.failure(fault))
      }
      then(.success(facts.tag))
    }
  }

  /// Asks for an object's facts. `then` gets nil if there is no such object. It must not wait.
  package func head(
    _ address: WebAddress, then: @escaping @Sendable (Result<ObjectFacts?, StoreFault>) -> Void
  ) {
    begin(StoreAsk(.head, address)) { reply in
      switch reply.outcome {
      case .status(404): then(.success(nil))
      case .status(200..<300): then(.success(ObjectFacts(reply.headers)))
      default: then(.failure(self.fault(of: reply) ?? .senseless))
      }
    }
  }

  /// Removes an object. One that isn't there is no fault. `then` must not wait.
  package func remove(_ address: WebAddress, then: @escaping @Sendable (StoreFault?) -> Void) {
    begin(StoreAsk(.delete, address)) { reply in
      if case .status(404) = reply.outcome, StoreError(reply)?.code != "NoSuchBucket" { return then(nil) }
      then(self.fault(of: reply))
    }
  }

  /// Begins a request, and waits for its result. Nil if `isStopped` returns true before. Don't call it in the `then` of
  /// another request.
  package func waiting<Value: Sendable>(
    isStopped: () -> Bool = { false }, _ begin: (@escaping @Sendable (Value) -> Void) -> Void
  ) -> Value? {
    let result = Monitor<Value?>(nil)
    begin { new in result.with { $0 = new } }
    let found: Value?? = result.wait(lookingEvery: 50_000_000) { result in
      if let result { return .some(result) }
      return isStopped() ? .some(nil) : nil
    }
    return found ?? nil
  }
}

extension ObjectStore {
  /// The fault of a reply that is no success. Rights and keys concern all objects of a bucket.
  func putFault(_ reply: WebReply) -> PutFault {
    let isForbidden = if case .status(403) = reply.outcome { true } else { false }
    return .store(
      fault(of: reply) ?? .senseless, isOfAll: isForbidden || Self.concernsAll(reply))
  }
}

extension StoreFault {
  /// The fault of a reply of no known meaning.
  package static let senseless = StoreFault("the store's reply makes no sense", isTemporary: true)
}

extension ObjectFacts {
  fileprivate init(_ fields: HeaderFields) {
    tag = fields["etag"].flatMap { EntityTag($0) }
    sha256 = fields["x-amz-meta-\(NewObject.sumName)"]
    self.fields = fields
  }

  /// A fact that Upright put with the object; nil if it has none of this name.
  package func fact(_ name: String) -> String? { fields["x-amz-meta-\(name)"] }
}
