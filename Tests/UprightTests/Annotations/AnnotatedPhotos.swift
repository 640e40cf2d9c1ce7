import ImageModel

/// Eight photos, one of each orientation, with 25 boxes each, and the ways to write them down.
struct AnnotatedPhotos {
  /// A box in whole pixels of some space.
  struct Box {
    var x, y, width, height: Int
    var category: String
  }

  /// A photo by its orientation tag: stored as 64x48.
  struct Photo {
    let tag: UInt8
    let stored: (width: Int, height: Int) = (64, 48)
    var shown: (width: Int, height: Int) { tag > 4 ? (48, 64) : (64, 48) }
    var name: String { "p\(tag)" }
    /// In what a viewer shows.
    var boxes: [Box] {
      (0..<25).map { index in
        Box(
          x: (index * 7 + Int(tag)) % 30, y: (index * 11 + 3 * Int(tag)) % 25, width: 8 + index % 11,
          height: 9 + (index * 5) % 13, category: index % 3 == 0 ? "dog" : "cat")
      }
    }

    /// The boxes and the photo's size in a space.
    func boxes(in space: SpaceName) -> [Box] { space == .display ? boxes : boxes.map(stored) }
    func size(in space: SpaceName) -> (width: Int, height: Int) { space == .display ? shown : stored }

    /// The same box among the stored pixels. What a viewer shows at the left, and so on, of the 0th row and of the 0th
    /// column, is EXIF 2.32's table of 4.6.4 A, tag 274.
    private func stored(_ box: Box) -> Box {
      let sides = ["tl", "tr", "br", "bl", "lt", "rt", "rb", "lb"][Int(tag) - 1]
      func span(_ side: Character?) -> (Int, Int) {
        switch side {
        case "t": (box.y, box.height)
        case "b": (shown.height - box.y - box.height, box.height)
        case "l": (box.x, box.width)
        default: (shown.width - box.x - box.width, box.width)
        }
      }
      let (row, column) = (span(sides.first), span(sides.last))
      return Box(x: column.0, y: row.0, width: column.1, height: row.1, category: box.category)
    }
  }

  static let photos = (1...8).map { Photo(tag: $0) }

  /// Adds the photos.
  static func add(to studio: Studio) throws {
    for photo in photos {
      try studio.add(.tagged(photo.tag, seed: Int(photo.tag)), "photos/\(photo.name).jpg")
    }
  }

  /// Writes the boxes in `space` as files of `format` at or below `path`.
  static func write(_ format: AnnotationFormat, _ space: SpaceName, to path: String, in studio: Studio) throws
  {
    for (name, text) in files(format, space) { try studio.folder.write(text, to: path + name) }
  }

  private static func files(_ format: AnnotationFormat, _ space: SpaceName) -> [(name: String, text: String)]
  {
    switch format {
    case .coco: [("", coco(space))]
    case .csv: [("", csv(space))]
    case .jsonl: [("", jsonl(space))]
    case .labelStudio: [("", labelStudio(space))]
    case .hfImageFolder: [("/metadata.jsonl", hugging(space))]
    case .yolo:
      [("/classes.txt", "cat\ndog\n")] + photos.map { ("/\($0.name).txt", yolo($0, space)) }
    case .voc: photos.map { ("/\($0.name).xml", voc($0, space)) }
    case .labelme: photos.map { ("/\($0.name).json", labelme($0, space)) }
    case .yoloSeg, .yoloOBB:
      [("/classes.txt", "cat\ndog\n")] + photos.map { ("/\($0.name).txt", corners($0, space)) }
    case .yoloPose:
      [("/classes.txt", "cat\ndog\n")]
        + photos.map { photo in
          ("/\(photo.name).txt", yolo(photo, space).replacingOccurrences(of: "\n", with: " 0.5 0.5 2\n"))
        }
    case .dota: photos.map { ("/\($0.name).txt", dota($0, space)) }
    }
  }

  private static func coco(_ space: SpaceName) -> String {
    let images = photos.map { photo in
      let size = photo.size(in: space)
      return
        #"{"id": \#(photo.tag), "file_name": "\#(photo.name).jpg", "width": \#(size.width), "height": \#(size.height)}"#
    }
    var id = 0
    let annotations = photos.flatMap { photo in
      photo.boxes(in: space).map { box in
        id += 1
        return
          #"{"id": \#(id), "image_id": \#(photo.tag), "category_id": \#(box.category == "cat" ? 3 : 5), "bbox": [\#(box.list)]}"#
      }
    }
    return """
      {"images": [\(images.joined(separator: ",\n"))],
       "annotations": [\(annotations.joined(separator: ",\n"))],
       "categories": [{"id": 3, "name": "cat"}, {"id": 5, "name": "dog"}]}
      """
  }

  private static func csv(_ space: SpaceName) -> String {
    "filename,width,height,class,xmin,ymin,xmax,ymax\n"
      + photos.flatMap { photo in
        photo.boxes(in: space).map { box in
          let size = photo.size(in: space)
          return
            "\"\(photo.name).jpg\",\(size.width),\(size.height),\(box.category),\(box.x),\(box.y),\(box.x + box.width),\(box.y + box.height)\n"
        }
      }.joined()
  }

  private static func jsonl(_ space: SpaceName) -> String {
    photos.flatMap { photo in
      photo.boxes(in: space).map {
        #"{"image": "\#(photo.name).jpg", "bbox": [\#($0.list)], "category": "\#($0.category)"}"# + "\n"
      }
    }.joined()
  }

  private static func hugging(_ space: SpaceName) -> String {
    photos.map { photo in
      let boxes = photo.boxes(in: space)
      return
        #"{"file_name": "\#(photo.name).jpg", "objects": {"bbox": [\#(boxes.map { "[\($0.list)]" }.joined(separator: ", "))], "categories": [\#(boxes.map { "\"\($0.category)\"" }.joined(separator: ", "))]}}"#
        + "\n"
    }.joined()
  }

  private static func labelStudio(_ space: SpaceName) -> String {
    let tasks = photos.map { photo in
      let size = photo.size(in: space)
      let results = photo.boxes(in: space).map { box in
        """
        {"type": "rectanglelabels", "original_width": \(size.width), "original_height": \(size.height),
         "value": {"x": \(Double(box.x) * 100 / Double(size.width)), "y": \(Double(box.y) * 100 / Double(size.height)),
           "width": \(Double(box.width) * 100 / Double(size.width)),
           "height": \(Double(box.height) * 100 / Double(size.height)), "rotation": 0,
           "rectanglelabels": ["\(box.category)"]}}
        """
      }
      return
        #"{"id": \#(photo.tag), "data": {"image": "/data/upload/1/\#(photo.name).jpg"}, "annotations": [{"result": [\#(results.joined(separator: ","))]}]}"#
    }
    return "[\(tasks.joined(separator: ",\n"))]"
  }

  private static func yolo(_ photo: Photo, _ space: SpaceName) -> String {
    let size = photo.size(in: space)
    return photo.boxes(in: space).map { box in
      let (width, height) = (Double(size.width), Double(size.height))
      let x = (Double(box.x) + Double(box.width) / 2) / width
      let y = (Double(box.y) + Double(box.height) / 2) / height
      return
        "\(box.category == "cat" ? 0 : 1) \(x) \(y) \(Double(box.width) / width) \(Double(box.height) / height)\n"
    }.joined()
  }

  /// The corners of the boxes, as fractions.
  private static func corners(_ photo: Photo, _ space: SpaceName) -> String {
    let size = photo.size(in: space)
    return photo.boxes(in: space).map { box in
      let x = [box.x, box.x + box.width].map { Double($0) / Double(size.width) }
      let y = [box.y, box.y + box.height].map { Double($0) / Double(size.height) }
      return
        "\(box.category == "cat" ? 0 : 1) \(x[0]) \(y[0]) \(x[1]) \(y[0]) \(x[1]) \(y[1]) \(x[0]) \(y[1])\n"
    }.joined()
  }

  private static func dota(_ photo: Photo, _ space: SpaceName) -> String {
    "imagesource:GoogleEarth\ngsd:0.5\n"
      + photo.boxes(in: space).map { box in
        let (right, bottom) = (box.x + box.width, box.y + box.height)
        return
          "\(box.x) \(box.y) \(right) \(box.y) \(right) \(bottom) \(box.x) \(bottom) \(box.category) 0\n"
      }.joined()
  }

  private static func voc(_ photo: Photo, _ space: SpaceName) -> String {
    let size = photo.size(in: space)
    let objects = photo.boxes(in: space).map { box in
      """
        <object><name>\(box.category)</name><bndbox><xmin>\(box.x + 1)</xmin><ymin>\(box.y + 1)</ymin>
          <xmax>\(box.x + box.width)</xmax><ymax>\(box.y + box.height)</ymax></bndbox></object>
      """
    }
    return """
      <annotation>
        <folder>photos</folder><filename>\(photo.name).jpg</filename>
        <size><width>\(size.width)</width><height>\(size.height)</height><depth>3</depth></size>
      \(objects.joined(separator: "\n"))
      </annotation>
      """
  }

  private static func labelme(_ photo: Photo, _ space: SpaceName) -> String {
    let size = photo.size(in: space)
    let shapes = photo.boxes(in: space).map { box in
      """
      {"label": "\(box.category)", "shape_type": "rectangle", "flags": {},
       "points": [[\(box.x + box.width), \(box.y)], [\(box.x), \(box.y + box.height)]]}
      """
    }
    return """
      {"version": "5.4.1", "flags": {}, "shapes": [\(shapes.joined(separator: ",\n"))],
       "imagePath": "..\\\\photos\\\\\(photo.name).jpg", "imageData": "AAAA",
       "imageHeight": \(size.height), "imageWidth": \(size.width)}
      """
  }
}

extension AnnotatedPhotos.Box {
  fileprivate var list: String { "\(x), \(y), \(width), \(height)" }
}
