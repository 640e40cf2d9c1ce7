import Net
import System

/// Signs a request to an object store: AWS Signature Version 4 for the service `s3` (Amazon S3 API Reference,
/// "Authenticating Requests: Using the Authorization Header").
package struct RequestSignature: Sendable {
  /// The hash of a request without a body: SHA-256 of no bytes.
  package static let emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
  /// Stands for the hash of a body that the signature doesn't cover.
  package static let unsignedPayload = "UNSIGNED-PAYLOAD"

  /// A field of the header.
  package struct Field: Hashable, Sendable {
    package let name, value: String

    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  /// `GET`, for example.
  private let method: String
  private let path: String
  private let query: StoreQuery
  private let payload: String
  /// `host` and the fields of the caller.
  private let fields: [Field]

  /// The signature of a request. `host` is the value of its `Host` field. `path` is percent-encoded once, as it is
  /// sent. `fields` are further fields to sign. `payload` is the SHA-256 of the body in hexadecimal digits, or
  /// ``unsignedPayload``.
  package init(
    method: String, host: String, path: String, query: StoreQuery = StoreQuery(), fields: [Field] = [],
    payload: String = emptyHash
  ) {
    (self.method, self.path, self.query, self.payload) = (method, path, query, payload)
    self.fields = [Field("host", host)] + fields
  }

  /// The fields that the request needs: `x-amz-date`, `x-amz-content-sha256`, `x-amz-security-token` for keys with a
  /// token, the caller's, and `authorization`. `time` is in seconds since the start of 1970.
  package func fields(keys: StoreKeys, region: String, time: Int) -> HeaderFields {
    let date = Self.date(time)
    let scope = "\(date.prefix(8))/\(region)/s3/aws4_request"
    var all = fields
    all += [Field("x-amz-content-sha256", payload), Field("x-amz-date", date)]
    if let token = keys.token { all.append(Field("x-amz-security-token", token.text)) }
    let signed = Self.canonical(all)
    let names = signed.map(\.name).joined(separator: ";")
    let request =
      [method, path, query.text] + signed.map { "\($0.name):\($0.value)" } + ["", names, payload]
    let hash = SHA256.digest(of: Array(request.joined(separator: "\n").utf8))
    let text = ["AWS4-HMAC-SHA256", date, scope, hash].joined(separator: "\n")
    let code = hexadecimal(MessageCode.sha256(Array(text.utf8), key: Self.key(of: keys, scope: scope)))
    var result = HeaderFields()
    for field in all where field.name != "host" { result.append(field.name, field.value) }
    result.append(
      "authorization",
      "AWS4-HMAC-SHA256 Credential=\(keys.access)/\(scope), SignedHeaders=\(names), Signature=\(code)")
    return result
  }

  /// The fields in the order of their lower-case names. Values have no blanks at their ends, and one space in place of
  /// several blanks. The values of a name that repeats are joined by commas.
  private static func canonical(_ fields: [Field]) -> [Field] {
    var values: [String: [String]] = [:]
    for field in fields {
      let words = field.value.utf8.split { $0.isBlank }
      values[field.name.lowercased(), default: []].append(
        words.map { String(Substring($0)) }.joined(separator: " "))
    }
    return values.map { Field($0.key, $0.value.joined(separator: ",")) }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// The key of a day, a region and a service: a chain of codes over the parts of the scope.
  private static func key(of keys: StoreKeys, scope: String) -> [UInt8] {
    scope.utf8.split(separator: UInt8(ascii: "/")).reduce(Array("AWS4\(keys.secret.text)".utf8)) {
      MessageCode.sha256(Array($1), key: $0)
    }
  }

  /// `20130524T000000Z`
  private static func date(_ seconds: Int) -> String {
    let time = CivilTime(seconds: seconds)
    let day = time.year.digits(4) + time.month.digits(2) + time.day.digits(2)
    return "\(day)T" + time.hour.digits(2) + time.minute.digits(2) + time.second.digits(2) + "Z"
  }
}
