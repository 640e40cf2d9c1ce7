import Foundation
import TestSupport

/// A dark photo with one bright box, by its orientation tag, and the box as COCO has it.
struct MarkedPhoto {
  let tag: UInt8

  static let all = (1...8).map { MarkedPhoto(tag: $0) }

  /// x, y, width and height of the box in what a viewer shows: 176x112.
  static let box = (x: 37, y: 22, width: 58, height: 39)
  private static let size = (width: 176, height: 112)

  var name: String { "m\(tag).jpg" }

  private var stored: TestPicture {
    let box = Self.box
    return TestPicture(width: Self.size.width, height: Self.size.height, channels: 1) { x, y, _ in
      box.x..<box.x + box.width ~= x && box.y..<box.y + box.height ~= y ? 235 : 16
    }.stored(tag)
  }

  /// The file.
  func jpeg() throws -> [UInt8] {
    var jpeg = TestJPEG(.grey)
    jpeg.quality = 100
    var block = TIFFBuilder(isBigEndian: true)
    block.setMain(block.directory([block.short(0x0112, Int(tag))]))
    return [0xFF, 0xD8] + JPEGBuilder.segment(0xE1, block.payload) + (try jpeg.file(stored)).dropFirst(2)
  }

  /// Size and box as stored, where `isStored`, or as shown. The stored box is that of the bright pixels.
  func annotation(isStored: Bool) -> (size: (Int, Int), box: [Int]) {
    if !isStored {
      return ((Self.size.width, Self.size.height), [Self.box.x, Self.box.y, Self.box.width, Self.box.height])
    }
    let stored = stored
    let box = stored.brightBox ?? (0, 0, 0, 0)
    return ((stored.width, stored.height), [box.left, box.top, box.right - box.left, box.bottom - box.top])
  }

  /// COCO's file of all photos.
  static func coco(isStored: Bool) -> String {
    let images = all.map { photo in
      let size = photo.annotation(isStored: isStored).size
      return
        #"{"id": \#(photo.tag), "file_name": "\#(photo.name)", "width": \#(size.0), "height": \#(size.1)}"#
    }
    let boxes = all.map { photo in
      let box = photo.annotation(isStored: isStored).box.map(String.init).joined(separator: ", ")
      return
        #"{"id": \#(100 + Int(photo.tag)), "image_id": \#(photo.tag), "category_id": 7, "bbox": [\#(box)]}"#
    }
    return """
      {"images": [\(images.joined(separator: ",\n"))],
       "annotations": [\(boxes.joined(separator: ",\n"))],
       "categories": [{"id": 7, "name": "marker"}]}
      """
  }
}

extension TestPicture {
  /// The edges of what is brighter than grey; nil where nothing is.
  var brightBox: (left: Int, top: Int, right: Int, bottom: Int)? {
    var (left, top, right, bottom) = (Int.max, Int.max, 0, 0)
    for y in 0..<height {
      for x in 0..<width where self[x, y, 0] > 125 {
        (left, top) = (min(left, x), min(top, y))
        (right, bottom) = (max(right, x + 1), max(bottom, y + 1))
      }
    }
    return right > 0 ? (left, top, right, bottom) : nil
  }
}
