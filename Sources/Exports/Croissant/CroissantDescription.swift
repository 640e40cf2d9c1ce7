import ImageModel
import JSON
import JobFile
import Planning
import Reporting

/// A JSON-LD file that describes a dataset to data loaders, in the format Croissant 1.0 (MLCommons,
/// `http://mlcommons.org/croissant/1.0`).
///
/// The file describes three sets of records. `rows` has a record for each row of the manifest. `outputs` has
/// a record for each output that shows a picture, and none for one that shows a mask file. `images` has the
/// rows of the manifest together with their pictures.
package struct CroissantDescription: Sendable {
  let name: String
  let text: String
  let license: String?
  /// The manifest's path, relative to the description's folder.
  let manifest: String
  /// The manifest's SHA-256 in hexadecimal.
  let manifestSHA256: String
  /// The output root, relative to the description's folder; empty for that folder itself.
  let root: String
  /// Patterns of fnmatch(3) for the outputs, relative to the description's folder.
  let patterns: [String]
  /// The possible formats of outputs.
  let formats: [OutputFormat]

  /// The first bytes of every description.
  package static let beginning = Array(#"{"@context":{"@language":"en","@vocab":"https://schema.org/","#.utf8)

  /// Describes the outputs and the manifest of `job`, in a file that will lie in `folder`. `sha256` is the
  /// manifest's hash. Nil if the outputs aren't below `folder`, because loaders look only there.
  package init?(
    of job: JobSpec, _ folders: JobFolders, manifest: String, sha256: String, in folder: String,
    text: String? = nil, license: String? = nil
  ) {
    let root = JobFolders.relative(folders.output, from: folder)
    if root == ".." || root.utf8.starts(with: "../".utf8) { return nil }
    name = job.name
    self.text =
      text ?? "Images made by the job '\(job.name)' of upright, each with its row of the manifest."
    self.license = license
    self.manifest = JobFolders.relative(manifest, from: folder)
    manifestSHA256 = sha256
    self.root = root
    let prefix = root.isEmpty ? "" : PathTemplate.escaped(root + "/")
    let pictures = job.outputs.filter { $0.mask == nil }
    let named = pictures.map(\.format)
    formats = OutputFormat.allCases.filter { named.contains($0) || named.contains(nil) }
    patterns = Set(pictures.map { prefix + $0.template.fileNamePattern }).sorted()
  }
}

extension CroissantDescription: JSONObject {
  /// Writes the members of a JSON object of the type `Dataset` of schema.org.
  package func writeFields(to json: inout JSONWriter) {
    json.field("@context", CroissantContext())
    json.field("@type", "sc:Dataset")
    json.field("conformsTo", "http://mlcommons.org/croissant/1.0")
    json.field("name", name)
    json.field("description", text)
    json.fieldIfPresent("license", license)
    json.field("distribution", [manifestFile, outputFiles])
    json.field("recordSet", [rows, outputs, images])
  }

  private var manifestFile: CroissantFiles {
    CroissantFiles(
      type: "cr:FileObject", id: CroissantFiles.manifest, text: "The manifest: a row for each output.",
      formats: ["application/jsonlines"], url: manifest, sha256: manifestSHA256)
  }

  private var outputFiles: CroissantFiles {
    CroissantFiles(
      type: "cr:FileSet", id: CroissantFiles.outputs, text: "The outputs.",
      formats: formats.map(\.mediaType), patterns: patterns)
  }

  private var rows: CroissantRecords {
    CroissantRecords(
      id: "rows", text: "The rows of the manifest.", key: nil,
      fields: CroissantField.columns.map { CroissantField(column: $0, in: "rows") })
  }

  private var outputs: CroissantRecords {
    CroissantRecords(
      id: "outputs", text: "The outputs by their paths below the output root.", key: "outputs/path",
      fields: [
        CroissantField(
          id: "outputs/path", text: "The path below the output root.", type: "sc:Text",
          source: .property("fullpath", regex: root.isEmpty ? nil : Self.regex(root) + "/(.+)")),
        CroissantField(
          id: "outputs/image", text: "The picture.", type: "sc:ImageObject",
          source: .property("content", regex: nil)),
      ])
  }

  private var images: CroissantRecords {
    let shown = ["source", "id", "output", "output_sha256", "output_size", "status"]
    let columns = CroissantField.columns.filter { shown.contains($0.name) }
    let image = CroissantField(
      id: "images/image", text: "The picture; none where there is no output.", type: "sc:ImageObject",
      source: .field("outputs/image"))
    return CroissantRecords(
      id: "images", text: "The rows of the manifest with their pictures.", key: nil,
      fields: columns.map { column in
        var field = CroissantField(column: column, in: "images")
        if column.name == "output" { field.reference = "outputs/path" }
        return field
      } + [image])
  }

  /// A regular expression that matches only this text.
  private static func regex(_ text: String) -> String {
    text.reduce(into: "") { $0 += #"\^$.|?*+()[]{}"#.contains($1) ? #"\\#($1)"# : String($1) }
  }
}
