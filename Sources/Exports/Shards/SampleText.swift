import ImageModel
import JSON
import Reporting

/// The JSON that describes an output and its boxes: a file of a sample in WebDataset, or a row of a Parquet file.
struct SampleText: JSONObject {
  let output: MadeOutput
  let split: String?
  let boxes: [ShownBox]
  /// The kinds of shapes that sources of the job give.
  let shapes: Set<ShapeKind>
  /// More fields, as JSON without braces; nil if there are none.
  let columns: ArraySlice<UInt8>?

  func writeFields(to json: inout JSONWriter) {
    let (image, index) = (output.image, output.index)
    json.field("file_name", output.path)
    json.field("source", image.source)
    json.field("id", image.id(ofOutput: index))
    json.fieldIfPresent("split", split)
    json.field("width", output.size.width)
    json.field("height", output.size.height)
    if let box = image.box(ofOutput: index) { json.field("category", box.category) }
    if let columns { json.fields(columns) }
    if image.boxes != nil { json.field("objects", Objects(boxes: boxes, shapes: shapes)) }
  }
}
