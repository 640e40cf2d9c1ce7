import ImageModel
import JSON
import System

extension NetworkUse {
  /// For example `52 requests, 1.2 MB received`. Retries and whole seconds of waiting follow if there were any:
  /// `52 requests, 1.2 MB received, 2 retries, 3 s waited`.
  var text: String {
    var parts = [requests.counted("request"), "\(ByteCount.text(bytes)) received"]
    if retries > 0 { parts.append(retries == 1 ? "1 retry" : "\(retries) retries") }
    let seconds = Int(waited / 1_000_000_000)
    if seconds > 0 { parts.append("\(seconds) s waited") }
    return parts.joined(separator: ", ")
  }
}

extension NetworkUse: JSONObject {
  /// An object with `requests`, `retries`, `bytes` and `wait_ns`.
  package func writeFields(to json: inout JSONWriter) {
    json.field("requests", requests)
    json.field("retries", retries)
    json.field("bytes", bytes)
    json.field("wait_ns", waited)
  }
}
