import System

extension WebClient {
  /// Begins a request. `check` sees each URL before it is requested: that of `request`, and those to which redirects
  /// lead. It calls its second argument once, with nil or with the refusal that ends the request. `check` may begin
  /// requests of its own. `then` is called once, as in ``get(_:then:)``.
  package func get<Refusal: Error>(
    _ request: WebRequest,
    checking check: @escaping @Sendable (WebAddress, @escaping @Sendable (Refusal?) -> Void) -> Void,
    then: @escaping @Sendable (Result<WebReply, Refusal>) -> Void
  ) {
    var request = request
    request.followsRedirects = false
    get(request, after: Redirects(), check, then)
  }

  private func get<Refusal: Error>(
    _ request: WebRequest, after redirects: Redirects,
    _ check: @escaping @Sendable (WebAddress, @escaping @Sendable (Refusal?) -> Void) -> Void,
    _ then: @escaping @Sendable (Result<WebReply, Refusal>) -> Void
  ) {
    check(request.address) { refusal in
      if let refusal { return then(.failure(refusal)) }
      self.get(request) { reply in
        guard request.method.isSafe, case .status(let status) = reply.outcome,
          Redirects.leadsElsewhere(status: status),
          let location = reply.headers["location"]
        else { return then(.success(reply)) }
        var redirects = redirects
        do throws(RedirectFault) {
          let next = request.redirected(to: try redirects.follow(location, from: request.address))
          self.get(next, after: redirects, check, then)
        } catch {
          then(.success(WebReply(FetchReply(error))))
        }
      }
    }
  }
}

extension WebRequest {
  /// The request that follows a redirect.
  fileprivate func redirected(to next: WebAddress) -> WebRequest {
    var request = WebRequest(next, most: most)
    (request.method, request.range) = (method, range)
    request.headers = headers.followed(from: address, to: next)
    if next.origin == address.origin { request.fieldsOfTry = fieldsOfTry }
    request.followsRedirects = false
    return request
  }
}
