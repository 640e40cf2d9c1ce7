import ImageModel
import JSON
import Reporting

/// COCO's JSON in parts: `categories`, `images` and `annotations`. Each annotation gives the `visible`
/// share of its box.
enum COCOText {
  /// The text before the images.
  static func head(job: String, _ categories: Categories) throws -> String {
    let list = categories.names.enumerated().map {
      Category(id: $0.offset + 1, name: $0.element, keypoints: categories.keypoints(of: $0.element))
    }
    return try
      "{\"info\":{\"description\":\(JSONText.encode(job))},\"categories\":\(JSONText.encode(list)),\n\"images\":["
  }

  /// The entry of an output in `images`. The ids count from 1.
  static func image(_ id: Int, _ output: MadeOutput) throws -> String {
    try begin(id) + JSONText.encode(Image(id: id, output: output))
  }

  static let middle = "\n],\n\"annotations\":["

  /// The entry of a box in `annotations`. `image` is the id of the box's output, and `category` counts from
  /// 0.
  static func annotation(_ id: Int, image: Int, category: Int, _ box: ShownBox) throws -> String {
    try begin(id) + JSONText.encode(Annotation(id: id, image: image, category: category + 1, box: box))
  }

  static let tail = "\n]}\n"

  private static func begin(_ id: Int) -> String { id > 1 ? ",\n" : "\n" }

  private struct Category: JSONObject {
    let id: Int
    let name: String
    let keypoints: CategoryKeypoints?

    func writeFields(to json: inout JSONWriter) {
      json.field("id", id)
      json.field("name", name)
      if let keypoints {
        json.field("keypoints", keypoints.names)
        json.field("skeleton", keypoints.skeleton)
      }
    }
  }

  private struct Image: JSONObject {
    let id: Int
    let output: MadeOutput

    func writeFields(to json: inout JSONWriter) {
      json.field("id", id)
      json.field("file_name", output.path)
      json.field("width", output.size.width)
      json.field("height", output.size.height)
    }
  }

  private struct Annotation: JSONObject {
    let id: Int
    let image: Int
    let category: Int
    let box: ShownBox

    func writeFields(to json: inout JSONWriter) {
      json.field("id", id)
      json.field("image_id", image)
      json.field("category_id", category)
      json.field("bbox", box.rounded)
      json.field("area", (box.shape?.area ?? box.box.width * box.box.height).tenThousandths)
      json.field("iscrowd", box.shape?.isCrowd == true ? 1 : 0)
      if let shape = box.shape {
        if !shape.outlines.isEmpty { json.field("segmentation", shape.polygons) }
        json.fieldIfPresent("segmentation", shape.mask)
        if !shape.keypoints.isEmpty {
          json.field("keypoints", shape.keypointNumbers)
          json.field("num_keypoints", shape.keypoints.count { $0.visibility != .unlabelled })
        }
      }
      json.field("visible", box.visible.tenThousandths)
      json.fieldIfPresent("source_id", box.id)
    }
  }
}
