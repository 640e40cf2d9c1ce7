import ImageModel
import Imaging
import Net
import System

/// Makes requests for an entry's URLs, and obeys `robots.txt` and `X-Robots-Tag` if `robots` is set. Buckets have
/// neither.
struct WebManners: Sendable {
  let transport: WebTransport
  /// The servers' files `robots.txt`; nil to ignore them.
  let robots: RobotsFiles?
  /// Runs the work with these files, which may take long.
  let worker: RobotsFiles.Worker

  /// Begins a request. `then` gets the reply, or `robots` if a server on the way forbids the URL or its use. It must
  /// not wait.
  func get(_ request: WebRequest, then: @escaping @Sendable (Result<WebReply, ImageError>) -> Void) {
    guard let robots, request.address.scheme != .s3 else {
      return transport.get(request) { then(.success($0)) }
    }
    transport.client.get(request, checking: { robots.check($0, by: worker, then: $1) }) { reply in
      then(
        reply.flatMap { reply in
          guard reply.outcome == .status(200) || reply.outcome == .status(206) else { return .success(reply) }
          let tags = reply.headers.values(of: "x-robots-tag")
          if !RobotsTag.forbids(tags, agent: RobotsFiles.agent) { return .success(reply) }
          return .failure(
            ImageError(.robots, "its server forbids its use for machine learning by X-Robots-Tag"))
        })
    }
  }

  /// Makes a request in the same way, and waits for its reply.
  func get(_ request: WebRequest) -> Result<WebReply, ImageError> {
    let reply = Monitor<Result<WebReply, ImageError>?>(nil)
    get(request) { new in reply.with { $0 = new } }
    return reply.wait { $0 }
  }
}
