/// The result of a request, which is one try.
package struct FetchReply: Sendable {
  package enum Outcome: Hashable, Sendable {
    /// A reply with this status, be it a success or not. The target has its body. Outside of 200 to 299 the
    /// target may have only the start of a large body, or nothing.
    case status(Int)
    case trouble(FetchTrouble)
  }

  package let outcome: Outcome
  /// The fields that Upright knows, and those of object stores. After a trouble, those that came before it.
  package let headers: HeaderFields
  /// The bytes of the body in the target.
  package let bytes: Int
  /// More words on a trouble; empty if there are none. They name no more of the URL than its host and port, but may
  /// hold any bytes of the server's certificate.
  package let detail: String

  /// The result of a request that ended before it began.
  init(_ trouble: FetchTrouble, detail: String = "") {
    self.init(outcome: .trouble(trouble), headers: HeaderFields(), bytes: 0, detail: detail)
  }

  /// The result of a redirect that isn't followed.
  init(_ fault: RedirectFault) {
    self.init(fault == .tooMany ? .manyRedirects : .redirect, detail: fault.message)
  }

  init(outcome: Outcome, headers: HeaderFields, bytes: Int, detail: String) {
    (self.outcome, self.headers, self.bytes, self.detail) = (outcome, headers, bytes, detail)
  }
}
