import Net
import Remote
import System

/// Makes requests for URLs of all kinds.
struct WebTransport: Sendable {
  let client: WebClient
  /// The way to objects in buckets, or the reason why there is none.
  let buckets: Result<ObjectStore, StoreFault>

  /// The reason why no object can be reached; nil if there is a way.
  var storeFault: StoreFault? { if case .failure(let fault) = buckets { fault } else { nil } }

  /// Begins a request. `then` is called once, and must not wait.
  func get(_ request: WebRequest, then: @escaping @Sendable (WebReply) -> Void) {
    if request.address.scheme == .s3, case .success(let buckets) = buckets {
      buckets.get(request, then: then)
    } else {
      client.get(request, then: then)
    }
  }

  /// Makes a request, and waits for its reply.
  func get(_ request: WebRequest) -> WebReply {
    let reply = Monitor<WebReply?>(nil)
    get(request) { new in reply.with { $0 = new } }
    return reply.wait { $0 }
  }
}
