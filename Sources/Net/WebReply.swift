import System

/// The result of a request, after its last try.
package struct WebReply: Sendable {
  /// The outcome of the last try. ``FetchTrouble/redirect`` stands for a redirect that isn't followed.
  package let outcome: FetchReply.Outcome
  /// The fields of the last reply that Upright knows; none after some troubles.
  package let headers: HeaderFields
  /// The body of a reply, sealed: nobody can change it any more. Nil after a trouble.
  package let body: MemoryFile?
  /// The size of the body; 0 for a HEAD.
  package let bytes: Int
  /// More words on a trouble or an error, as in ``FetchReply/detail``.
  package let detail: String

  /// The end of a request by the reply to its last try, whose body is in `target`.
  init(_ reply: FetchReply, _ target: MemoryFile? = nil) {
    let (outcome, body, detail) = Self.sealed(reply, target)
    (self.outcome, self.body, self.detail) = (outcome, body, detail)
    headers = reply.headers
    bytes = body == nil ? 0 : reply.bytes
  }

  /// A reply with a sealed body of `bytes` bytes.
  init(
    outcome: FetchReply.Outcome, headers: HeaderFields, body: MemoryFile?, bytes: Int, detail: String = ""
  ) {
    (self.outcome, self.headers, self.body, self.bytes) = (outcome, headers, body, bytes)
    self.detail = detail
  }

  /// This reply with other words on it.
  package func with(detail: String) -> WebReply {
    WebReply(outcome: outcome, headers: headers, body: body, bytes: bytes, detail: detail)
  }

  private static func sealed(
    _ reply: FetchReply, _ target: MemoryFile?
  ) -> (FetchReply.Outcome, MemoryFile?, String) {
    guard case .status = reply.outcome, let target else { return (reply.outcome, nil, reply.detail) }
    do throws(SystemError) {
      try target.seal(reply.bytes)
      return (reply.outcome, target, reply.detail)
    } catch {
      return (.trouble(.target), nil, error.message)
    }
  }
}
