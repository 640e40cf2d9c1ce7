import Foundation

/// The boxes that exports say are in outputs, read by other means than ours: left, top, right and bottom by the path of
/// the output.
enum ReadBoxes {
  typealias Boxes = [String: [[Double]]]

  private static func edges(_ box: [Double]) -> [Double] {
    [box[0], box[1], box[0] + box[2], box[1] + box[3]]
  }

  private struct COCO: Decodable {
    struct Image: Decodable {
      var id: Int
      var file_name: String
    }
    struct Annotation: Decodable {
      var image_id: Int
      var bbox: [Double]
    }

    var images: [Image]
    var annotations: [Annotation]
  }

  static func coco(_ bytes: [UInt8]) throws -> Boxes {
    let file = try JSONDecoder().decode(COCO.self, from: Data(bytes))
    let names = Dictionary(uniqueKeysWithValues: file.images.map { ($0.id, $0.file_name) })
    var boxes = Dictionary(uniqueKeysWithValues: file.images.map { ($0.file_name, [[Double]]()) })
    for box in file.annotations { boxes[names[box.image_id] ?? "", default: []].append(edges(box.bbox)) }
    return boxes
  }

  private struct Line: Decodable {
    struct Objects: Decodable { var bbox: [[Double]] }

    var file_name: String
    var objects: Objects
  }

  /// `metadata.jsonl` beside the outputs.
  static func metadata(_ bytes: [UInt8]) throws -> Boxes {
    let lines = try bytes.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Line.self, from: Data($0))
    }
    return Dictionary(uniqueKeysWithValues: lines.map { ($0.file_name, $0.objects.bbox.map(edges)) })
  }

  /// The lines of an output of this size.
  static func yolo(_ bytes: [UInt8], width: Int, height: Int) -> [[Double]] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
      let parts = line.split(separator: " ").dropFirst().compactMap { Double($0) }
      let (width, height) = (Double(width), Double(height))
      return [
        (parts[0] - parts[2] / 2) * width, (parts[1] - parts[3] / 2) * height,
        (parts[0] + parts[2] / 2) * width, (parts[1] + parts[3] / 2) * height,
      ]
    }
  }

  /// The objects of an output; the first pixel is 1, and the last one belongs to the box.
  static func voc(_ bytes: [UInt8]) -> [[Double]] {
    let text = String(decoding: bytes, as: UTF8.self)
    func numbers(_ name: String) -> [Double] {
      text.components(separatedBy: "<\(name)>").dropFirst().compactMap {
        Double($0.prefix { $0 != "<" })
      }
    }
    return zip(zip(numbers("xmin"), numbers("ymin")), zip(numbers("xmax"), numbers("ymax"))).map {
      [$0.0 - 1, $0.1 - 1, $1.0, $1.1]
    }
  }
}
