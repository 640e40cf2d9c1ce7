import Annotations
import ImageModel
import Testing

struct LabelStudioReaderTests {
  private func task(_ results: String..., image: String = "a.jpg") -> String {
    #"{"id": 1, "data": {"image": "\#(image)"}, "annotations": [{"result": [\#(results.joined(separator: ","))]}]}"#
  }

  private func rectangle(_ value: String, id: String = "") -> String {
    let id = id.isEmpty ? "" : #""id": "\#(id)", "#
    return #"{\#(id)"type": "rectanglelabels", "value": {\#(value), "rectanglelabels": ["cat"]}}"#
  }

  @Test("Rectangles of an export")
  func boxes() {
    let text = #"""
      [{"id": 7, "annotations": [
          {"id": 3, "completed_by": 1, "was_cancelled": false, "ground_truth": false, "result": [
            {"original_width": 600, "original_height": 403, "image_rotation": 0, "id": "Dx_aB91ISN",
             "value": {"x": 50.8, "y": 5.75, "width": 20.5, "height": 40, "rotation": 0, "rectanglelabels": ["Moonwalker"]},
             "from_name": "img-2", "to_name": "img-1", "type": "rectanglelabels", "origin": "manual"},
            {"from_id": "Dx_aB91ISN", "to_id": "b", "type": "relation", "direction": "right"},
            {"id": "e", "type": "ellipselabels", "value": {"x": 5, "y": 5, "radiusX": 1, "radiusY": 1}},
            {"id": "k", "type": "keypointlabels", "value": {"x": 5, "y": 5, "width": 0.3, "keypointlabels": ["Nose"]}},
            {"id": "c", "type": "choices", "value": {"choices": ["Good"]}},
            {"original_width": 600, "original_height": 403, "id": 12, "type": "rectanglelabels",
             "value": {"x": 0, "y": 0, "width": 100, "height": 100, "rectanglelabels": []}}]},
          {"id": 4, "was_cancelled": true, "result": [
            {"id": "x", "type": "rectanglelabels", "value": {"x": 1, "y": 2, "width": 3, "height": 4}}]},
          {"id": 5, "result": [
            {"id": "y", "type": "rectanglelabels", "value": {"x": 1, "y": 2, "width": 3, "height": 4}}]}],
        "data": {"image": "/data/upload/1/a%20b-1.jpg", "id": 4}, "predictions": [{"result": []}], "total_annotations": 3},
       {"id": 8, "annotations": [], "data": {"image": "sub/b.jpg"}}]
      """#
    #expect(
      table(.labelStudio, text).lines == [
        "a b-1.jpg 600x403",
        "  1 boxes, task 1, result 1: Dx_aB91ISN Moonwalker [50.8, 5.75, 20.5, 40]",
        "  2 boxes, task 1, result 6: 12 - [0, 0, 100, 100]",
        "  3 boxes, task 1, result 7: y - [1, 2, 3, 4]",
        "sub/b.jpg",
      ])
  }

  @Test("A region whose label and text are results of their own is one box")
  func regions() {
    let value = #""x": 1, "y": 2, "width": 3, "height": 4, "rotation": 0"#
    let text = task(
      #"{"id": "r", "type": "rectangle", "value": {\#(value)}}"#,
      #"{"id": "r", "type": "labels", "value": {\#(value), "labels": ["Word"]}}"#,
      #"{"id": "r", "type": "textarea", "value": {\#(value), "text": ["so"]}}"#)
    #expect(
      table(.labelStudio, "[\(text)]").lines == ["a.jpg", "  1 boxes, task 1, result 1: r Word [1, 2, 3, 4]"])
  }

  @Test("What is wrong with one result or task leaves the others")
  func faults() {
    let first = task(
      rectangle(#""x": 1, "y": 2, "width": 3"#), rectangle(#""x": 1, "y": "2", "width": 3, "height": 4"#),
      rectangle(#""x": NaN, "y": 2, "width": 3, "height": 4"#),
      rectangle(#""x": 1, "y": 2, "width": -0.5, "height": 4"#),
      rectangle(#""x": 1, "y": 2, "width": 103, "height": 4"#),
      rectangle(#""x": 1, "y": 2, "width": 3, "height": 4, "rotation": 30.5"#),
      rectangle(#""x": 1, "y": 2, "width": 3, "height": 4"#, id: "r"),
      rectangle(#""x": 1, "y": 2, "width": 3, "height": 4"#, id: "r"),
      #"{"type": "rectanglelabels"}"#,
      rectangle(#""x": 1, "y": 2, "width": 1e400, "height": 4"#))
    let tasks = [
      first, #"{"id": 2, "data": {"ocr": "a.jpg"}}"#, "5", task(image: "../x.jpg"),
      task(rectangle(#""x": 1, "y": 2, "width": 3, "height": 4"#), image: "/data/local-files/?d=/x.jpg"),
      task(image: "https://example.org/"),
    ]
    let outside = "is not the name of a picture below the folder 'images'"
    #expect(
      table(.labelStudio, "[\(tasks.joined(separator: ","))]").lines == [
        "a.jpg",
        "  1 boxes, task 1, result 1: ! its 'value' has no 'height'",
        "  2 boxes, task 1, result 2: ! 'y' of its 'value' is not a number",
        "  3 boxes, task 1, result 3: ! its 'value' has no 'x'",
        "  4 boxes, task 1, result 4: ! the box [1, 2, -0.5, 4] has a negative size",
        "  5 boxes, task 1, result 5: ! 103 in the box [1, 2, 103, 4] is not a number from 0 to 100 in the format 'label-studio'",
        "  6 boxes, task 1, result 6: ! the box is turned by 30.5 degrees, which no crop can be",
        "  7 boxes, task 1, result 7: r cat [1, 2, 3, 4]",
        "  8 boxes, task 1, result 8: ! an earlier box has the id 'r' too",
        "  9 boxes, task 1, result 9: ! its 'value' has no 'x'",
        "  10 boxes, task 1, result 10: ! 'width' of its 'value' is not a number",
        "! boxes, task 2: 'data' has no 'image'",
        "! boxes, task 3: 'data' has no 'image'",
        "! boxes, task 4: '../x.jpg' \(outside)",
        "! boxes, task 5: '/x.jpg' \(outside)",
        "! boxes, task 6: '' \(outside)",
      ])
  }

  @Test("Sizes that contradict each other")
  func sizes() {
    func result(_ width: Int) -> String {
      #"{"type": "rectanglelabels", "original_width": \#(width), "original_height": 30, "value": "#
        + #"{"x": 1, "y": 2, "width": 3, "height": 4}}"#
    }
    #expect(
      table(.labelStudio, "[\(task(result(40), result(41)))]").lines == [
        "a.jpg 40x30", "  1 boxes, task 1, result 1: - - [1, 2, 3, 4]",
        "  2 boxes, task 1, result 2: ! the size of 'a.jpg' is 41x30 here, and 40x30 in an earlier record",
      ])
  }

  @Test(
    "Where a picture lies",
    arguments: [
      ("a%20b.jpg", "a%20b.jpg"), ("sub/a.jpg", "sub/a.jpg"), ("/data/upload/3/1f-a.jpg", "1f-a.jpg"),
      ("/data/local-files/?d=sub/a%20b%2Fc.jpg", "sub/a b/c.jpg"),
      ("http://localhost:8080/data/local-files/?d=a.jpg", "a.jpg"),
      ("https://example.org/x/a%C3%A9.jpg?sig=a/b#c", "a\u{E9}.jpg"),
      ("s3://bucket/x/a%20b.jpg", "a%20b.jpg"),
      ("http://example.org/100%.jpg", "100%.jpg"), ("http://example.org/%zz%+4%4", "%zz%+4%4"),
    ])
  func paths(_ image: String, _ name: String) {
    #expect(table(.labelStudio, "[\(task(image: image))]").lines == [name])
  }

  @Test("A file that breaks off gives what came before")
  func cut() {
    let text =
      "[\(task(rectangle(#""x": 1, "y": 2, "width": 3, "height": 4"#)))," + #"{"id": 2, "data": {"image": "b"#
    let expected = ["a.jpg", "  1 boxes, task 1, result 1: - cat [1, 2, 3, 4]"]
    #expect(
      table(.labelStudio, text).lines
        == expected + ["! boxes: record 2 is no JSON: parse error: premature EOF"])
    #expect(table(.labelStudio, "{}").lines == ["! boxes: the file is not a list"])
    #expect(table(.labelStudio, "[]").lines == [])
  }
}
