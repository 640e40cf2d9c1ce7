import ImageModel
import TestSupport
import Testing

@testable import Audit

/// The recognition of annotation files and of their folders of pictures.
struct RecognitionTests {
  @Test(
    "Keys of the outermost object",
    arguments: [
      (#"{"images": [{"file_name": "a:b"}], "annotations" : [], "cate"#, ["images", "annotations"]),
      (#"{"a\"{": "}", "b": {"c": 1}, "d": [{"e": 2}]}"#, [#"a\"{"#, "b", "d"]),
      (#"[{"data": 1}]"#, []), ("", []), ("\u{0}}]::", []),
    ] as [(String, [String])])
  func keys(_ text: String, _ keys: [String]) {
    #expect(JSONKeys.outermost(Array(text.utf8)) == Set(keys))
  }

  @Test(
    "The format shows in the name and the first bytes",
    arguments: [
      ("a.json", #"{"images": [], "annotations": []}"#, AnnotationFormat.coco),
      ("a.json", #"{"images": []}"#, nil),
      ("a.JSON", #"{"version": "5", "shapes": []}"#, .labelme),
      ("captions_val.json", #"{"images": [], "annotations": []}"#, nil),
      ("a.xml", "<?xml version='1.0'?><annotation>", .voc), ("a.xml", "<svg/>", nil),
      ("a.txt", "0 0.5 0.5 0.2 0.2\n", .yolo), ("a.txt", "\r\n\n12 .5 .5 .2 .2 .9\r\n", .yolo),
      ("a.txt", "0 0.5 0.5 0.2 0.2\n1 0.1 0.1 0.2 0.1 0.2 0.2\n", .yoloSeg),
      ("a.txt", "a photo of a cat\n", nil), ("a.txt", "-1 0.5 0.5 0.2 0.2\n", nil), ("a.txt", "", nil),
      ("classes.txt", "1 2 3 4 5\n", nil),
      ("a.csv", "Filename,XMin,ymin,xmax,ymax\n", .csv), ("a.csv", "filename,xmin,ymin\n", nil),
      ("a.csv", "xmin,ymin,xmax,ymax\n", nil),
      ("metadata.jsonl", "", .hfImageFolder), ("other.jsonl", "", nil),
    ] as [(String, String, AnnotationFormat?)])
  func kinds(_ name: String, _ text: String, _ format: AnnotationFormat?) {
    #expect(AnnotationKind(name, Array(text.utf8))?.format == format)
  }

  @Test("The columns of a CSV tell how boxes are written")
  func columns() {
    for (columns, format) in [
      ("path,x,y,width,height", BoxFormat.coco), ("path,cx,cy,width,height", .yolo),
      ("image,xmin,ymin,xmax,ymax,width,height", .voc),
    ] {
      #expect(AnnotationKind("a.csv", Array((columns + "\n1,2").utf8))?.boxFormat == format)
    }
  }

  @Test("A large COCO file counts by one of its lists")
  func large() {
    let start = #"{"info": {}, "images": ["# + String(repeating: " ", count: AnnotationKind.startBytes)
    #expect(AnnotationKind("a.json", Array(start.utf8.prefix(AnnotationKind.startBytes)))?.format == .coco)
  }

  /// Pictures of three splits, of which two are numbered in the same way.
  private static let index = PictureIndex(
    ["images/train/1.jpg", "images/train/2.jpg", "images/val/1.jpg", "images/val/2.jpg", "test/x/3.b.png"].map
    {
      Array($0.utf8)
    })

  /// Names in annotations, their file, and the folder of their pictures.
  private static let folders: [([String], String, String?)] = [
    (["1.jpg", "2.jpg"], "annotations/instances_val.json", "images/val"),
    (["val/1.jpg"], "a.json", "images"),
    (["images/val/1.jpg", "images/val/9.jpg"], "a.json", ""),
    (["3.b.png", "1.jpg"], "images/train/a.json", "images/train"),
    (["al/1.jpg"], "a.json", nil), (["9.jpg"], "a.json", nil), ([], "a.json", nil),
  ]

  @Test(
    "The folder of pictures is that with most of the names, or else the one closest to the file",
    arguments: folders)
  func folder(_ names: [String], _ file: String, _ folder: String?) {
    let names = names.map { Array($0.utf8) }
    let found = Self.index.folder(of: names, areStems: false, beside: Array(file.utf8))
    #expect(found.map { String(decoding: $0, as: UTF8.self) } == folder)
  }

  @Test("Names without extension find pictures too")
  func stems() {
    for (file, folder) in [
      ("labels/val/1.txt", "images/val"), ("labels/train/2.txt", "images/train"),
      ("labels/3.b.txt", "test/x"),
    ] {
      let stem = Array(file.dropLast(4).utf8.split(separator: UInt8(ascii: "/")).last ?? [])
      let found = Self.index.folder(of: [stem], areStems: true, beside: Array(file.utf8))
      #expect(found.map { String(decoding: $0, as: UTF8.self) } == folder)
    }
  }
}
