import ImageModel
import JobFile
import Testing

@testable import Drafting

/// The parts of a job's draft.
struct DraftPartsTests {
  @Test(
    "The narrowest pattern for files",
    arguments: [
      (["a.jpg", "b.JPG"], "*.jpg"), (["x/a.jpg", "x/b.png"], "x/*.{jpg,png}"),
      (["x/a.jpg", "x/y/b.jpg"], "x/**/*.jpg"), (["x/y/a.jpg", "xy/b.jpg"], "**/*.jpg"),
      (["x/y/a.jpg", "x/z/b.jpg"], "x/**/*.jpg"), (["{x}*/a.tar.gz"], #"\{x\}\*/*.tar.gz"#),
    ])
  func patterns(_ files: [String], _ text: String) throws {
    let pattern = FilePattern(files.map { Array($0.utf8) }, endings: [".jpg", ".png", ".gz", ".tar.gz"])
    #expect(pattern.text == text)
    _ = try GlobPattern(parsing: pattern.text)
  }

  @Test("A folder whose name isn't UTF-8 stands in no pattern")
  func bytes() {
    let file = Array("x/".utf8) + [0xFF] + Array("/a.jpg".utf8)
    #expect(FilePattern([file], endings: [".jpg"]).text == "x/**/*.jpg")
    #expect(FilePattern.all(below: Array(file.dropLast(6))) == nil)
  }

  @Test(
    "Annotations in several folders become one",
    arguments: [
      (["labels/train images/train", "labels/val images/val"], ["labels images"]),
      (
        ["train/labels train/images", "val/labels val/images"],
        ["train/labels train/images", "val/labels val/images"]
      ),
      (["p/a p/a", "p/b/c p/b/c"], ["p p"]), (["p p", "q q"], [" "]), ([" "], [" "]),
    ])
  func folders(_ folders: [String], _ joined: [String]) {
    #expect(AnnotatedFolder.joined(folders.map(Self.folder)) == joined.map(Self.folder))
  }

  private static func folder(_ text: String) -> AnnotatedFolder {
    let paths = text.split(separator: " ", omittingEmptySubsequences: false).map { Array($0.utf8) }
    return AnnotatedFolder(format: .yolo, boxFormat: .yolo, path: paths[0], images: paths[1])
  }

  @Test("Characters that can't stand in a job file are escaped")
  func quotes() {
    #expect(YAMLText.quoted("a\"\\\u{7F}\u{85}\u{2028}\té") == #""a\"\\\u007f\u0085\u2028\u0009é""#)
    #expect(
      ["a-1/B_c.x", "1", "Null", "-", "a b", ""].map(YAMLText.scalar) == [
        "a-1/B_c.x", #""1""#, #""Null""#, #""-""#, #""a b""#, #""""#,
      ])
  }
}
