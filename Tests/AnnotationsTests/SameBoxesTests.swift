import Annotations
import ImageModel
import Testing

/// The same boxes in every format are the same pixels.
struct SameBoxesTests {
  private static let size = PixelSize(width: 211, height: 157)
  /// x, y, width, height.
  private static let boxes: [[Double]] = [
    [10, 20, 30, 40], [0, 0, 211, 157], [12.5, 7.25, 100.75, 3.5], [33, 47, 1, 2], [0.1, 0.2, 7.3, 155.9],
    [210, 156, 1, 1], [3, 150, 0, 7],
  ]

  private static func numbers(_ box: [Double], _ format: BoxFormat) -> [Double] {
    let (x, y, right, bottom) = (box[0], box[1], box[0] + box[2], box[1] + box[3])
    let (across, down) = (Double(size.width), Double(size.height))
    return switch format {
    case .coco: box
    case .voc: [x, y, right, bottom]
    case .voc1: [x + 1, y + 1, right, bottom]
    case .yolo: [(x + right) / 2 / across, (y + bottom) / 2 / down, box[2] / across, box[3] / down]
    case .albumentations: [x / across, y / down, right / across, bottom / down]
    case .openimages: [x / across, right / across, y / down, bottom / down]
    case .tfds: [y / down, x / across, bottom / down, right / across]
    case .labelStudio: [100 * x / across, 100 * y / down, 100 * box[2] / across, 100 * box[3] / down]
    }
  }

  private static func list(_ box: [Double], _ format: BoxFormat, by separator: String = ", ") -> String {
    numbers(box, format).map { "\($0)" }.joined(separator: separator)
  }

  private func check(_ table: AnnotationTable, _ name: String) {
    #expect(table.troubles == [], "\(name)")
    #expect(table.boxes.map { table.fault(of: $0) } == Self.boxes.map { _ in nil }, "\(name)")
    let differences = zip(table.boxes, Self.boxes).map { box, expected in
      let rect: RealRect<Display> = table.rect(of: box, in: Self.size)
      return zip([rect.x, rect.y, rect.width, rect.height], expected).map { abs($0 - $1) }.max() ?? 1
    }
    #expect(differences.filter { $0 > 1e-9 } == [], "\(name)")
  }

  @Test("CSV and JSON Lines", arguments: BoxFormat.allCases) func rows(_ format: BoxFormat) {
    let names: [BoxFormat: String] = [
      .coco: "x,y,width,height", .labelStudio: "x,y,width,height", .yolo: "cx,cy,width,height",
      .openimages: "xmin,xmax,ymin,ymax", .tfds: "ymin,xmin,ymax,xmax",
    ]
    let rows = Self.boxes.map { "a.jpg,\(Self.list($0, format, by: ","))\n" }
    let header = "image,\(names[format] ?? "xmin,ymin,xmax,ymax")\n"
    check(table(.csv, header + rows.joined(), boxFormat: format), "csv")
    let lines = Self.boxes.map { #"{"image": "a.jpg", "bbox": [\#(Self.list($0, format))]}"# + "\n" }
    check(table(.jsonl, lines.joined(), boxFormat: format), "jsonl")
  }

  @Test("YOLO") func yolo() {
    let lines = Self.boxes.map { "0 \(Self.list($0, .yolo, by: " "))\n" }
    check(table(.yolo, lines.joined(), picture: "a.jpg"), "yolo")
  }

  @Test("COCO and Hugging Face") func coco() {
    let boxes = Self.boxes.map { "[\(Self.list($0, .coco))]" }
    let annotations = boxes.map { #"{"image_id": 1, "category_id": 1, "bbox": \#($0)}"# }
    check(
      table(
        .coco,
        #"{"annotations": [\#(annotations.joined(separator: ","))], "images": [{"id": 1, "file_name": "a.jpg"}], "#
          + #""categories": [{"id": 1, "name": "cat"}]}"#), "coco")
    check(
      table(
        .hfImageFolder,
        #"{"file_name": "a.jpg", "objects": {"bbox": [\#(boxes.joined(separator: ", "))]}}"#),
      "hf-imagefolder")
  }

  @Test("VOC") func voc() {
    let objects = Self.boxes.map { box in
      let parts = zip(["xmin", "ymin", "xmax", "ymax"], Self.numbers(box, .voc1)).map {
        "<\($0)>\($1)</\($0)>"
      }
      return "<object><bndbox>\(parts.joined())</bndbox></object>"
    }
    check(table(.voc, "<annotation><filename>a.jpg</filename>\(objects.joined())</annotation>"), "voc")
  }

  @Test("labelme and Label Studio") func tools() {
    let shapes = Self.boxes.map { box in
      let corners = Self.numbers(box, .voc)
      return
        #"{"shape_type": "rectangle", "points": [[\#(corners[2]), \#(corners[1])], [\#(corners[0]), \#(corners[3])]]}"#
    }
    check(
      table(.labelme, #"{"shapes": [\#(shapes.joined(separator: ","))], "imagePath": "a.jpg"}"#), "labelme")
    let results = Self.boxes.map { box in
      let value = zip(["x", "y", "width", "height"], Self.numbers(box, .labelStudio)).map {
        "\"\($0)\": \($1)"
      }
      return #"{"type": "rectanglelabels", "value": {\#(value.joined(separator: ", "))}}"#
    }
    check(
      table(
        .labelStudio,
        #"[{"data": {"image": "a.jpg"}, "annotations": [{"result": [\#(results.joined(separator: ","))]}]}]"#),
      "label-studio")
  }
}
