import ImageModel
import System

/// The numbers behind the class in a line of a YOLO file.
///
/// | format | numbers |
/// |---|---|
/// | `yolo` | centre x, centre y, width and height of a box, and optionally a confidence |
/// | `yolo-seg` | x and y of each point of a polygon, and optionally a confidence; or those of `yolo` |
/// | `yolo-pose` | the box of `yolo`, then x and y of each keypoint, with the visibility or without |
/// | `yolo-obb` | x and y of four corners, and optionally a confidence |
struct YOLOObject {
  /// The numbers of the box, in the order of ``boxFormat``.
  private(set) var box: BoxNumbers
  let boxFormat: BoxFormat
  private(set) var shape: ObjectShape<Annotated>?

  /// Reads the words behind the class. An object of `yolo-pose` has `keypoints` keypoints.
  init(_ words: ArraySlice<Substring>, _ format: AnnotationFormat, keypoints: Int) throws(FileFault) {
    if words.count > FixedLimits.Text.shapeNumbers {
      throw FileFault("the line has more than \(FixedLimits.Text.shapeNumbers) numbers")
    }
    switch format {
    case .yoloSeg where words.count > 5:
      try self.init(polygon: BoxNumbers.numbers(words.dropLast(words.count % 2)))
    case .yoloPose: try self.init(pose: words, keypoints)
    case .yoloOBB: try self.init(corners: words)
    default: try self.init(box: words)
    }
  }

  private init(box words: ArraySlice<Substring>) throws(FileFault) {
    guard (4...5).contains(words.count) else {
      throw FileFault(
        words.count > 5
          ? "a class and \(words.count) numbers are an outline, not a box: write 'format: yolo-seg'"
          : "a line has a class and four numbers, but this one \(words.count + 1) words")
    }
    (box, boxFormat) = (try BoxNumbers.read(Array(words.prefix(4))).get(), .yolo)
  }

  private init(polygon numbers: [Double]) throws(FileFault) {
    (box, boxFormat) = (BoxNumbers(around: numbers), .albumentations)
    var shape = ObjectShape<Annotated>()
    try shape.add(polygon: numbers)
    self.shape = shape
  }

  private init(corners words: ArraySlice<Substring>) throws(FileFault) {
    guard (8...9).contains(words.count) else {
      throw FileFault("a line has a class and eight numbers, but this one \(words.count + 1) words")
    }
    let numbers = try BoxNumbers.numbers(words.prefix(8))
    (box, boxFormat) = (BoxNumbers(around: numbers), .albumentations)
    var shape = ObjectShape<Annotated>()
    shape.add(corners: numbers)
    self.shape = shape
  }

  private init(pose words: ArraySlice<Substring>, _ count: Int) throws(FileFault) {
    guard [4 + 2 * count, 4 + 3 * count].contains(words.count) else {
      throw FileFault(
        "a line has a class, the four numbers of a box, and two or three for each of \(count) keypoints: "
          + "\(5 + 2 * count) or \(5 + 3 * count) words, but this one \(words.count + 1)")
    }
    let numbers = try BoxNumbers.numbers(words)
    (box, boxFormat) = (BoxNumbers(numbers[0], numbers[1], numbers[2], numbers[3]), .yolo)
    var shape = ObjectShape<Annotated>()
    let step = (words.count - 4) / count
    for place in stride(from: 4, to: numbers.count, by: step) {
      let (x, y) = (numbers[place], numbers[place + 1])
      // Without visibilities, a negative place or the corner stands for an unknown one.
      let isKnown = x >= 0 && y >= 0 && (x, y) != (0, 0)
      try shape.add(keypoint: x, y, visibility: step == 3 ? numbers[place + 2] : isKnown ? 2 : 0)
    }
    self.shape = shape
  }
}

extension BoxNumbers {
  /// Reads decimal numbers, with or without an exponent.
  static func numbers(_ words: some Sequence<Substring>) throws(FileFault) -> [Double] {
    var numbers: [Double] = []
    for word in words {
      guard let number = Double(decimal: word) else { throw FileFault("\(word.quoted) is not a number") }
      numbers.append(number)
    }
    return numbers
  }

  /// The left, top, right and bottom edge of the box around points. `numbers` holds x and y of each.
  init(around numbers: [Double]) {
    let x = stride(from: 0, to: numbers.count, by: 2).map { numbers[$0] }
    let y = stride(from: 1, to: numbers.count, by: 2).map { numbers[$0] }
    self.init(x.min() ?? 0, y.min() ?? 0, x.max() ?? 0, y.max() ?? 0)
  }
}
