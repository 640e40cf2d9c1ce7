import ImageModel
import Imaging
import Net
import System

/// Makes requests for an entry's URLs, with or without regard to what servers wish.
struct WebManners {
  let client: WebClient
  /// The files that say what servers wish; nil to fetch all.
  let robots: RobotsFiles?

  /// Makes a request, and waits for its reply. Throws `robots` if a server on the way forbids the URL or its use.
  func get(_ request: WebRequest) throws(ImageError) -> WebReply {
    guard let robots else { return client.get(request) }
    let reply = try client.get(request, checking: robots.check)
    if RobotsTag.forbids(reply.headers.values(of: "x-robots-tag"), agent: RobotsFiles.agent) {
      throw ImageError(.robots, "its server forbids its use for machine learning by X-Robots-Tag")
    }
    return reply
  }
}
