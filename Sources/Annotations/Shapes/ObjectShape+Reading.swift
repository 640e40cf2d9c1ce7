import ImageModel
import JSON
import System

extension ObjectShape<Annotated> {
  /// Adds a polygon, x and y of each of its points.
  mutating func add(polygon numbers: [Double]) throws(FileFault) {
    if numbers.count % 2 == 1 { throw FileFault("a polygon has \(numbers.count) numbers, an odd count") }
    if numbers.count < 6 {
      throw FileFault("a polygon has \(numbers.count / 2) points, and needs three")
    }
    add(outline: numbers.map { Float($0) })
  }

  /// Adds a keypoint with the visibility 0, 1 or 2.
  mutating func add(keypoint x: Double, _ y: Double, visibility: Double) throws(FileFault) {
    guard let known = UInt8(exactly: visibility).flatMap(KeypointVisibility.init) else {
      throw FileFault("the visibility of a keypoint is 0, 1 or 2, not \(visibility)")
    }
    add(keypoint: Float(x), Float(y), known)
  }

  /// Adds an oriented box: x and y of its four corners.
  mutating func add(corners numbers: [Double]) {
    add(outline: numbers.map { Float($0) })
    isOriented = true
  }

  /// The reason why the shape can't be one in a picture whose boxes have this format; nil if it can.
  func fault(in format: BoxFormat) -> FileFault? {
    for point in outlines.lazy.flatMap(\.points) + keypoints.map(\.point) {
      for number in [point.x, point.y] where !format.allows(number) {
        return FileFault("\(Float(number)) in the shape is not \(format.wantedNumber)")
      }
    }
    return nil
  }
}

extension ObjectShape<Annotated> {
  /// The shape in a record of COCO's `annotations`, as far as it is of these kinds; nil if there is none.
  static func read(coco record: JSONValue, _ kinds: Set<ShapeKind>) throws(FileFault) -> ObjectShape? {
    var shape = ObjectShape()
    if !kinds.isDisjoint(with: [.polygons, .masks]), let value = record["segmentation"] {
      try shape.add(segmentation: value, kinds)
    }
    if kinds.contains(.keypoints), let value = record["keypoints"] { try shape.add(keypoints: value) }
    if shape.isEmpty { return nil }
    shape.isCrowd = record["iscrowd"]?.whole == 1
    return shape
  }

  /// Adds the polygons or the mask of COCO's `segmentation`, if it is of these kinds.
  private mutating func add(segmentation value: JSONValue, _ kinds: Set<ShapeKind>) throws(FileFault) {
    guard let polygons = value.list else {
      guard let counts = value["counts"] else {
        throw FileFault("'segmentation' is neither a list of polygons nor a mask with 'counts' and 'size'")
      }
      guard kinds.contains(.masks) else {
        throw FileFault("'segmentation' is a mask: say 'shapes: [polygons, masks]' to read masks too")
      }
      mask = try .read(counts, size: value["size"])
      return
    }
    if !kinds.contains(.polygons) { return }
    for polygon in polygons {
      let numbers = polygon.list?.compactMap(\.double).filter(\.isFinite) ?? []
      guard let list = polygon.list, list.count == numbers.count else {
        throw FileFault("'segmentation' is not a list of polygons, each a list of numbers")
      }
      try add(polygon: numbers)
    }
  }

  /// Adds COCO's `keypoints`: x, y and visibility of each.
  private mutating func add(keypoints value: JSONValue) throws(FileFault) {
    let numbers = value.list?.compactMap(\.double).filter(\.isFinite) ?? []
    guard let list = value.list, list.count == numbers.count, numbers.count % 3 == 0 else {
      throw FileFault("'keypoints' is not a list of three numbers for each keypoint")
    }
    for place in stride(from: 0, to: numbers.count, by: 3) {
      try add(keypoint: numbers[place], numbers[place + 1], visibility: numbers[place + 2])
    }
  }
}

extension Mask {
  /// The mask in a `segmentation` of COCO. Its counts are a list or a text, and its size is height and width.
  fileprivate static func read(_ counts: JSONValue, size: JSONValue?) throws(FileFault) -> Mask {
    guard let sides = size?.list, sides.count == 2, let size = PixelSize(sides[1], sides[0]) else {
      throw FileFault("the 'size' of the mask isn't a list of its height and its width")
    }
    if let text = counts.text { return try Mask(size: size, text: text) }
    let numbers = counts.list?.compactMap(\.whole) ?? []
    guard let list = counts.list, list.count == numbers.count else {
      throw FileFault("the 'counts' of the mask are neither a text nor a list of whole numbers")
    }
    return try Mask(size: size, counts: numbers)
  }
}
