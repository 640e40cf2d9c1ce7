import Net
import System

/// The error that the body of a store's reply names (Amazon S3 API Reference, "Error Responses").
package struct StoreError: Hashable, Sendable {
  /// `NoSuchKey`, for example.
  package let code: String
  /// The region that the store wants; nil if it names none.
  package let region: String?

  /// Nil for a body that names no error.
  package init?(_ body: [UInt8]) {
    var (code, region): (String?, String?)
    do throws(StoreFault) {
      try StoreXML.read(body) { path, text throws(StoreFault) in
        switch path {
        case ["Error", "Code"]: code = text
        case ["Error", "Region"]: region = text
        default: break
        }
      }
    } catch { return nil }
    guard let code, !code.isEmpty, code.utf8.allSatisfy(Self.isInCode) else { return nil }
    (self.code, self.region) = (code, region)
  }

  /// The error of a reply that isn't a success; nil for other replies, and for one whose body names none.
  package init?(_ reply: WebReply) {
    guard case .status(300...) = reply.outcome, let body = reply.body, reply.bytes > 0,
      let bytes = try? body.bytes(reply.bytes)
    else { return nil }
    self.init(bytes)
  }

  private static func isInCode(_ byte: UInt8) -> Bool {
    PercentCoding.isUnreserved(byte)
  }
}
