extension WebRequest {
  /// The method of a request (RFC 9110, section 9.3).
  package enum Method: String, Hashable, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case put = "PUT"
    case post = "POST"
    case delete = "DELETE"

    /// True if a request may send a body.
    var takesBody: Bool { self == .put || self == .post }

    /// True if the server only reads (RFC 9110, section 9.2.1). Only such a request follows redirects.
    var isSafe: Bool { self == .get || self == .head }
  }
}
