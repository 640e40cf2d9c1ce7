import Annotations
import ImageModel
import System
import Testing

/// Shapes beside boxes, in each format that has them.
struct ShapeReaderTests {
  /// The shapes of a file: a line for each box, with the fault or the numbers in a picture of 100x100.
  private func shapes(
    _ format: AnnotationFormat, _ text: String, _ kinds: Set<ShapeKind> = [], keypoints: Int = 0,
    keeping: Set<String>? = nil
  ) -> [String] {
    var builder = AnnotationTable.Builder(format, shapes: kinds, keypoints: keypoints)
    builder.read(called: "file") { builder throws(FileFault) in
      try builder.read(ByteFeed(Array(text.utf8)), picture: "a.jpg")
    }
    let table = builder.finish(keeping: keeping)
    return table.boxes.enumerated().map { index, box in
      if let fault = table.fault(of: box) { return "! \(fault)" }
      let rect: RealRect<Display> = table.rect(of: box, in: PixelSize(width: 100, height: 100))
      let numbers = [rect.x, rect.y, rect.width, rect.height].map { "\(Float($0))" }.joined(separator: " ")
      let shape: ObjectShape<Display>? = table.shape(ofBox: index, in: PixelSize(width: 100, height: 100))
      let texts =
        (shape?.outlineNumbers ?? []).map { "(\(joined($0)))" } + [joined(shape?.keypointNumbers ?? [])]
      var flags = shape?.mask.map { ["mask \($0.size) \($0.counts)"] } ?? []
      if shape?.isOriented == true { flags.append("oriented") }
      if shape?.isDifficult == true { flags.append("difficult") }
      if shape?.isCrowd == true { flags.append("crowd") }
      return (["\(table.category(of: box) ?? "-"): \(numbers);"] + texts.filter { !$0.isEmpty } + flags)
        .joined(separator: " ")
    }
  }

  private func joined(_ numbers: [Float]) -> String { numbers.map { "\($0)" }.joined(separator: " ") }

  private func coco(_ keys: String..., category: String = "") -> String {
    let records = keys.map { #"{"image_id": 1, "category_id": 1, "bbox": [1, 2, 30, 40], \#($0)}"# }
    return
      #"{"annotations": [\#(records.joined(separator: ","))], "images": [{"id": 1, "file_name": "a.jpg"}], "#
      + #""categories": [{"id": 1, "name": "cat"\#(category)}]}"#
  }

  @Test("COCO: polygons and keypoints, if the job asks for them")
  func kinds() {
    let file = coco(
      #""segmentation": [[1, 2, 31, 2, 31, 42.5], [5, 5, 6, 5, 6, 6, 5, 6]], "iscrowd": 1, "#
        + #""num_keypoints": 1, "keypoints": [3, 4, 2, 7, 8, 0]"#,
      #""segmentation": [], "keypoints": []"#)
    #expect(shapes(.coco, file) == ["cat: 1.0 2.0 30.0 40.0;", "cat: 1.0 2.0 30.0 40.0;"])
    let polygons = "(1.0 2.0 31.0 2.0 31.0 42.5) (5.0 5.0 6.0 5.0 6.0 6.0 5.0 6.0)"
    #expect(
      shapes(.coco, file, [.polygons]) == [
        "cat: 1.0 2.0 30.0 40.0; \(polygons) crowd", "cat: 1.0 2.0 30.0 40.0;",
      ])
    #expect(
      shapes(.coco, file, [.keypoints]).first == "cat: 1.0 2.0 30.0 40.0; 3.0 4.0 2.0 0.0 0.0 0.0 crowd")
    #expect(
      shapes(.coco, file, [.polygons, .keypoints]).first
        == "cat: 1.0 2.0 30.0 40.0; \(polygons) 3.0 4.0 2.0 0.0 0.0 0.0 crowd")
  }

  @Test("COCO: a fault of a shape fails its box alone")
  func cocoFaults() {
    let file = coco(
      #""segmentation": [[1, 2, 31, 2]]"#, #""segmentation": [[1, 2, 31, 2, 5, 6, 7]]"#,
      #""segmentation": [1, 2, 3, 4, 5, 6]"#, #""segmentation": [[1, 2, 3, 4, 5, NaN]]"#,
      #""segmentation": {"counts": "0", "size": [1, 1]}"#, #""segmentation": [[1, 2, 3, 4, 5, 1e7]]"#,
      #""segmentation": "no""#,
      #""keypoints": [1, 2, 3]"#, #""keypoints": [1, 2]"#, #""keypoints": "no""#, #""iscrowd": 0"#)
    #expect(
      shapes(.coco, file, [.polygons, .keypoints]) == [
        "! a polygon has 2 points, and needs three",
        "! a polygon has 7 numbers, an odd count",
        "! 'segmentation' is not a list of polygons, each a list of numbers",
        "! 'segmentation' is not a list of polygons, each a list of numbers",
        "! 'segmentation' is a mask: say 'shapes: [polygons, masks]' to read masks too",
        "! 10000000.0 in the shape is not a number of pixels within a million of 0",
        "! 'segmentation' is neither a list of polygons nor a mask with 'counts' and 'size'",
        "! the visibility of a keypoint is 0, 1 or 2, not 3.0",
        "! 'keypoints' is not a list of three numbers for each keypoint",
        "! 'keypoints' is not a list of three numbers for each keypoint",
        "cat: 1.0 2.0 30.0 40.0;",
      ])
  }

  @Test("COCO: masks by a list of counts or by their text, whose size is height and width")
  func masks() {
    let file = coco(
      #""segmentation": {"counts": [4, 1, 1, 1, 2, 2, 3, 1], "size": [3, 5]}, "iscrowd": 1"#,
      #""segmentation": {"size": [3, 5], "counts": "4110111O"}, "keypoints": [3, 4, 2]"#,
      #""segmentation": [[1, 2, 31, 2, 31, 42.5]]"#)
    let one = "cat: 1.0 2.0 30.0 40.0; mask 5x3 4110111O"
    #expect(shapes(.coco, file, [.masks]) == ["\(one) crowd", one, "cat: 1.0 2.0 30.0 40.0;"])
    let both = shapes(.coco, file, [.masks, .polygons, .keypoints])
    #expect(
      both == [
        "\(one) crowd", "cat: 1.0 2.0 30.0 40.0; 3.0 4.0 2.0 mask 5x3 4110111O",
        "cat: 1.0 2.0 30.0 40.0; (1.0 2.0 31.0 2.0 31.0 42.5)",
      ])
  }

  @Test("COCO: a fault of a mask fails its box alone")
  func maskFaults() {
    let file = coco(
      #""segmentation": {"counts": [4, 1], "size": [3, 5]}"#,
      #""segmentation": {"counts": "4o", "size": [3, 5]}"#,
      #""segmentation": {"counts": [4, 1.5], "size": [3, 5]}"#,
      #""segmentation": {"counts": "6", "size": [6]}"#,
      #""segmentation": {"counts": {}, "size": [2, 3]}"#, #""segmentation": {"counts": [6], "size": [2, 3]}"#)
    #expect(
      shapes(.coco, file, [.masks]) == [
        "! the counts of the mask add up to 5, and its size 5x3 has 15 samples",
        "! the counts of the mask are no text as COCO writes it",
        "! the 'counts' of the mask are neither a text nor a list of whole numbers",
        "! the 'size' of the mask isn't a list of its height and its width",
        "! the 'counts' of the mask are neither a text nor a list of whole numbers",
        "cat: 1.0 2.0 30.0 40.0; mask 3x2 6",
      ])
  }

  @Test("COCO: the names and the skeleton of a category's keypoints")
  func skeleton() {
    var builder = AnnotationTable.Builder(.coco, shapes: [.keypoints])
    let text = coco(category: #", "keypoints": ["nose", "ear"], "skeleton": [[1, 2], [3]]"#)
    for name in ["one", "two"] {
      builder.read(called: name) { builder throws(FileFault) in
        try builder.read(ByteFeed(Array(text.utf8)))
      }
    }
    #expect(
      builder.finish().keypoints == [
        CategoryKeypoints(category: "cat", names: ["nose", "ear"], skeleton: [[1, 2]])
      ])
  }

  @Test("Boxes that a job leaves out take their shapes with them")
  func keeping() {
    let file = """
      0 0.1 0.1 0.2 0.1 0.2 0.2
      1 0.5 0.5 0.7 0.5 0.7 0.75
      0 0.5 0.5 0.25 0.25
      1 0.25 0.25 0.5 0.25 0.5 0.5
      """
    #expect(
      shapes(.yoloSeg, file, keeping: ["1"]) == [
        "1: 50.0 50.0 20.0 25.0; (50.0 50.0 70.0 50.0 70.0 75.0)",
        "1: 25.0 25.0 25.0 25.0; (25.0 25.0 50.0 25.0 50.0 50.0)",
      ])
  }

  @Test("labelme: polygons, but not rectangles")
  func labelme() {
    let file = #"""
      {"imagePath": "a.jpg", "shapes": [
        {"label": "a", "points": [[5.0, 50.0], [20.0, 7.5], [30.5, 33.0]], "shape_type": "polygon"},
        {"label": "b", "points": [[1, 2], [3, 4]], "shape_type": "rectangle"},
        {"label": "c", "points": [[1, 2], [3, 4]]}]}
      """#
    #expect(
      shapes(.labelme, file, [.polygons]) == [
        "a: 5.0 7.5 25.5 42.5; (5.0 50.0 20.0 7.5 30.5 33.0)", "b: 1.0 2.0 2.0 2.0;",
        "! a polygon has 2 points, and needs three",
      ])
    #expect(shapes(.labelme, file).last == "c: 1.0 2.0 2.0 2.0;")
  }

  @Test("yolo-seg: polygons with a confidence or without, and boxes")
  func segments() {
    let file = """
      2 0.1 0.2 0.5 0.2 0.5 0.75 0.9
      0 0.5 0.25 0.5 0.25
      1 0.5 0.5 0.5 0.5 0.5
      1 0.1 0.1 0.2 0.2 x 0.3
      1 0.1 0.1 0.2 0.2 1.25 0.3
      1 0.5 0.5 0.5
      """
    #expect(
      shapes(.yoloSeg, file) == [
        "2: 10.0 20.0 40.0 55.0; (10.0 20.0 50.0 20.0 50.0 75.0)", "0: 25.0 12.5 50.0 25.0;",
        "1: 25.0 25.0 50.0 50.0;", "! 'x' is not a number", "! 1.25 in the shape is not a number from 0 to 1",
        "! a line has a class and four numbers, but this one 4 words",
      ])
  }

  @Test(
    "yolo-seg: a box that reaches beyond the picture is the box of yolo, and a fault names its own numbers")
  func boxesOfSegments() {
    let file = """
      0 0.9375 0.5 0.25 0.25
      0 1.25 0.5 0.5 0.5
      0 0.5 0.5 -0.0078125 0.5
      """
    let expected = [
      "0: 81.25 37.5 25.0 25.0;",
      "! 1.25 in the box [1.25, 0.5, 0.5, 0.5] is not a number from 0 to 1 in the format 'yolo'",
      "! the box [0.5, 0.5, -0.0078125, 0.5] has a negative size",
    ]
    #expect(shapes(.yoloSeg, file) == expected)
    #expect(shapes(.yolo, file) == expected)
  }

  @Test("yolo-pose: keypoints with visibilities or without")
  func poses() {
    let file = """
      0 0.5 0.5 0.5 0.5 0.25 0.5 2 0.75 0.5 0
      0 0.5 0.5 0.5 0.5 0.25 0.5 -0.5 -0.5
      0 0.5 0.5 0.5 0.5 0.25 0.5 1.000000 0.5 0.5 3
      0 0.5 0.5 0.5 0.5 0.25 0.5 2
      """
    #expect(
      shapes(.yoloPose, file, keypoints: 2) == [
        "0: 25.0 25.0 50.0 50.0; 25.0 50.0 2.0 0.0 0.0 0.0",
        "0: 25.0 25.0 50.0 50.0; 25.0 50.0 2.0 0.0 0.0 0.0",
        "! the visibility of a keypoint is 0, 1 or 2, not 3.0",
        "! a line has a class, the four numbers of a box, and two or three for each of 2 keypoints: 9 or 11 words, "
          + "but this one 8",
      ])
  }

  @Test("yolo-obb and dota: four corners")
  func corners() {
    #expect(
      shapes(.yoloOBB, "3 0.5 0.25 0.75 0.5 0.5 0.75 0.25 0.5\n3 0.5 0.5 0.5 0.5\n") == [
        "3: 25.0 25.0 50.0 50.0; (50.0 25.0 75.0 50.0 50.0 75.0 25.0 50.0) oriented",
        "! a line has a class and eight numbers, but this one 5 words",
      ])
    let dota = """
      imagesource:GoogleEarth
      gsd:0.146

      50.0 25.0 75.0 50.0 50.0 75.0 25.0 50.0 small-vehicle 1
      1 2 3 2 3 4 1 4 ship
      1 2 3 2 3 4 1 4 ship 2
      1 2 3 2 3 4 1 ship 0
      1 2 3 2 3 4 1 4 large vehicle 0
      """
    #expect(
      shapes(.dota, dota) == [
        "small-vehicle: 25.0 25.0 50.0 50.0; (50.0 25.0 75.0 50.0 50.0 75.0 25.0 50.0) oriented difficult",
        "ship: 1.0 2.0 2.0 2.0; (1.0 2.0 3.0 2.0 3.0 4.0 1.0 4.0) oriented",
        "! the difficulty is 0 or 1, not '2'", "! 'ship' is not a number",
        "! a line has eight numbers, a category and a difficulty, but this one 11 words",
      ])
  }
}
