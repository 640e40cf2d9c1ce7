import ImageModel
import JSON
import Reporting

/// The object in one line of Hugging Face's `metadata.jsonl`. The line describes one output, and lists the
/// properties of the output's boxes.
struct MetadataText: JSONObject {
  /// The output's name, relative to the folder of `metadata.jsonl`.
  let name: String
  /// The name of the mask over the output, in the same form; nil if there is none in this folder.
  let mask: String?
  let output: MadeOutput
  /// More fields, as JSON without braces; nil if there are none.
  let columns: ArraySlice<UInt8>?
  /// The output's boxes; nil if no source of the job has boxes.
  let boxes: [ShownBox]?
  /// The kinds of shapes that sources of the job give.
  let shapes: Set<ShapeKind>

  func writeFields(to json: inout JSONWriter) {
    json.field("file_name", name)
    json.fieldIfPresent("mask_file_name", mask)
    json.field("width", output.size.width)
    json.field("height", output.size.height)
    if let columns { json.fields(columns) }
    json.fieldIfPresent("objects", boxes.map { Objects(boxes: $0, shapes: shapes) })
  }
}

/// The boxes of an output, as lists of equal length. All entries of a list have one type, because loaders
/// derive the type of a column from its entries.
struct Objects: JSONObject {
  let boxes: [ShownBox]
  let shapes: Set<ShapeKind>

  func writeFields(to json: inout JSONWriter) {
    json.field("bbox", boxes.map(\.rounded))
    json.field("categories", boxes.map(\.category))
    json.field("visible", boxes.map { $0.visible.tenThousandths })
    json.field("id", boxes.map { $0.id ?? "" })
    if shapes.contains(.polygons) { json.field("segmentation", boxes.map { $0.shape?.polygons ?? [] }) }
    if shapes.contains(.masks) { json.field("mask", boxes.map { $0.shape?.mask?.counts ?? "" }) }
    if shapes.contains(.keypoints) { json.field("keypoints", boxes.map { $0.shape?.keypointNumbers ?? [] }) }
  }
}

extension ShownBox {
  /// x, y, width and height in pixels, rounded to four decimal places. The rounded numbers are precise
  /// enough, and the same on all machines.
  var rounded: [JSONReal] { [box.x, box.y, box.width, box.height].map(\.tenThousandths) }
}

extension Double {
  /// The number rounded to four places.
  var tenThousandths: JSONReal { JSONReal((self * 1e4).rounded() / 1e4) }
}
