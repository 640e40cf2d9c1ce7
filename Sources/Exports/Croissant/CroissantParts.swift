import JSON
import Reporting

/// Files of a Croissant description.
struct CroissantFiles: JSONObject {
  /// The ids of the two entries.
  static let manifest = "manifest"
  static let outputs = "output-files"

  let type: String
  let id: String
  let text: String
  /// The media types.
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

/// A set of records of a Croissant description.
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
    json.fieldIfPresent("key", key.map { CroissantLink($0) })
    json.field("field", fields)
  }
}

/// A reference by id.
struct CroissantLink: JSONWritable {
  private let id: String

  init(_ id: String) { self.id = id }

  func write(to json: inout JSONWriter) { CroissantPair("@id", id).write(to: &json) }
}

/// An object with one field.
struct CroissantPair: JSONWritable {
  private let key: String
  private let value: String

  init(_ key: String, _ value: String) {
    self.key = key
    self.value = value
  }

  func write(to json: inout JSONWriter) { json.object { $0.field(key, value) } }
}

/// The meaning of a description's keys, the same for all of version 1.0 (its specification, appendix 1).
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
    for (name, type) in Self.typed { json.field(name, Typed(id: "cr:" + name, type: type)) }
  }

  private struct Typed: JSONObject {
    let id: String
    let type: String

    func writeFields(to json: inout JSONWriter) {
      json.field("@id", id)
      json.field("@type", type)
    }
  }
}
