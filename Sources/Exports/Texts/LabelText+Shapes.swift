import ImageModel

extension LabelText {
  /// YOLO with polygons: a line for each object, with its class number and the points of its outline as fractions of
  /// the output. An object without outlines has those of its box.
  static func segments(_ boxes: [ShownBox], size: PixelSize, number: (String) -> Int) -> String {
    boxes.map { shown in
      let outline = shown.shape.map(\.joinedOutline) ?? []
      return line(number(shown.category), outline.isEmpty ? shown.corners : outline, size)
    }.joined()
  }

  /// YOLO with oriented boxes: a line for each object, with its class number and four corners as fractions of the
  /// output.
  static func orientedBoxes(_ boxes: [ShownBox], size: PixelSize, number: (String) -> Int) -> String {
    boxes.map { line(number($0.category), $0.corners, size) }.joined()
  }

  /// YOLO with keypoints: the lines of `yolo`, each with x, y and visibility of `count` keypoints. Those that an object
  /// lacks are unlabelled.
  static func poses(
    _ boxes: [ShownBox], keypoints count: Int, size: PixelSize, number: (String) -> Int
  ) -> String {
    boxes.map { shown in
      let box = yolo([shown], size: size, number: number).dropLast()
      let known = shown.shape?.keypoints ?? []
      let keypoints = (0..<count).map { place in
        let keypoint = known.indices.contains(place) ? known[place] : nil
        return fractions(keypoint?.point ?? RealPoint(0, 0), size) + " \(keypoint?.visibility.rawValue ?? 0)"
      }
      return ([String(box)] + keypoints).joined(separator: " ") + "\n"
    }.joined()
  }

  /// DOTA: a line for each object, with four corners in pixels, the category and the difficulty. Hyphens replace white
  /// space in categories.
  static func dota(_ boxes: [ShownBox]) -> String {
    boxes.map { shown in
      let numbers = shown.corners.flatMap { [$0.x, $0.y] }.map(thousandths)
      let category = oneLine(shown.category).split(whereSeparator: \.isWhitespace).joined(separator: "-")
      return (numbers + [category.isEmpty ? "-" : category, shown.shape?.isDifficult == true ? "1" : "0"])
        .joined(separator: " ") + "\n"
    }.joined()
  }

  private static func line(_ number: Int, _ points: [RealPoint<Output>], _ size: PixelSize) -> String {
    (["\(number)"] + points.map { fractions($0, size) }).joined(separator: " ") + "\n"
  }

  private static func fractions(_ point: RealPoint<Output>, _ size: PixelSize) -> String {
    millionths(point.x / Double(size.width)) + " " + millionths(point.y / Double(size.height))
  }

  /// The number of pixels, rounded to thousandths.
  private static func thousandths(_ pixels: Double) -> String { "\((pixels * 1000).rounded() / 1000)" }
}
