import Foundation

/// A request to a ``BucketServer``.
struct BucketRequest {
  /// A part as the request that ends an upload names it.
  struct Part {
    let number: Int
    let tag: String
    let hasSum: Bool
  }

  let plain: TestServer.Request
  let key: String
  /// Names and values of the query. A name without a value has an empty one.
  let query: [String: String]

  /// Nil for another bucket.
  init?(_ request: TestServer.Request, bucket: String) {
    plain = request
    let halves = request.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = halves[0].removingPercentEncoding ?? ""
    guard path == "/\(bucket)" || path.hasPrefix("/\(bucket)/") else { return nil }
    key = String(path.dropFirst(bucket.count + 2))
    var query: [String: String] = [:]
    for item in halves.dropFirst().first?.split(separator: "&") ?? [] {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.removingPercentEncoding ?? "" }
      query[parts[0]] = parts.count > 1 ? parts[1] : ""
    }
    self.query = query
  }

  var method: String { plain.method }
  var text: String { String(decoding: plain.body.prefix(1 << 20), as: UTF8.self) }
  var mustBeNew: Bool { plain.header("if-none-match") == "*" }

  /// The fields that a store keeps with an object.
  var fields: [String: String] {
    let kept = plain.headers.filter { $0.name.hasPrefix("x-amz-meta-") || $0.name == "content-type" }
    return Dictionary(kept.map { ($0.name, $0.value) }) { first, _ in first }
  }

  /// The parts that end an upload.
  var parts: [Part] {
    text.components(separatedBy: "<Part>").dropFirst().map { part in
      Part(
        number: Int(part.between("<PartNumber>", "</PartNumber>")) ?? 0,
        tag: part.between("<ETag>", "</ETag>").replacingOccurrences(of: "&quot;", with: "\""),
        hasSum: part.contains("<ChecksumSHA256>"))
    }
  }
}

extension String {
  fileprivate func between(_ start: String, _ end: String) -> String {
    guard let start = range(of: start), let end = range(of: end) else { return "" }
    return String(self[start.upperBound..<end.lowerBound])
  }

  /// The text as it stands in XML.
  var escaped: String {
    replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: "\"", with: "&quot;")
  }

  var percentEncoded: String { addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }
}

extension TestServer.Answer {
  static func xml(_ text: String, _ headers: [(String, String)] = []) -> Self {
    reply(
      200, headers + [("Content-Type", "application/xml")], body: Array("<?xml version=\"1.0\"?>\(text)".utf8)
    )
  }

  /// An error of an object store. A HEAD gets no body.
  package static func storeError(_ status: Int, _ code: String) -> Self {
    reply(status, body: Array("<Error><Code>\(code)</Code></Error>".utf8))
  }

  static func storeError(_ status: Int, _ code: String, to request: BucketRequest) -> Self {
    request.method == "HEAD" ? reply(status) : storeError(status, code)
  }
}
