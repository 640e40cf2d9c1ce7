import Net
import Synchronization
import System

/// Reads and writes the buckets of an object store that speaks the protocol of S3 (Amazon S3 API Reference).
package final class ObjectStore: Sendable {
  private let settings: StoreSettings
  private let client: WebClient
  private let service: KeyService?
  /// The seconds since the start of 1970.
  let clock: @Sendable () -> Int
  private let tell: @Sendable (StoreNews) -> Void
  /// The regions of buckets that aren't in the region of the settings.
  private let regions = Mutex<[String: String]>([:])
  /// The buckets whose stores know no conditions.
  private let unconditional = Mutex<Set<String>>([])
  /// The buckets whose versions can't be asked for.
  private let versionless = Mutex<Set<String>>([])

  /// A store whose requests `client` makes. `service` lends the keys if the settings name a service. `tell` gets news
  /// on the client's thread, and must not wait. `clock` gives seconds since the start of 1970.
  package init(
    _ settings: StoreSettings, client: WebClient, service: KeyService?,
    clock: @escaping @Sendable () -> Int = { WallClock.now() / 1000 },
    tell: @escaping @Sendable (StoreNews) -> Void = { _ in }
  ) {
    (self.settings, self.client, self.service) = (settings, client, service)
    (self.clock, self.tell) = (clock, tell)
  }

  /// A store whose keys come from the place that the settings name. A service of keys gets a client of its own, which
  /// calls itself `agent`.
  package convenience init(
    _ settings: StoreSettings, client: WebClient, agent: String,
    tell: @escaping @Sendable (StoreNews) -> Void = { _ in }
  ) throws(FetcherFault) {
    var service: KeyService?
    if case .service(let place) = settings.keys {
      service = KeyService(place, client: try KeyService.client(for: place, agent: agent))
    }
    self.init(settings, client: client, service: service, tell: tell)
  }

  /// Begins a GET or a HEAD of an `s3` URL. `then` is called once, as in ``WebClient/get(_:then:)``. The request's method,
  /// range, fields, limit and counted bytes hold; its trust doesn't, because the operator chose the store, and no
  /// redirect is followed. A request for another URL goes to the client as it is.
  ///
  /// The request is asked once more if the store names another region, or says that a service's keys have ended. It is
  /// asked once more without its version if the store refuses the version: keys may lack the right to read versions
  /// (`s3:GetObjectVersion`), and some stores name versions that can't be asked for. A reply of an error that Upright
  /// knows has words of Upright's own in its `detail`.
  package func get(_ request: WebRequest, then: @escaping @Sendable (WebReply) -> Void) {
    if request.address.scheme != .s3 { return client.get(request, then: then) }
    let ask = StoreAsk(request)
    let isVersionless = versionless.withLock { $0.contains(ask.bucket) }
    begin(isVersionless && request.objectVersion != nil ? ask.withoutVersion() : ask, then)
  }

  /// True if other requests to the same bucket would fail like this one: for the want of the bucket or of keys, for
  /// example.
  package static func concernsAll(_ reply: WebReply) -> Bool {
    StoreTrouble.of(reply)?.concernsAll ?? false
  }

  func begin(_ ask: StoreAsk, _ then: @escaping @Sendable (WebReply) -> Void) {
    guard let service else { return send(ask, then) }
    service.whenReady { self.send(ask, then) }
  }

  private func send(_ ask: StoreAsk, _ then: @escaping @Sendable (WebReply) -> Void) {
    let region = regions.withLock { $0[ask.bucket] } ?? settings.region
    let keys = keys
    let request = ask.request(at: settings.endpoint, region, clock: clock) { [settings, service] in
      Self.keys(settings, service)
    }
    client.get(request) { [weak self] reply in
      if let self { self.take(reply, to: ask, in: region, by: keys, then) } else { then(reply) }
    }
  }

  private var keys: StoreKeys? { Self.keys(settings, service) }

  private static func keys(_ settings: StoreSettings, _ service: KeyService?) -> StoreKeys? {
    if case .given(let keys) = settings.keys { keys } else { service?.keys }
  }

  /// Takes the reply to a request that was asked in `region` and signed with `keys`.
  private func take(
    _ reply: WebReply, to ask: StoreAsk, in region: String, by keys: StoreKeys?,
    _ then: @escaping @Sendable (WebReply) -> Void
  ) {
    guard case .status(let status) = reply.outcome, status >= 300, status != 304 else {
      if ask.tellsOfVersions, reply.isSuccess { versionless.withLock { _ = $0.insert(ask.bucket) } }
      return then(reply)
    }
    let error = StoreError(reply)
    if ask.mayMove, let next = Self.region(of: reply, status, error), next != region {
      note(next, of: ask.bucket)
      client.free(ask.model.countedBytes)
      return send(ask.moved, then)
    }
    if ask.mayRenew, let service, let keys, StoreTrouble.hasEndedKeys(error) {
      client.free(ask.model.countedBytes)
      return service.renew(after: keys) { self.send(ask.renewed, then) }
    }
    if ask.model.objectVersion != nil, Self.refusals.contains(status) {
      client.free(ask.model.countedBytes)
      return send(ask.withoutVersion(after: status), then)
    }
    let words = words(on: reply, status)
    then(words.isEmpty ? reply : reply.with(detail: words))
  }

  /// The region in which the store wants to be asked; nil if it names none that is one.
  private static func region(of reply: WebReply, _ status: Int, _ error: StoreError?) -> String? {
    guard [301, 302, 307, 308, 400, 403].contains(status) else { return nil }
    let inBody = error.flatMap { regionCodes.contains($0.code) ? $0.region : nil }
    return [reply.headers["x-amz-bucket-region"], inBody].lazy.compactMap { $0 }
      .first { StoreSettings.isRegion($0) }
  }

  private static let regionCodes: Set = [
    "AuthorizationHeaderMalformed", "PermanentRedirect", "IllegalLocationConstraintException",
  ]

  /// The status of a reply to a request whose version can't be had, or that the store doesn't understand.
  private static let refusals: Set = [400, 403, 404, 405, 501]

  private func note(_ region: String, of bucket: String) {
    let old = regions.withLock { $0.updateValue(region, forKey: bucket) }
    if old != region { tell(.region(bucket: bucket, region: region)) }
  }

  /// Tells once that the store of a bucket knows no conditions.
  func noteUnconditional(_ bucket: String) {
    if unconditional.withLock({ $0.insert(bucket).inserted }) { tell(.noConditions(bucket: bucket)) }
  }

  /// The words on a reply, as the end of a sentence; empty for a trouble that isn't known.
  private func words(on reply: WebReply, _ status: Int) -> String {
    status == 403 && keys == nil ? Self.noKeys : StoreTrouble.of(reply)?.words ?? ""
  }

  static let noKeys = "no keys were found for its bucket"

  /// The reason for which a service of keys lends none, and the places in which Upright looked for keys.
  var lackOfKeys: StoreFault {
    let fault = service?.fault
    return StoreFault(
      "no keys were found for it; upright looked at \(settings.looked)"
        + (fault.map { " (\($0.message))" } ?? ""),
      isTemporary: fault?.isTemporary == true)
  }
}
