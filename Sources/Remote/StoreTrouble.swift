import Net
import System

/// A trouble that a store names by a code (Amazon S3 API Reference, "List of error codes").
struct StoreTrouble: Sendable {
  /// The trouble in words of Upright's own, as the end of a sentence.
  let words: String
  /// True if other requests to the same bucket fail for the same reason.
  let concernsAll: Bool

  private init(_ words: String, all: Bool = false) { (self.words, concernsAll) = (words, all) }

  /// The trouble of a reply; nil for a success, and for a reply of no known meaning.
  static func of(_ reply: WebReply) -> StoreTrouble? {
    guard case .status(let status) = reply.outcome, status >= 300 else { return nil }
    if let code = StoreError(reply)?.code { return known[code] }
    return usual[status].flatMap { known[$0] }
  }

  /// True if the store says that a service's keys have ended.
  static func hasEndedKeys(_ error: StoreError?) -> Bool {
    ["ExpiredToken", "ExpiredTokenException", "InvalidToken", "TokenRefreshRequired"]
      .contains(error?.code)
  }

  /// The codes of replies without one: those to HEAD, for example.
  private static let usual = [301: "PermanentRedirect", 307: "TemporaryRedirect", 403: "AccessDenied"]

  private static let region = StoreTrouble(
    "the bucket is in another region: set AWS_REGION to that region", all: true)
  private static let ended = StoreTrouble("the session token has ended: get new keys", all: true)

  private static let known = [
    "AccessDenied": StoreTrouble("the store denies access: check the rights of the keys"),
    "AccountProblem": StoreTrouble("the store has a problem with the account of the keys", all: true),
    "AllAccessDisabled": StoreTrouble("the store has turned off all access to the bucket", all: true),
    "AuthorizationHeaderMalformed": region,
    "ExpiredToken": ended,
    "ExpiredTokenException": ended,
    "IllegalLocationConstraintException": region,
    "InternalError": StoreTrouble("the store has an error of its own: try again later"),
    "InvalidAccessKeyId": StoreTrouble(
      "the store doesn't know the access key: check AWS_ACCESS_KEY_ID or the profile", all: true),
    "InvalidBucketName": StoreTrouble("the store takes no bucket of this name", all: true),
    "InvalidObjectState": StoreTrouble("the object is archived: restore it first"),
    "InvalidToken": StoreTrouble("the session token isn't one that the store takes", all: true),
    "KeyTooLongError": StoreTrouble("the key is too long for the store"),
    "MethodNotAllowed": StoreTrouble("the store allows no such request here"),
    "NoSuchBucket": StoreTrouble("there is no such bucket", all: true),
    "NoSuchKey": StoreTrouble("there is no such object in the bucket"),
    "NotSignedUp": StoreTrouble("the account of the keys has no object store", all: true),
    "PermanentRedirect": region,
    "Redirect": region,
    "RequestTimeTooSkewed": StoreTrouble(
      "this machine's clock differs too much from the store's: set it right", all: true),
    "ServiceUnavailable": StoreTrouble("the store can't answer now: try again later"),
    "SignatureDoesNotMatch": StoreTrouble(
      "the store computes another signature: check AWS_SECRET_ACCESS_KEY or the profile", all: true),
    "SlowDown": StoreTrouble("the store asks for fewer requests: set 'network: {rate}'"),
    "TemporaryRedirect": region,
    "TokenRefreshRequired": ended,
  ]
}

extension FetchTrouble {
  /// The trouble as the end of a sentence. `server` names the server, and `whose` is the same with an `'s`.
  func words(_ server: String, _ whose: String) -> String {
    switch self {
    case .unknownName: "\(whose) host has no address: check the name"
    case .unresolvedName: "the address of \(whose) host can't be found now"
    case .refusedAddress: "\(whose) address isn't public"
    case .noConnection: "\(server) can't be reached"
    case .tls: "\(server) has no certificate that fits, or TLS fails"
    case .reset, .refusedStream, .shortBody: "the connection to \(server) ended before the reply did"
    case .stall, .timeLimit: "\(server) took too long"
    case .wrongLength, .largeHeader, .badReply: "\(whose) reply breaks the rules of HTTP"
    case .redirect, .manyRedirects: "\(server) leads elsewhere"
    case .largeBody: "\(whose) reply is too large"
    case .target: "\(whose) reply can't be kept in memory"
    case .givenUp: "\(server) asked for pauses too often, and gets no more requests"
    case .cancelled: "the request was taken back"
    case .failed: "the request can't be made"
    }
  }
}
