import Net
import System

/// A request to a bucket, before its region and its keys are known.
struct StoreAsk: Sendable {
  let bucket: String
  /// Empty for the bucket itself.
  let key: String
  private(set) var query: StoreQuery
  /// Method, body, range, fields and limits of the request. Its URL doesn't count.
  private(set) var model: WebRequest
  /// Further fields, which the signature covers.
  var signed: [RequestSignature.Field] = []
  /// The SHA-256 of the body, in hexadecimal.
  private var sum = RequestSignature.emptyHash
  /// False if the request has been asked again in another region.
  private(set) var mayMove = true
  /// False if the request has been asked again with new keys.
  private(set) var mayRenew = true
  /// True if the store may know no versions: it refused a request like this one, which named one.
  private(set) var tellsOfVersions = false

  /// A request for an `s3` URL.
  init(_ request: WebRequest) {
    (bucket, key, model) = (request.address.host.text, request.address.key, request)
    query = StoreQuery(request.objectVersion.map { [.init("versionId", $0)] } ?? [])
  }

  /// A page of a listing, of up to `most` objects whose keys begin with `prefix`.
  init(listing bucket: WebAddress, prefix: String, most: Int, after token: String?) {
    self.bucket = bucket.host.text
    key = ""
    var items: [StoreQuery.Item] = [
      .init("list-type", "2"), .init("max-keys", "\(most)"), .init("encoding-type", "url"),
      .init("prefix", prefix),
    ]
    if let token { items.append(.init("continuation-token", token)) }
    query = StoreQuery(items)
    model = WebRequest(bucket, most: FixedLimits.Store.listingBytes)
  }

  /// A request for an `s3` URL that isn't a reading of the object. Its reply may have up to `most` bytes.
  init(
    _ method: WebRequest.Method, _ address: WebAddress, query: StoreQuery = StoreQuery(),
    most: Int = FixedLimits.Store.replyBytes
  ) {
    (bucket, key, self.query) = (address.host.text, address.key, query)
    model = WebRequest(address, most: most)
    model.method = method
  }

  /// Fields that the signature doesn't cover.
  var fields: HeaderFields {
    get { model.headers }
    set { model.headers = newValue }
  }

  /// Gives the request a body with this SHA-256, in hexadecimal.
  mutating func send(_ body: WebBody, sha256: String) { (model.body, sum) = (body, sha256) }

  /// Lets the request wait after so many failures of the same step: for a random time that grows with them. After none,
  /// it doesn't wait.
  mutating func wait(afterFailures failures: Int) {
    if failures == 0 { return }
    var random = SystemRandomNumberGenerator()
    model.delay = RetryPolicy.backOff(failures - 1, using: &random)
  }

  /// This request, which may not move to another region any more.
  var moved: StoreAsk {
    var ask = self
    ask.mayMove = false
    return ask
  }

  /// This request, for which keys are renewed no more.
  var renewed: StoreAsk {
    var ask = self
    ask.mayRenew = false
    return ask
  }

  /// This request for the newest version, on the same conditions. `status` is that of a refusal of the version.
  func withoutVersion(after status: Int? = nil) -> StoreAsk {
    var ask = self
    (ask.query, ask.model.objectVersion) = (StoreQuery(), nil)
    // A single version may be gone (404).
    ask.tellsOfVersions = status != nil && status != 404
    return ask
  }

  /// The request to a store's endpoint in `region`. Each try is signed with the keys of that time, if there are some.
  func request(
    at endpoint: StoreEndpoint, _ region: String, clock: @escaping @Sendable () -> Int,
    keys: @escaping @Sendable () -> StoreKeys?
  ) -> WebRequest {
    let address = endpoint.address(bucket: bucket, key: key, query: query, region: region)
    let path = String(Substring(address.target.utf8.prefix { $0 != UInt8(ascii: "?") }))
    let signature = RequestSignature(
      method: model.method.rawValue, host: address.hostHeader, path: path, query: query, fields: signed,
      payload: sum)
    var request = WebRequest(address, most: model.most)
    (request.method, request.range, request.headers) = (model.method, model.range, model.headers)
    (request.body, request.delay) = (model.body, model.delay)
    (request.countedBytes, request.size) = (model.countedBytes, model.size)
    request.trust = .operator
    request.followsRedirects = false
    var unsigned = HeaderFields()
    for field in signed { unsigned.append(field.name, field.value) }
    request.fieldsOfTry = { [unsigned] in
      guard let keys = keys() else { return unsigned }
      return signature.fields(keys: keys, region: region, time: clock())
    }
    return request
  }
}
