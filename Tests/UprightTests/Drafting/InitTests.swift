import Foundation
import Parquet
import TestSupport
import Testing

/// `upright init` as users see it. Each job that it writes is checked and planned.
struct InitTests {
  private static let picture = Result { try Picture(width: 32, height: 24).jpeg() }

  /// A studio with these files in `photos`. A file without text is a picture.
  private static func studio(_ files: [String: String?]) throws -> Studio {
    let studio = try Studio()
    for (name, text) in files {
      try studio.folder.write(try text.map { Array($0.utf8) } ?? picture.get(), to: "photos/\(name)")
    }
    return studio
  }

  /// The result of an `init` that writes the file. `found` describes the folder in its message.
  private static func written(_ found: String) -> CommandRun {
    CommandRun(
      .exit(0),
      stderr: """
        photos/upright.yaml: info: written for \(found)
        next: upright plan photos/upright.yaml

        """)
  }

  /// The lines of the job without comments, after `init` printed `found`. The job is right, and its plan makes `outputs`.
  private static func job(_ studio: Studio, _ found: String, _ outputs: [String]) throws -> [String] {
    #expect(try studio.upright("init", "photos") == written(found))
    #expect(try studio.upright("check", "photos/upright.yaml") == CommandRun(.exit(0)))
    let plan = try studio.upright("plan", "photos/upright.yaml")
    #expect(plan.ending == .exit(0), "\(plan.stdout)\(plan.stderr)")
    let lines = plan.stdout.split(separator: "\n").filter { $0.hasPrefix("  -> photos/upright-out/") }
    #expect(lines.map { $0.dropFirst(24).prefix { $0 != ":" } } == outputs.map { $0[...] }, "\(plan.stdout)")
    let text = try studio.text("photos/upright.yaml").split(separator: "\n")
    #expect(text.count <= 40)
    #expect(text.allSatisfy { $0.count <= 120 })
    return text.map(String.init).filter { !$0.drop { $0 == " " }.hasPrefix("#") }
  }

  @Test("Pictures in one folder: the whole job, and the same bytes again")
  func flat() throws {
    let studio = try Self.studio(["b.JPG": nil, "a.jpeg": nil, "notes.md": "", ".hidden.png": nil])
    #expect(try studio.upright("init", "photos") == Self.written("2 pictures"))
    let text = """
      # A first job for this folder, written by 'upright init'. Change it: docs/job-file.md describes all keys.
      version: 1
      name: upright

      sources:
        # All pictures in the folder. An entry may have keys of its own, such as 'crop'.
        - "*.{jpg,jpeg}"

      # The folder for the outputs. The manifest has a row for each output: its source, sizes and SHA-256.
      output_root: upright-out
      manifest: upright-out/upright.manifest.jsonl

      outputs:
        # Each whole picture, with at most 1024 pixels on either side. A smaller one isn't enlarged.
        - path: "{stem}.jpg"
          resize: {width: 1024, height: 1024, fit: inside}
          quality: 85

      # Keys to try next: 'where' leaves out small, blank or doubled pictures. 'crop', and 'fit: cover' in 'resize', cut
      # pictures to a shape. 'widths' and 'formats' make several files of each picture. 'split' divides a set into train
      # and val. 'metadata' keeps EXIF: without it, outputs have only the colour profile and the resolution.

      """
    #expect(try studio.text("photos/upright.yaml") == text)
    #expect(try studio.upright("run", "--quiet", "photos/upright.yaml") == CommandRun(.exit(0)))
    #expect(try studio.rows("photos/upright-out/upright.manifest.jsonl").map(\.output) == ["a.jpg", "b.jpg"])
    // The outputs are no pictures of the folder, and the next job has a folder of its own.
    try studio.must("rm photos/upright.yaml")
    #expect(try studio.upright("init", "photos") == Self.written("2 pictures"))
    #expect(
      try studio.text("photos/upright.yaml") == text.replacing("upright-out", with: "upright-out-2"))
  }

  @Test("Subfolders, drawings beside photos, and two pictures of one stem")
  func deep() throws {
    let studio = try Self.studio(["a.jpg": nil, "x/y/b.jpg": nil, "x/y/B.png": nil, "raw/c.NEF": "raw"])
    let job = try Self.job(studio, "3 pictures", ["a-jpg.jpg", "x/y/B-png.jpg", "x/y/b-jpg.jpg"])
    #expect(job.contains(#"  - "**/*.{jpg,png}""#))
    #expect(job.contains(#"exclude: ["upright-out/**"]"#))
    #expect(job.contains(##"    background: "#fff"   # for transparent parts, since a JPEG has none"##))
    #expect(try studio.upright("run", "--quiet", "photos/upright.yaml").ending == .exit(0))
    #expect(try studio.upright("plan", "--summary", "photos/upright.yaml").stdout.contains("3 sources"))
    #expect(
      try studio.upright("init", "--name", "my job's", "photos").stderr.hasSuffix(
        "\nnext: upright plan 'photos/my job'\\''s.yaml'\n"))
    let next = try studio.text("photos/my job's.yaml")
    #expect(next.contains("exclude: [\"my job's-out/**\", \"upright-out/**\"]\n"), "\(next)")
    #expect(
      try studio.upright("plan", "--summary", "photos/my job's.yaml").stdout.hasPrefix("my job's: 3 sources"))
  }

  @Test("Names that YAML or patterns would take for something else")
  func oddNames() throws {
    let studio = try Self.studio([#"a "b" \c [d]{e}/1.png"#: nil, #"a "b" \c [d]{e}/1.txt"#: "a cat"])
    let job = try Self.job(studio, "1 picture, captions", ["1.png"])
    #expect(
      job.contains(
        #"  - {glob: "a \"b\" \\\\c \\[d\\]\\{e\\}/*.png", captions: "a \"b\" \\c [d]{{e}}/{stem}.txt"}"#),
      "\(job)")
  }

  @Test("Captions go into an export")
  func captions() throws {
    let studio = try Self.studio([
      "x/a.jpg": nil, "x/a.txt": "a cat", "x/z/b.jpg": nil, "README.txt": "about",
    ])
    let job = try Self.job(studio, "2 pictures, captions", ["a.jpg", "z/b.jpg"])
    #expect(job.contains(#"  - {glob: "x/**/*.jpg", captions: "x/{dir}/{stem}.txt"}"#))
    #expect(job.contains("  - {format: hf-imagefolder, path: metadata.jsonl}"))
  }

  private static let coco = """
    {"images": [{"id": 1, "file_name": "a.jpg"}],
     "categories": [{"id": 1, "name": "cat"}],
     "annotations": [{"id": 1, "image_id": 1, "category_id": 1, "bbox": [5, 10, 20, 10]}]}
    """
  private static let voc = """
    <annotation><filename>a.jpg</filename><object><name>cat</name><bndbox><xmin>2</xmin><ymin>2</ymin><xmax>9</xmax>\
    <ymax>9</ymax></bndbox></object></annotation>
    """
  private static let yolo = "0 0.5 0.5 0.5 0.5\n"

  @Test("A COCO file counts before label files for the same pictures, and captions are no boxes")
  func coco() throws {
    let studio = try Self.studio([
      "images/a.jpg": nil, "annotations/set.json": Self.coco, "annotations/captions_set.json": Self.coco,
      "labels/a.txt": Self.yolo,
    ])
    let job = try Self.job(studio, "1 picture, annotations of coco", ["a.jpg"])
    #expect(
      job.contains(
        #"  - {annotations: annotations/set.json, format: coco, images: images, space: display, crop: full}"#
      ))
    #expect(job.contains("  - {format: coco, path: boxes.json}"))
  }

  @Test("Pascal VOC")
  func voc() throws {
    let studio = try Self.studio(["JPEGImages/a.jpg": nil, "Annotations/a.xml": Self.voc])
    let job = try Self.job(studio, "1 picture, annotations of voc", ["JPEGImages/a.jpg"])
    #expect(
      job.contains(
        #"  - {annotations: Annotations, format: voc, images: JPEGImages, space: display, crop: full}"#))
    #expect(job.contains("  - {format: voc}"))
  }

  @Test("YOLO in two splits is one entry")
  func yolo() throws {
    let studio = try Self.studio([
      "images/train/a.jpg": nil, "images/val/a.jpg": nil, "labels/train/a.txt": Self.yolo,
      "labels/val/a.txt": Self.yolo,
      "labels/classes.txt": "cat\n",
    ])
    let job = try Self.job(
      studio, "2 pictures, annotations of yolo", ["images/train/a.jpg", "images/val/a.jpg"])
    #expect(
      job.filter { $0.contains("format: yolo") } == [
        #"  - {annotations: labels, format: yolo, images: images, space: display, crop: full}"#,
        "  - {format: yolo, path: classes.txt}",
      ])
  }

  @Test(
    "Formats without an export of their own, and those that fix the space of boxes",
    arguments: [
      (
        "x/boxes.csv", "path,xmin,ymin,xmax,ymax\na.jpg,1,2,9,8\n",
        "{annotations: x/boxes.csv, format: csv, box_format: voc, images: x, space: display, crop: full}",
        "{format: coco, path: boxes.json}"
      ),
      (
        "x/a.json", #"{"imagePath": "a.jpg", "shapes": []}"#,
        "{annotations: x, format: labelme, images: x, crop: full}", "{format: coco, path: boxes.json}"
      ),
      (
        "x/metadata.jsonl", #"{"file_name": "a.jpg"}"#,
        "{annotations: x/metadata.jsonl, format: hf-imagefolder, images: x, crop: full}",
        "{format: hf-imagefolder, path: metadata.jsonl}"
      ),
    ])
  func formats(_ name: String, _ text: String, _ entry: String, _ export: String) throws {
    let studio = try Self.studio(["x/a.jpg": nil, name: text])
    let format = name.hasSuffix("csv") ? "csv" : name.hasSuffix("jsonl") ? "hf-imagefolder" : "labelme"
    let job = try Self.job(studio, "1 picture, annotations of \(format)", ["a.jpg"])
    #expect(job.contains("  - " + entry) && job.contains("  - " + export), "\(job)")
  }

  @Test("Archives without pictures, and annotations without theirs, are left out")
  func others() throws {
    let studio = try Self.studio([
      "a.jpg": nil, "lost.json": Self.coco.replacing("a.jpg", with: "b.jpg"), "broken.zip": "no zip",
    ])
    try studio.folder.write(WebArchiveStudio.tar([("notes.txt", [0x31])]), to: "photos/notes.tar")
    let job = try Self.job(studio, "1 picture", ["a.jpg"])
    #expect(job.filter { $0.hasPrefix("  - ") } == [#"  - "*.jpg""#, #"  - path: "{stem}.jpg""#])
  }

  @Test("Labels beside the pictures: each box is cut out, since no export may lie there")
  func boxes() throws {
    let studio = try Self.studio(["a.jpg": nil, "a.txt": Self.yolo, "classes.txt": "cat\n"])
    let job = try Self.job(studio, "1 picture, annotations of yolo", ["cat/a-000001.jpg"])
    #expect(job.contains(#"  - {annotations: ".", format: yolo, images: ".", space: display}"#))
    #expect(!job.contains("exports:"))
  }

  @Test("Archives: tars of WebDataset, and zips with equal names")
  func archives() throws {
    let studio = try Self.studio([:])
    let bytes = try Self.picture.get()
    try studio.folder.write(
      WebArchiveStudio.tar([("1.jpg", bytes), ("1.cls", [0x37])]), to: "photos/set-0.tar")
    try studio.folder.write(WebArchiveStudio.tar([("2.jpg", bytes)]), to: "photos/set-1.tar")
    let job = try Self.job(studio, "2 archives", ["1.jpg", "2.jpg"])
    #expect(job.contains(#"  - {archive: "*.tar"}"#))
    #expect(job.contains(#"  - {format: webdataset, path: "shards/{shard}.tar", max_count: 10000}"#))

    let zips = try Self.studio([:])
    for name in ["a", "b"] {
      try zips.folder.write(
        WebArchiveStudio.zip([("1.jpg", bytes)], deflated: false), to: "photos/x/\(name).zip")
    }
    #expect(try zips.upright("init", "photos") == Self.written("2 archives"))
    #expect(try zips.text("photos/upright.yaml").contains(#"  - {archive: "x/*.zip"}"#))
    #expect(try zips.text("photos/upright.yaml").contains(#"  - path: "{stem}-{hash8}.jpg""#))
    #expect(try zips.upright("plan", "photos/upright.yaml").ending == .exit(0))
  }

  @Test("A Parquet file whose column of pictures has a name of its own")
  func parquet() throws {
    let studio = try Self.studio([:])
    var writer = try ParquetWriter(pictures: "photo", [ParquetField("caption", .text)])
    try writer.add(picture: Self.picture.get()[...], path: nil, [.text("a cat")])
    try studio.folder.write(writer.take() + writer.finish(), to: "photos/data/0.parquet")
    let job = try Self.job(studio, "1 Parquet file", ["0.jpg"])
    #expect(job.contains(#"  - {parquet: "data/*.parquet", image: photo}"#))
    #expect(job.contains("  - {format: parquet, path: pictures.parquet}"))
  }

  @Test("Pictures, annotations and archives together")
  func mixed() throws {
    let studio = try Self.studio([
      "set/a.jpg": nil, "set/coco.json": Self.coco, "more/a.jpg": nil,
    ])
    try studio.folder.write(
      TestSVG.file("<text>a</text>", width: 20, height: 10), to: "photos/more/deep/c.svg")
    try studio.folder.write(WebArchiveStudio.tar([("a.jpg", try Self.picture.get())]), to: "photos/old.tar")
    #expect(
      try studio.upright("init", "photos") == Self.written("3 pictures, annotations of coco, 1 archive"))
    let plan = try studio.upright("plan", "--summary", "photos/upright.yaml")
    #expect(plan.ending == .exit(0), "\(plan.stdout)\(plan.stderr)")
    #expect(plan.stdout.hasPrefix("upright: 4 sources, 4 outputs;"), "\(plan.stdout)")
  }

  @Test("The job leads editors to the schema, if there is one")
  func schema() throws {
    let studio = try Self.studio(["a.jpg": nil])
    try studio.must("upright schema >job-v1.json")
    #expect(try studio.upright("init", "--name", "thumbs", "photos").ending == .exit(0))
    let lines = try studio.text("photos/thumbs.yaml").split(separator: "\n")
    #expect(lines.first == "# yaml-language-server: $schema=../job-v1.json")
    #expect(lines.contains("name: thumbs") && lines.contains("output_root: thumbs-out"))
  }

  @Test("No picture, a file in the place, and folders that are none")
  func refusals() throws {
    let studio = try Self.studio(["upright.yaml": "mine", "a.jpg": nil])
    try studio.must("mkdir empty; ln -s nowhere photos/link.yaml")
    for (arguments, message) in [
      (["photos"], "photos/upright.yaml: error: is there already: remove it, or name the job by --name\n"),
      (
        ["--name", "link", "photos"],
        "photos/link.yaml: error: is there already: remove it, or name the job by --name\n"
      ),
      (
        ["empty"],
        "empty: error: there is no picture in it, and no archive or Parquet file with pictures: name another folder\n"
      ),
      (["none"], "none: error: there is no such folder\n"),
      (["photos/a.jpg"], "photos/a.jpg: error: is no folder: name the one with the pictures\n"),
    ] {
      let run = try CommandRun.upright(["init"] + arguments, in: studio.folder)
      #expect(run == CommandRun(.exit(2), stderr: message))
    }
    #expect(try studio.text("photos/upright.yaml") == "mine")
    #expect(studio.folder.files() == ["photos/a.jpg", "photos/link.yaml", "photos/upright.yaml"])
  }

  @Test("Folders that can't be read or written", .enabled(if: Studio.canBeRefused))
  func closed() throws {
    let studio = try Self.studio(["a.jpg": nil, "shut/b.jpg": nil])
    let run = { (mode: String, folder: String) in
      try studio.shell(
        "chmod \(mode) \(folder); \(Studio.unprivileged)upright init photos; e=$?; chmod 777 \(folder); exit $e"
      )
    }
    #expect(
      try run("0", "photos")
        == CommandRun(.exit(2), stderr: "photos: error: can't be read: Permission denied\n"))
    #expect(
      try run("555", "photos")
        == CommandRun(
          .exit(74), stderr: "upright: error: 'photos/upright.yaml' can't be written: Permission denied\n"))
    #expect(studio.folder.files() == ["photos/a.jpg", "photos/shut/b.jpg"])
    #expect(
      try run("0", "photos/shut")
        == CommandRun(
          .exit(0),
          stderr:
            "photos/shut: warning: the folder can't be read: Permission denied; mend it, or add it to 'exclude'\n"
            + Self.written("1 picture").stderr))
  }
}
