import JSON
import Net
import Remote
import System

/// Signs the requests of standard input, and prints a line for each: its `Authorization`, its path, and its query.
///
/// A line of the input is a JSON object of texts, but for `time`, `query` and `fields`: the seconds since the start of
/// 1970, and lists of pairs. `key` isn't percent-encoded.
@main
enum SignProbe {
  static func main() throws {
    while let line = readLine() {
      let request = try JSONValue(line: Array(line.utf8)[...])
      let path = "/" + StorePath.encodedKey(request["key"]?.text ?? "")
      let query = StoreQuery(pairs(request["query"]).map { .init($0, $1) })
      let signature = RequestSignature(
        method: request["method"]?.text ?? "", host: request["host"]?.text ?? "", path: path, query: query,
        fields: pairs(request["fields"]).map { .init($0, $1) },
        payload: request["payload"]?.text ?? RequestSignature.emptyHash)
      let keys = StoreKeys(
        access: request["access"]?.text ?? "", secret: Secret(request["secret"]?.text ?? ""),
        token: request["token"]?.text.map { Secret($0) })
      let fields = signature.fields(
        keys: keys, region: request["region"]?.text ?? "", time: request["time"]?.whole ?? 0)
      print(fields["authorization"] ?? "", path, query.text, separator: "\t")
    }
  }

  private static func pairs(_ value: JSONValue?) -> [(String, String)] {
    (value?.list ?? []).compactMap { pair in
      guard let texts = pair.list?.compactMap(\.text), texts.count == 2 else { return nil }
      return (texts[0], texts[1])
    }
  }
}
