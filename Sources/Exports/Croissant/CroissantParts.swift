import JSON
import Reporting

/// An entry of a Croissant description. It describes the manifest, or the files of the outputs.
struct CroissantFiles: JSONObject {
  /// The ids of a description's two entries: one for the manifest, and one for the outputs' files.
  static let manifest = "manifest"
  static let outputs = "output-files"

  let type: String
  let id: String
  let text: String
  /// The media types of the files.
  let formats: [String]
  var url: String?
  var sha256: String?
  var patterns: [String]?

  func writeFields(to json: inout JSONWriter) {
    json.field("@type", type)
    json.field("@id", id)
    json.field("name", id)
    json.field("description", text)
    json.fieldIfPresent("contentUrl", url)
    if formats.count == 1 {
      json.fieldIfPresent("encodingFormat", formats.first)
    } else {
      json.field("encodingFormat", formats)
    }
    json.fieldIfPresent("sha256", sha256)
    json.fieldIfPresent("includes", patterns)
  }
}

/// A record set (`cr:RecordSet`) of a Croissant description.
struct CroissantRecords: JSONObject {
  let id: String
  let text: String
  /// The field that other records use to refer to a record of this set.
  let key: String?
  let fields: [CroissantField]

  func writeFields(to json: inout JSONWriter) {
    json.field("@type", "cr:RecordSet")
    json.field("@id", id)
    json.field("name", id)
    json.field("description", text)
    json.fieldIfPresent("key", key.map { ["@id": $0] })
    json.field("field", fields)
  }
}

extension [String: String]: JSONWritable, JSONObject {
  /// Writes the fields in the order of their names.
  package func writeFields(to json: inout JSONWriter) {
    for (name, value) in sorted(by: { $0.key < $1.key }) { json.field(name, value) }
  }
}

/// The `@context` of a description, which defines the description's keys. It is the same in all descriptions
/// in Croissant 1.0 (appendix 1 of the specification).
struct CroissantContext: JSONObject {
  private static let own = [
    "citeAs", "column", "equivalentProperty", "extract", "field", "fileObject", "fileProperty", "fileSet",
    "format", "includes", "isLiveDataset", "jsonPath", "key", "md5", "parentField", "path", "recordSet",
    "references", "regex", "repeated", "replace", "samplingRate", "separator", "source", "subField",
    "transform",
  ]
  private static let typed = [("data", "@json"), ("dataType", "@vocab"), ("examples", "@json")]

  func writeFields(to json: inout JSONWriter) {
    json.field("@language", "en")
    json.field("@vocab", "https://schema.org/")
    json.field("cr", "http://mlcommons.org/croissant/")
    json.field("rai", "http://mlcommons.org/croissant/RAI/")
    json.field("dct", "http://purl.org/dc/terms/")
    json.field("sc", "https://schema.org/")
    json.field("conformsTo", "dct:conformsTo")
    for name in Self.own { json.field(name, "cr:" + name) }
    for (name, type) in Self.typed { json.field(name, ["@id": "cr:" + name, "@type": type]) }
  }
}
