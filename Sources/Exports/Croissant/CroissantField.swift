import JSON
import Reporting

/// A field of a set of records in a Croissant description.
struct CroissantField: JSONObject {
  /// The place from which loaders take a field's value.
  enum Source {
    /// A column of the manifest. With `path`, only the part of its value at that JSON path.
    case column(String, path: String?)
    /// A property of the outputs' files. With `regex`, only the part that the group in `regex` matches.
    case property(String, regex: String?)
    /// A field of another set of records.
    case field(String)
  }

  /// The description of a field that takes its values from the manifest.
  struct Column {
    let name: String
    let text: String
    let type: String
    var isList = false
    /// The column and the key, if the value lies in an object that the column holds.
    var path: (column: String, key: String)?
  }

  let id: String
  let text: String
  let type: String
  let source: Source
  var isList = false
  /// The id of a field in another set of records. That field has the same values as this one, so loaders can
  /// join the two sets.
  var reference: String?

  init(id: String, text: String, type: String, source: Source) {
    (self.id, self.text, self.type, self.source) = (id, text, type, source)
  }

  init(column: Column, in records: String) {
    self.init(
      id: records + "/" + column.name, text: column.text, type: column.type,
      source: .column(column.path?.column ?? column.name, path: column.path?.key))
    isList = column.isList
  }

  /// The columns of the manifest that a description contains. A size or a box is one column with a list of
  /// numbers, because Croissant can't take single numbers out of a list.
  static let columns = [
    Column(name: "source", text: "The source's path, relative to the job's base folder.", type: "sc:Text"),
    Column(name: "id", text: "The source's or box's id.", type: "sc:Text"),
    Column(name: "source_sha256", text: "SHA-256 of the source.", type: "sc:Text"),
    Column(name: "source_bytes", text: "The source's size.", type: "sc:Integer"),
    Column(
      name: "stored_size", text: "Width and height of the source as stored.", type: "sc:Integer", isList: true
    ),
    Column(name: "orientation", text: "The orientation that counted, 1 to 8.", type: "sc:Integer"),
    Column(
      name: "display_size", text: "Width and height of the source as shown.", type: "sc:Integer", isList: true
    ),
    Column(
      name: "crop", text: "x, y, width and height of what the output shows, in the source as shown.",
      type: "sc:Integer", isList: true),
    Column(name: "output", text: "The output's path below the output root.", type: "sc:Text"),
    Column(name: "output_sha256", text: "SHA-256 of the output.", type: "sc:Text"),
    Column(name: "output_bytes", text: "The output's size in bytes.", type: "sc:Integer"),
    Column(
      name: "output_size", text: "Width and height of the output as encoded.", type: "sc:Integer",
      isList: true),
    Column(
      name: "content", text: "x, y, width and height of the crop in the output.", type: "sc:Integer",
      isList: true),
    Column(name: "status", text: "ok, failed, skipped or filtered.", type: "sc:Text"),
    Column(
      name: "error_code", text: "Why there is no output.", type: "sc:Text", path: ("error", "code")),
    Column(
      name: "error_message", text: "The same in words.", type: "sc:Text", path: ("error", "message")),
  ]

  func writeFields(to json: inout JSONWriter) {
    json.field("@type", "cr:Field")
    json.field("@id", id)
    json.field("name", id)
    json.field("description", text)
    json.field("dataType", type)
    json.field("source", source)
    if isList { json.field("repeated", true) }
    if let reference { json.field("references", CroissantField.Source.field(reference)) }
  }
}

extension CroissantField.Source: JSONObject {
  func writeFields(to json: inout JSONWriter) {
    switch self {
    case .column(let column, let path):
      json.field("fileObject", ["@id": CroissantFiles.manifest])
      json.field("extract", ["column": column])
      json.fieldIfPresent("transform", path.map { ["jsonPath": $0] })
    case .property(let property, let regex):
      json.field("fileSet", ["@id": CroissantFiles.outputs])
      json.field("extract", ["fileProperty": property])
      json.fieldIfPresent("transform", regex.map { ["regex": $0] })
    case .field(let field): json.field("field", ["@id": field])
    }
  }
}
