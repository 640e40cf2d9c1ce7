import Annotations
import ImageModel
import System
import Testing

struct HFImageFolderReaderTests {
  @Test("A line is a picture with lists of its boxes")
  func boxes() {
    let text = #"""
      {"file_name": "0001.png", "objects": {"bbox": [[302.0, 109.0, 73.0, 52.0]], "categories": [0]}}
      {"file_name": "0002.jpg", "width": 40, "height": 30, "objects": {"id": [114, 115], "area": [12, 20],
      """# + #"""
         "bbox": [[1, 2, 3, 4], [5, 6, 7, 8]], "category": ["cat", "dog"]}, "text": "a dog"}
        {"file_name": "0003.jpg", "text": "nothing here"}
        {"file_name": "0004.jpg", "objects": {"bbox": [], "categories": []}}
        """#
    let expected = [
      "0001.png", "  1 boxes, line 1, box 1: - 0 [302, 109, 73, 52]", "0002.jpg 40x30",
      "  1 boxes, line 2, box 1: 114 cat [1, 2, 3, 4]", "  2 boxes, line 2, box 2: 115 dog [5, 6, 7, 8]",
      "0003.jpg", "0004.jpg",
    ]
    #expect(table(.hfImageFolder, text).lines == expected)
    #expect(
      table(.hfImageFolder, text, folder: "train", keeping: ["dog"]).lines == [
        "train/0001.png", "train/0002.jpg 40x30", "  2 boxes, line 2, box 2: 115 dog [5, 6, 7, 8]",
        "train/0003.jpg", "train/0004.jpg",
      ])
  }

  @Test("What is wrong with one line or box leaves the others")
  func faults() {
    let lines = [
      #"{"objects": {"bbox": [[1, 2, 3, 4]]}}"#,
      #"{"file_name": "a.jpg", "objects": {"categories": [1]}}"#,
      #"{"file_name": "a.jpg", "objects": [{"bbox": [1, 2, 3, 4]}]}"#,
      #"{"file_name": "a.jpg", "objects": {"bbox": [[1, 2, 3, 4], [1, 2, 3, 5]], "categories": [1]}}"#,
      #"{"file_name": "b.jpg", "objects": {"bbox": [[1, 2, 3, 4]], "id": [1, 2]}}"#,
      #"{"file_name": "b.jpg", "objects": {"bbox": [[1, 2, 3], [1, 2, NaN, 4], null, [1, 2, 3, 4]], "id": [3, 4, 5, 6]}}"#,
      #"{"file_name": "c.jpg", "objects": {"bbox": [[1, 2, -3, 4], [1, 2, 3, 4]], "id": [6, 7]}}"#,
      #"{"file_name": "c.jpg", "width": 40, "height": 30}"#,
      #"{"file_name": "c.jpg", "width": 30, "height": 40, "objects": {"bbox": [[9, 9, 9, 9]]}}"#,
      #"{"file_name": "../x.jpg", "objects": {"bbox": [[1, 2, 3, 4], [5, 6, 7, 8]]}}"#,
      #"{"file_name": "/x.jpg", "objects": {"bbox": [[1, 2, 3, 4]]}}"#,
      #"{"file_name": "d.jpg", "objects": {"bbox": [[0.1, 0.2, 0.3, 0.4]]}}"#,
      #"{"file_name": "e.jpg", "objects": {"bbox": [[1, 2, 3, 4]"#,
    ]
    #expect(
      table(.hfImageFolder, lines.joined(separator: "\n"), folder: "train").lines == [
        "train/a.jpg",
        "  1 boxes, line 4, box 1: ! the list of boxes has 2 entries, and that of categories 1",
        "  2 boxes, line 4, box 2: ! the list of boxes has 2 entries, and that of categories 1",
        "train/b.jpg",
        "  1 boxes, line 5, box 1: ! the list of boxes has 1 entries, and that of ids 2",
        "  2 boxes, line 6, box 1: ! 'bbox' is not a list of four numbers",
        "  3 boxes, line 6, box 2: ! 'bbox' holds what is not a number",
        "  4 boxes, line 6, box 3: ! 'bbox' is not a list of four numbers",
        "  5 boxes, line 6, box 4: 6 - [1, 2, 3, 4]",
        "train/c.jpg 40x30",
        "  1 boxes, line 7, box 1: ! an earlier box has the id '6' too",
        "  2 boxes, line 7, box 2: 7 - [1, 2, 3, 4]",
        "  3 boxes, line 9, box 1: ! the size of 'train/c.jpg' is 30x40 here, and 40x30 in an earlier record",
        "train/d.jpg",
        "  1 boxes, line 12, box 1: ! the box [0.1, 0.2, 0.3, 0.4] holds no number above 1, but 'coco' means pixels",
        "! boxes, line 1: there is no 'file_name'",
        "! boxes, line 2: 'objects' has no list 'bbox'",
        "! boxes, line 3: 'objects' has no list 'bbox'",
        "! boxes, line 10: '../x.jpg' is not the name of a picture below the folder 'images'",
        "! boxes, line 11: '/x.jpg' is not the name of a picture below the folder 'images'",
        "! boxes, line 13: the line is no JSON: parse error: premature EOF",
      ])
  }

  @Test("Ids are those of one file, pictures those of all")
  func files() {
    var builder = AnnotationTable.Builder(.hfImageFolder)
    let text = #"{"file_name": "a.jpg", "objects": {"bbox": [[1, 2, 3, 4]], "id": [0]}}"#
    for folder in ["train", "validation", "train"] {
      builder.read(called: "\(folder)/metadata.jsonl") { builder throws(FileFault) in
        try builder.read(ByteFeed(Array(text.utf8)), folder: folder)
      }
    }
    #expect(
      builder.finish().lines == [
        "train/a.jpg", "  1 train/metadata.jsonl, line 1, box 1: 0 - [1, 2, 3, 4]",
        "  2 train/metadata.jsonl, line 1, box 1: 0 - [1, 2, 3, 4]", "validation/a.jpg",
        "  1 validation/metadata.jsonl, line 1, box 1: 0 - [1, 2, 3, 4]",
      ])
  }
}
