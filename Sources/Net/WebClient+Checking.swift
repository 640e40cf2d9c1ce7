import System

extension WebClient {
  /// Makes a request, and waits for its reply. `check` sees each URL before it is requested: that of `request`, and those
  /// to which redirects lead. What `check` throws ends the request. `check` may make requests of its own.
  package func get<Refusal: Error>(
    _ request: WebRequest, checking check: (WebAddress) throws(Refusal) -> Void
  ) throws(Refusal) -> WebReply {
    var request = request
    request.followsRedirects = false
    var redirects = Redirects()
    while true {
      try check(request.address)
      let reply = get(request)
      guard case .status(let status) = reply.outcome, Redirects.leadsElsewhere(status: status),
        let location = reply.headers["location"]
      else { return reply }
      do throws(RedirectFault) {
        request = request.redirected(to: try redirects.follow(location, from: request.address))
      } catch {
        return WebReply(FetchReply(.redirect, detail: error.message))
      }
    }
  }
}

extension WebRequest {
  /// The request that follows a redirect.
  fileprivate func redirected(to next: WebAddress) -> WebRequest {
    var request = WebRequest(next, most: most)
    request.range = range
    request.headers = next.origin == address.origin ? headers : headers.conditions
    request.followsRedirects = false
    return request
  }
}
