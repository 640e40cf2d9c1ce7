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
    if kinds.contains(.polygons), let value = record["segmentation"] { try shape.add(segmentation: value) }
    if kinds.contains(.keypoints), let value = record["keypoints"] { try shape.add(keypoints: value) }
    if shape.isEmpty { return nil }
    shape.isCrowd = record["iscrowd"]?.whole == 1
    return shape
  }

  /// Adds the polygons of COCO's `segmentation`.
  private mutating func add(segmentation value: JSONValue) throws(FileFault) {
    guard let polygons = value.list else {
      throw FileFault("'segmentation' is a run-length mask, and only polygons can be read")
    }
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
