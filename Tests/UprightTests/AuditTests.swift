import Foundation
import TestSupport
import Testing

/// `upright audit` as users see it. `Tests/Integration/test_audit.py` has more sets with planted faults.
struct AuditTests {
  /// The parts of a report that these tests look at.
  private struct Report: Decodable {
    struct Finding: Decodable {
      var code, file, message: String
      var place, picture, other: String?
    }

    var pictures, annotation_files, boxes: Int
    var compared: Int?
    var counts: [String: Int]
    var findings: [Finding]
  }

  /// A set in the folders of Ultralytics, with a fault of each sort.
  private static func broken() throws -> Studio {
    let studio = try Studio()
    try studio.add(Picture(width: 64, height: 48, seed: 7), "images/train/a.jpg")
    // A picture, and the same one in worse quality.
    for (path, quality) in [("images/train/b.jpg", 90), ("images/val/c.jpg", 70)] {
      var jpeg = TestJPEG(.ycbcr)
      jpeg.quality = quality
      try studio.folder.write(jpeg.file(.noisy(width: 256, height: 192)), to: path)
    }
    try studio.folder.write(try studio.folder.read("images/train/a.jpg"), to: "images/train/d.png")
    try studio.folder.write("text", to: "images/val/e.jpg")
    let whole = try Picture(width: 128, height: 128, seed: 9).jpeg()
    try studio.folder.write(Array(whole.dropLast(200)), to: "images/val/f.jpg")
    try studio.folder.write("0 0.5 0.5 0.5 0.5\n0 0.5 0.5 0.5 0.5\n", to: "labels/train/a.txt")
    // The right edge is at (0.9 + 0.25) * 256 = 294.4.
    try studio.folder.write("1 0.9 0.5 0.5 0.5\n1 0.5 0.5 0 0.5\n", to: "labels/train/b.txt")
    try studio.folder.write("5 0.5 0.5 0.5 0.5\n", to: "labels/train/d.txt")
    for name in ["c", "f", "lost"] { try studio.folder.write("", to: "labels/val/\(name).txt") }
    try studio.folder.write("car\nCar \n", to: "classes.txt")
    return studio
  }

  @Test("A broken set: each fault once, a page with pictures, and the set as it was")
  func faults() throws {
    let studio = try Self.broken()
    let before = try studio.contents()
    let run = try studio.upright("audit", "--html", "page.html", ".")
    #expect(run.ending == .exit(1), "\(run.stderr)")
    let bytes = try studio.folder.read("images/val/f.jpg").count
    let expected: [String] = [
      "  images/val/e.jpg: this is not an image format that is read",
      "  images/val/f.jpg: the file ends within its picture, after \(bytes) bytes",
      "  images/train/d.png: its extension is 'png', and its content is jpeg",
      "  labels/train/d.txt, line 1, on images/train/d.png: class 5 is not among the 2 of 'classes.txt'",
      "  labels/train/b.txt, line 2, on images/train/b.jpg: the box [128, 48, 0, 96] has no area",
      "  labels/train/b.txt, line 1, on images/train/b.jpg: the box [166.4, 48, 128, 96] reaches 38.4 pixels "
        + "beyond the right edge of the picture of 256x192",
      "  labels/train/a.txt, line 2, on images/train/a.jpg: the box [16, 12, 32, 24] is that of line 1",
      "  labels/train/b.txt: the category 'Car ' (2 boxes) is written 'car' elsewhere (2 boxes)",
      "  labels/val/lost.txt: there is no picture 'images/val/lost.jpg' for its 0 boxes",
      "  images/val/e.jpg: no annotation names it",
      "  images/train/d.png: it has the bytes of 'images/train/a.jpg'",
      "  images/val/c.jpg: it lies in 'val' and differs in N of 64 bits of its phash from 'images/train/b.jpg' in "
        + "'train'",
      ".: 6 pictures, 6 annotation files, 5 boxes: 12 findings",
    ]
    let lines = run.stdout.split(separator: "\n").map {
      String($0).replacing(/differs in [0-4] of/, with: "differs in N of")
    }
    #expect(lines.filter { $0.hasPrefix("  ") || $0.hasPrefix(".") } == expected, "\(run.stdout)")
    #expect(run.stdout.contains("\norientation tag: none 5\nformat: jpeg 5\ncategory: "))
    #expect(try studio.contents(besides: ["page.html"]) == before)
    let page = try studio.text("page.html")
    // The box outside, as its line gives it, and its picture.
    #expect(page.contains(#"<rect class="cut" x="166.4" y="48" width="128" height="96"/>"#))
    #expect(page.contains("<svg viewBox=\"0 0 256 192\""))
    #expect(page.contains("href=\"data:image/jpeg;base64,"))
    for forbidden in ["<script", "http:", "https:", "url(", "@import"] { #expect(!page.contains(forbidden)) }
  }

  @Test(
    "An annotation file with --json: headers alone show tags and sizes that disagree, and missing pictures")
  func json() throws {
    let studio = try Studio()
    try studio.add(.tagged(6), "photos/a.jpg")
    try studio.add(Picture(seed: 5), "photos/b.jpg")
    try studio.folder.write(
      """
      {"images": [{"id": 1, "file_name": "a.jpg", "width": 64, "height": 48}, {"id": 2, "file_name": "n.jpg"}],
       "categories": [{"id": 1, "name": "cat"}],
       "annotations": [{"id": 1, "image_id": 1, "category_id": 1, "bbox": [50, 10, 20, 20]}]}
      """, to: "labels/coco.json")
    let run = try studio.upright(
      "audit", "--json", "--no-duplicates", "--html", "page.html", "labels/coco.json")
    #expect(run.ending == .exit(1), "\(run.stderr)")
    let report = try JSONDecoder().decode(Report.self, from: Data(run.stdout.utf8))
    #expect(
      report.counts == ["size_as_stored": 1, "box_outside": 1, "missing_picture": 1, "unannotated": 1])
    #expect(report.pictures == 2)
    #expect(report.annotation_files == 1)
    #expect(report.boxes == 1)
    #expect(report.compared == nil)
    let coco = "labels/coco.json"
    #expect(report.findings.map(\.file) == [coco, coco, coco, "photos/b.jpg"])
    #expect(report.findings.compactMap(\.picture) == ["photos/a.jpg", "photos/a.jpg"])
    // The box lies on the stored picture of 64x48. A turn by 90 degrees brings x to y, and 48 - 10 - 20 to x.
    #expect(
      try studio.text("page.html").contains(#"<rect class="cut" x="18" y="50" width="20" height="20"/>"#))
  }

  @Test("A job whose annotations leave the space open has the finding that its run has")
  func openSpace() throws {
    let studio = try Studio()
    // Turned by half, so the size fits both ways.
    try studio.add(.tagged(3), "photos/a.jpg")
    try studio.folder.write(
      """
      {"images": [{"id": 1, "file_name": "a.jpg", "width": 64, "height": 48}],
       "categories": [{"id": 1, "name": "cat"}],
       "annotations": [{"id": 1, "image_id": 1, "category_id": 1, "bbox": [5, 10, 20, 20]}]}
      """, to: "coco.json")
    try studio.job(
      """
      sources: {annotations: coco.json, format: coco, images: photos, space: declared, crop: full}
      outputs: [{path: "{stem}.png"}]
      """)
    let run = try studio.upright("audit", "--no-duplicates", "job.yaml")
    #expect(run.ending == .exit(1), "\(run.stderr)")
    #expect(run.stdout.contains("bad_annotation, 1: "))
    #expect(run.stdout.contains("the declared size fits both ways, which differ"))
  }

  @Test(
    "A folder that can't be read is named where an annotation file's pictures are missing",
    .enabled(if: Studio.canBeRefused))
  func closedFolder() throws {
    let studio = try Studio()
    try studio.add(Picture(seed: 5), "photos/a.jpg")
    try studio.folder.write(
      #"{"images": [{"id": 1, "file_name": "a.jpg"}], "categories": [], "annotations": []}"#,
      to: "labels/coco.json")
    let run = try studio.shell(
      "chmod 0 photos; \(Studio.unprivileged)upright audit --no-duplicates labels/coco.json; e=$?; chmod 700 photos; exit $e"
    )
    #expect(run.ending == .exit(1), "\(run.stderr)")
    #expect(
      run.stdout.hasPrefix(
        """
        unreadable, 1: replace or remove the file
          photos: the folder can't be read: Permission denied
        missing_picture, 1: add the picture, or remove its annotations

        """), "\(run.stdout)")
  }

  @Test(
    "A job of boxes or tiles: pictures without boxes are there, and a missing one is missing",
    arguments: [
      #"outputs: [{path: "{stem}-{box_index}.jpg"}]"#,
      #"outputs: [{path: "{stem}-{row}-{col}.jpg", tiles: {width: 32, height: 24}}]"#,
    ])
  func picturesWithoutBoxes(outputs: String) throws {
    let studio = try Studio()
    for (seed, name) in ["a", "b"].enumerated() {
      try studio.add(.tagged(1, seed: seed), "photos/\(name).jpg")
    }
    try studio.folder.write("0 0.5 0.5 0.5 0.5\n", to: "labels/a.txt")
    for name in ["b", "n"] { try studio.folder.write("", to: "labels/\(name).txt") }
    try studio.folder.write(
      """
      {"images": [{"id": 1, "file_name": "a.jpg"}, {"id": 2, "file_name": "b.jpg"}, {"id": 3, "file_name": "n.jpg"}],
       "categories": [{"id": 1, "name": "cat"}],
       "annotations": [{"id": 1, "image_id": 1, "category_id": 1, "bbox": [12, 9, 8, 6]}]}
      """, to: "coco.json")
    for (annotations, missing) in [
      (
        "coco.json, format: coco",
        "coco.json: there is no picture 'photos/n.jpg', which it names with 0 boxes"
      ),
      ("labels, format: yolo", "labels/n.txt: there is no picture 'photos/n.jpg' for its 0 boxes"),
    ] {
      try studio.job("sources: {annotations: \(annotations), images: photos, space: display}\n\(outputs)")
      let run = try studio.upright("audit", "--no-duplicates", "job.yaml")
      #expect(run.ending == .exit(1), "\(run.stderr)")
      let lines = run.stdout.split(separator: "\n")
      #expect(lines.filter { $0.hasPrefix("  ") } == ["  \(missing)"], "\(run.stdout)")
      #expect(lines.last?.hasPrefix("job.yaml: 2 pictures, ") == true, "\(run.stdout)")
    }
  }

  @Test("A box beyond the edge stays one beside a file with a polygon")
  func boxBesidePolygon() throws {
    let studio = try Studio()
    for (seed, name) in ["a", "b"].enumerated() {
      try studio.add(.tagged(1, seed: seed), "images/\(name).jpg")
    }
    // (0.9375 + 0.125) * 64 = 68.
    try studio.folder.write("0 0.9375 0.5 0.25 0.25\n", to: "labels/a.txt")
    try studio.folder.write("0 0.125 0.125 0.25 0.125 0.25 0.5\n", to: "labels/b.txt")
    let run = try studio.upright("audit", "--no-duplicates", ".")
    #expect(run.ending == .exit(1), "\(run.stderr)")
    #expect(
      run.stdout.hasPrefix(
        """
        box_outside, 1: correct the box, or clip it to the picture
          labels/a.txt, line 1, on images/a.jpg: the box [52, 18, 16, 12] reaches 4 pixels beyond the right edge of the \
        picture of 64x48
        longer side: 
        """), "\(run.stdout)")
  }

  @Test("Wrong calls are refused")
  func refusals() throws {
    let studio = try Studio()
    try studio.folder.write("[1]", to: "a/b.json")
    try studio.folder.write("path,x,y,width,height\n", to: "a/b.csv")
    try studio.folder.write("my page", to: "mine.html")
    for (arguments, message) in [
      (["a/b.json"], "a/b.json: error: is no annotation file whose format shows"),
      (["--images", "a", "."], ".: error: --images is for an annotation file"),
      (["--root", ".", "a/b.json"], "a/b.json: error: --root and --state are for a job file"),
      (["--html", "mine.html", "a/b.csv"], "mine.html: error: is there already and is no page of an audit"),
    ] {
      let run = try CommandRun.upright(["audit"] + arguments, in: studio.folder)
      #expect(run.ending == .exit(2))
      #expect(run.stderr.hasPrefix(message), "\(run.stderr)")
    }
  }
}
