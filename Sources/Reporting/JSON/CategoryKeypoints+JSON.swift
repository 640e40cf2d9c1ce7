import ImageModel
import JSON

extension CategoryKeypoints: JSONObject {
  /// An object with the keys of `CodingKeys`.
  package func writeFields(to json: inout JSONWriter) {
    json.field("category", category)
    json.field("keypoints", names)
    json.field("skeleton", skeleton)
  }
}
