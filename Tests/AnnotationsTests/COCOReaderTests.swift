import Foundation
import Annotations
import ImageModel
import Testing

struct COCOReaderTests {
  private static let images = """
    "images": [{"id": 1, "file_name": "a.jpg", "width": 40, "height": 30, "license": {"id": 4}},
      {"id": 2, "file_name": "sub/b.jpg", "width": 30, "height": 40}]
    """
  private static let categories = """
    "categories": [{"id": 7, "name": "cat"}, {"id": 9, "name": "dog", "supercategory": "animal"}]
    """
  private static let annotations = """
    "annotations": [
      {"id": 11, "image_id": 2, "category_id": 7, "bbox": [1, 2, 3, 4], "segmentation": [[1, 2, 3, 4]]},
      {"id": 12, "image_id": 1, "category_id": 9, "bbox": [0.5, 10, 20.25, 5], "iscrowd": 0},
      {"id": 13, "image_id": 2, "category_id": 9, "bbox": [5, 6, 7, 8]}]
    """
  private static let expected = [
    "a.jpg 40x30",
    "  1 boxes, annotation 2: 12 dog [0.5, 10, 20.25, 5]",
    "sub/b.jpg 30x40",
    "  1 boxes, annotation 1: 11 cat [1, 2, 3, 4]",
    "  2 boxes, annotation 3: 13 dog [5, 6, 7, 8]",
  ]

  @Test("Boxes come with their pictures, whichever list comes first")
  func order() {
    let parts = [Self.images, Self.categories, Self.annotations]
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      let text = "{\"info\": {\"images\": [1]}, \(order.map { parts[$0] }.joined(separator: ", "))}"
      let lines = table(.coco, text).lines
      #expect(order == [0, 1, 2] ? lines == Self.expected : Set(lines) == Set(Self.expected), "\(order)")
    }
  }

  @Test("A category keeps the numbers of its boxes")
  func keeping() {
    let text = "{\(Self.images), \(Self.categories), \(Self.annotations)}"
    #expect(
      table(.coco, text, keeping: ["dog"]).lines == [
        "a.jpg 40x30", "  1 boxes, annotation 2: 12 dog [0.5, 10, 20.25, 5]", "sub/b.jpg 30x40",
        "  2 boxes, annotation 3: 13 dog [5, 6, 7, 8]",
      ])
    #expect(table(.coco, text).categories == ["cat", "dog"])
  }

  @Test("What is wrong with one record leaves the others")
  func faults() {
    let records = [
      #"{"id": 1, "image_id": 1, "category_id": 7, "bbox": [1, 2, NaN, 4]}"#,
      #"{"id": 2, "image_id": 1, "category_id": 7, "bbox": [1, 2, -Infinity, 4]}"#,
      #"{"id": 3, "image_id": 1, "category_id": 7, "bbox": [1, 2, -3, 4]}"#,
      #"{"id": 4, "image_id": 1, "category_id": 7, "bbox": [0.1, 0.2, 0.3, 0.4]}"#,
      #"{"id": 5, "image_id": 1, "category_id": 7, "bbox": [1, 2, 3]}"#,
      #"{"id": 6, "image_id": 1, "category_id": 7}"#,
      #"{"id": 7, "image_id": 1, "category_id": 8, "bbox": [1, 2, 3, 4]}"#,
      #"{"id": 8, "image_id": 5, "category_id": 7, "bbox": [1, 2, 3, 4]}"#,
      #"{"id": 9, "category_id": 7, "bbox": [1, 2, 3, 4]}"#,
      #"{"id": 3, "image_id": 1, "category_id": 7, "bbox": [1, 2, 3, 4]}"#,
      #"{"id": 10, "image_id": 1, "category_id": 7, "bbox": [1, 2, 3, 2000000]}"#,
      #"{"id": 11, "image_id": 1, "category_id": 7, "bbox": [1e1, 2, 3.0, 4]}"#,
      #"{"id": 12, "image_id": 1, "bbox": [1, 2, 3, 4]}"#,
    ]
    let text = "{\(Self.images), \(Self.categories), \"annotations\": [\(records.joined(separator: ","))]}"
    #expect(
      table(.coco, text).lines == [
        "a.jpg 40x30",
        "  1 boxes, annotation 1: ! 'bbox' holds what is not a number",
        "  2 boxes, annotation 2: ! 'bbox' holds what is not a number",
        "  3 boxes, annotation 3: ! the box [1, 2, -3, 4] has a negative size",
        "  4 boxes, annotation 4: ! the box [0.1, 0.2, 0.3, 0.4] holds no number above 1, but 'coco' means pixels",
        "  5 boxes, annotation 5: ! 'bbox' is not a list of four numbers",
        "  6 boxes, annotation 6: ! there is no 'bbox'",
        "  7 boxes, annotation 7: ! no category has its 'category_id'",
        "  8 boxes, annotation 10: ! an earlier box has the id '3' too",
        "  9 boxes, annotation 11: ! 2000000 in the box [1, 2, 3, 2000000] is not a number of pixels within a million of 0",
        "  10 boxes, annotation 12: 11 cat [10, 2, 3, 4]",
        "  11 boxes, annotation 13: ! there is no 'category_id'",
        "sub/b.jpg 30x40",
        "! boxes, annotation 8: no image has its 'image_id'",
        "! boxes, annotation 9: there is no 'image_id'",
      ])
  }

  @Test("What is wrong with pictures and categories")
  func lists() {
    let images = [
      #"{"id": 1, "file_name": "../x.jpg"}"#, #"{"file_name": "a.jpg"}"#,
      #"{"id": 2, "file_name": "b.jpg", "width": 4, "height": 3}"#, #"{"id": 2, "file_name": "c.jpg"}"#,
      #"{"id": 3, "file_name": "b.jpg", "width": 5, "height": 3}"#,
    ]
    let categories = [#"{"id": 7}"#, #"{"id": 8, "name": "cat"}"#, #"{"id": 8, "name": "dog"}"#]
    let boxes = [1, 3, 2].map { #"{"image_id": \#($0), "category_id": 8, "bbox": [1, 2, 3, 4]}"# }
    let lists = [("images", images), ("categories", categories), ("annotations", boxes)].map {
      "\"\($0)\": [\($1.joined(separator: ","))]"
    }
    let outside = "'../x.jpg' is not the name of a picture below the folder 'images'"
    #expect(
      table(.coco, "{\(lists.joined(separator: ","))}").lines == [
        "b.jpg 4x3",
        "  1 boxes, annotation 2: ! the size of 'b.jpg' is 5x3 here, and 4x3 in an earlier record",
        "  2 boxes, annotation 3: - cat [1, 2, 3, 4]",
        "! boxes: image 2 has no 'id' or no 'file_name'",
        "! boxes: image 4 has the id '2' of an earlier one",
        "! boxes: category 1 has no 'id' or no 'name'",
        "! boxes: category 3 has the id '8' of an earlier one",
        "! boxes: \(outside)",
        "! boxes, annotation 1: \(outside)",
      ])
  }

  @Test("A file that breaks off gives what came before")
  func cut() {
    let text = "{\(Self.images), \(Self.categories), \(Self.annotations)}"
    let cut = text.prefix(upTo: text.range(of: "{\"id\": 13")?.upperBound ?? text.endIndex)
    #expect(
      table(.coco, String(cut)).lines == Self.expected.dropLast() + [
        "! boxes: record 3 of 'annotations' is no JSON: parse error: premature EOF"
      ])
    #expect(table(.coco, "[]").lines == ["! boxes: the file is not an object"])
    #expect(table(.coco, "").lines == ["! boxes: the file is no JSON: parse error: premature EOF"])
  }
}
