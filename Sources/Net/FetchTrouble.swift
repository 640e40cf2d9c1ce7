/// Why a try of a request ended without a whole reply.
package enum FetchTrouble: Error, Hashable, Sendable, CaseIterable {
  /// The resolver knows no address of the name (`EAI_NONAME`).
  case unknownName
  /// The resolver got no answer (`EAI_AGAIN`).
  case unresolvedName
  /// An address is refused by the ``AddressPolicy``.
  case refusedAddress
  /// No connection stood in time, or the server refused it.
  case noConnection
  /// The certificate doesn't fit, or the TLS handshake failed in another way.
  case tls
  /// The connection ended before the reply did.
  case reset
  /// The server refused the stream or announced the connection's end (RFC 9113, sections 5.4 and 6.8).
  case refusedStream
  /// No byte came for too long.
  case stall
  /// The whole request took too long.
  case timeLimit
  /// The body is shorter than its header says.
  case shortBody
  /// The reply has another range or size than its request and earlier replies allow.
  case wrongLength
  /// A redirect leads to a place that isn't followed.
  case redirect
  /// There were more redirects than ``Redirects/most``.
  case manyRedirects
  /// The body is larger than the request allows.
  case largeBody
  /// The header is larger than any server needs.
  case largeHeader
  /// The reply breaks the rules of HTTP.
  case badReply
  /// The file that takes the body can't be written.
  case target
  /// The host asked for one pause after the other, and gets no more requests.
  case givenUp
  /// The request was taken back.
  case cancelled
  /// The request couldn't be made, for want of memory for example.
  case failed

  /// True if the same request may succeed later.
  package var mayPass: Bool {
    switch self {
    case .unknownName, .refusedAddress, .tls, .redirect, .manyRedirects, .largeBody, .largeHeader, .target,
      .givenUp, .cancelled, .failed:
      false
    case .unresolvedName, .noConnection, .reset, .refusedStream, .stall, .timeLimit, .shortBody, .wrongLength,
      .badReply:
      true
    }
  }
}
