import Annotations
import Foundation
import ImageModel
import Testing

struct LabelmeReaderTests {
  private static let file = #"""
    {
      "version": "5.2.1",
      "flags": {},
      "shapes": [
        {
          "label": "cat",
          "points": [
            [
              40.5,
              60.0
            ],
            [
              10.25,
              20.0
            ]
          ],
          "group_id": null,
          "description": "",
          "shape_type": "rectangle",
          "flags": {}
        },
        {
          "label": "dog",
          "points": [[5.0, 50.0], [20.0, 7.5], [30.5, 33.0]],
          "group_id": 3,
          "shape_type": "polygon",
          "flags": {}
        }
      ],
      "imagePath": "..\\pictures\\a.jpg",
      "imageData": "/9j/4AAQSkZJRg==",
      "imageHeight": 30,
      "imageWidth": 40
    }
    """#

  private func file(_ shapes: String..., path: String = "a.jpg") -> String {
    #"{"imagePath": "\#(path)", "shapes": [\#(shapes.joined(separator: ","))]}"#
  }

  @Test("Rectangles by any two corners, and the rectangles around polygons")
  func boxes() {
    #expect(
      table(.labelme, Self.file).lines == [
        "a.jpg 40x30", "  1 boxes, shape 1: - cat [10.25, 20, 30.25, 40]",
        "  2 boxes, shape 2: - dog [5, 7.5, 25.5, 42.5]",
      ])
  }

  @Test("A picture lies where its file does, whatever its path")
  func folder() {
    #expect(table(.labelme, Self.file, folder: "train/1").lines.first == "train/1/a.jpg 40x30")
    let names = ["../x.jpg", "/data/x.jpg", "C:\\\\x.jpg"].map {
      table(.labelme, file(path: $0), folder: "b").lines
    }
    #expect(names == [["b/x.jpg"], ["b/x.jpg"], ["b/x.jpg"]])
    #expect(
      table(.labelme, file(#"{"points": [[1, 2], [3, 4]]}"#, path: "a/.."), folder: "b").lines == [
        "! boxes: '..' is not the name of a picture below the folder 'images'"
      ])
  }

  @Test("What is wrong with one shape leaves the others")
  func faults() {
    let text = file(
      #"{"shape_type": "circle", "points": [[1, 2], [3, 4]]}"#, #"{"shape_type": "rectangle"}"#,
      #"{"shape_type": "rectangle", "points": [[1, 2]]}"#, #"{"points": [[1, 2], [3]]}"#,
      #"{"points": [[1, 2], [3, NaN]]}"#, #"{"points": [[1, 2], [3, "4"]]}"#,
      #"{"points": [[1, 2], [3, 1e400]]}"#, #"{"points": [[1, 2], [2000000, 4]]}"#,
      #"{"points": [[0.1, 0.2], [0.5, 0.75]]}"#, #"{"label": 5, "points": [[1, 2], [3, 4]]}"#, "7")
    let noPoints = "'points' is not a list of points"
    #expect(
      table(.labelme, text).lines == [
        "a.jpg",
        "  1 boxes, shape 1: ! a shape 'circle' has no box: rectangles and polygons do",
        "  2 boxes, shape 2: ! \(noPoints)",
        "  3 boxes, shape 3: ! \(noPoints)",
        "  4 boxes, shape 4: ! \(noPoints)",
        "  5 boxes, shape 5: ! \(noPoints)",
        "  6 boxes, shape 6: ! \(noPoints)",
        "  7 boxes, shape 7: ! \(noPoints)",
        "  8 boxes, shape 8: ! 2000000 in the box [1, 2, 2000000, 4] is not a number of pixels within a million of 0",
        "  9 boxes, shape 9: ! the box [0.1, 0.2, 0.5, 0.75] holds no number above 1, but 'voc' means pixels",
        "  10 boxes, shape 10: - 5 [1, 2, 2, 2]",
        "  11 boxes, shape 11: ! \(noPoints)",
      ])
  }

  /// The picture's name comes behind the shapes: without it they are nobody's.
  @Test("A file that breaks off, and others that are none")
  func cut() {
    let cut = Self.file.components(separatedBy: "\"imagePath\"")[0]
    #expect(
      table(.labelme, cut).lines == ["! boxes: the file is no JSON: parse error: premature EOF"])
    for text in ["{}", "[]", #"{"imagePath": ""}"#, #"{"imagePath": null}"#] {
      #expect(table(.labelme, text).lines == ["! boxes: there is no 'imagePath'"])
    }
  }
}
