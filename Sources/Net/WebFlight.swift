import System

/// A request on its way, from its first try to its end.
struct WebFlight: Sendable {
  /// The URL of the next try.
  private(set) var address: WebAddress
  /// The number of the present try, from 1 on. Redirects don't begin to count anew.
  var tries = 1
  let then: @Sendable (WebReply) -> Void
  private let request: WebRequest
  private var headers: HeaderFields
  private var fieldsOfTry: (@Sendable () -> HeaderFields)?
  private var redirects = Redirects()

  init(_ request: WebRequest, then: @escaping @Sendable (WebReply) -> Void) {
    (self.request, self.then) = (request, then)
    (address, headers, fieldsOfTry) = (request.address, request.headers, request.fieldsOfTry)
  }

  /// True if a redirect is followed.
  var followsRedirects: Bool { request.followsRedirects && request.method.isSafe }

  var countedBytes: Int { request.countedBytes }

  /// The time before the first try, in nanoseconds.
  var delay: Int64 { request.delay }

  /// The operator chose the first URL only.
  var trust: FetchRequest.Trust { redirects.count == 0 ? request.trust : .listed }

  /// Follows a redirect. Another origin sees no secrets, and neither does the first one if the way leads back.
  mutating func follow(_ location: String) throws(RedirectFault) {
    let next = try redirects.follow(location, from: address)
    headers = headers.followed(from: address, to: next)
    if next.origin != address.origin { fieldsOfTry = nil }
    address = next
  }

  /// The next try, with a target of its own.
  func fetch(
    at addresses: [NetworkAddress], agent: String, timeout: Double
  ) throws(SystemError) -> FetchRequest {
    var fetch = try FetchRequest(address, trust: trust, most: request.most)
    (fetch.method, fetch.body, fetch.addresses) = (request.method, request.body, addresses)
    (fetch.range, fetch.size) = (request.range, request.size)
    fetch.timeLimit = timeout
    fetch.headers = headers
    if let fieldsOfTry { fetch.headers.append(fieldsOfTry()) }
    fetch.headers.append("User-Agent", agent)
    fetch.headers.append("Accept-Encoding", "identity")
    return fetch
  }
}
