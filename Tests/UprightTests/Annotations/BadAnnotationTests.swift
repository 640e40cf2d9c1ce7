import TestSupport
import Testing

/// Annotation files with something wrong in them: whole output and exit status.
struct BadAnnotationTests {
  private static let keys = """
    output_root: out
    outputs: [{path: "{category}/{id}-{box_index}.jpg"}]
    """

  private static func studio(_ text: String, source: String = "format: coco, space: display") throws -> Studio
  {
    let studio = try Studio()
    try studio.add(Picture(), "a.jpg")
    try studio.folder.write(text, to: "boxes.json")
    try studio.job("sources: {annotations: boxes.json, \(source)}\n\(keys)")
    return studio
  }

  private static let images = #""images": [{"id": 1, "file_name": "a.jpg"}, {"id": 2, "file_name": "b.jpg"}]"#
  private static let categories = #""categories": [{"id": 1, "name": "cat"}, {"id": 2, "name": "n/a"}]"#

  private static func box(_ id: Int, image: Int = 1, category: Int = 1, _ box: String) -> String {
    #"{"id": \#(id), "image_id": \#(image), "category_id": \#(category), "bbox": [\#(box)]}"#
  }

  @Test("Each bad record is a failed row with its file and number, and the others are made")
  func records() throws {
    let boxes = [
      Self.box(1, "2, 3, 20, 10"), Self.box(2, "2, 3, NaN, 10"), Self.box(3, "70, 3, 20, 10"),
      Self.box(4, "2, 3, 0, 0"), Self.box(5, image: 2, "2, 3, 20, 10"), Self.box(6, image: 3, "2, 3, 20, 10"),
      Self.box(1, "2, 3, 20, 10"), Self.box(7, category: 9, "2, 3, 20, 10"),
      Self.box(8, category: 2, "2, 3, 20, 10"), Self.box(9, "60, 3, 20, 10"),
    ]
    let studio = try Self.studio(
      "{\(Self.images), \(Self.categories), \"annotations\": [\(boxes.joined(separator: ","))]}")
    let run = try studio.upright("run", "job.yaml")
    #expect(run.ending == .exit(1))
    let lines = run.stderr.split(separator: "\n").map(String.init)
    // Images end in any order, their lines with them.
    #expect(
      Set(lines.dropLast()) == [
        "a.jpg: failed: boxes.json, annotation 2: 'bbox' holds what is not a number (bad_annotation)",
        "a.jpg: failed: the crop 20x10+70+3 holds no pixel of the picture of 64x48 (crop_empty)",
        "a.jpg: failed: the crop 0x0+2+3 holds no pixel of the picture of 64x48 (crop_empty)",
        "a.jpg: failed: boxes.json, annotation 7: an earlier box has the id '1' too (bad_annotation)",
        "a.jpg: failed: boxes.json, annotation 8: no category has its 'category_id' (bad_annotation)",
        "a.jpg: failed: '{category}' in '{category}/{id}-{box_index}.jpg' is 'n/a': only '{dir}' may hold '/' (bad_path)",
        "a.jpg: warning: the crop reaches beyond the picture and was clipped to 4x10+60+3 (crop_clipped)",
        "b.jpg: failed: there is no such file, which boxes.json, annotation 5 names (not_found)",
        "boxes.json: failed: annotation 6: no image has its 'image_id' (bad_annotation)",
      ])
    #expect(
      lines.last?.hasPrefix(
        "job: 2 of 10 outputs made from 3 images, 8 failed, 1 warning, 1 without orientation tag; ") == true)
    #expect(
      studio.folder.files().filter { $0.hasPrefix("out/cat") }.sorted() == [
        "out/cat/1-000001.jpg", "out/cat/9-000008.jpg",
      ])
    let rows = try studio.rows()
    #expect(rows.map(\.id).sorted() == ["1", "1", "2", "3", "4", "5", "7", "8", "9", "boxes"])
  }

  @Test("A file that breaks off: what comes before is made")
  func cut() throws {
    let studio = try Self.studio(
      "{\(Self.images), \(Self.categories), \"annotations\": [\(Self.box(1, "2, 3, 20, 10")), {\"id\": 2")
    let run = try studio.upright("run", "job.yaml")
    #expect(run.ending == .exit(1))
    #expect(
      run.stderr.hasPrefix(
        "boxes.json: failed: record 2 of 'annotations' is no JSON: parse error: premature EOF (bad_annotation)\n"
      ))
    #expect(studio.folder.files().contains("out/cat/1-000001.jpg"))
  }

  @Test("What refuses the whole job")
  func refusals() throws {
    let studio = try Self.studio("{\(Self.images), \(Self.categories), \"annotations\": []}")
    try studio.job(
      """
      sources:
        annotations: boxes.json
        format: coco
        space: display
        category: [cat, catt]
      \(Self.keys)
      """)
    #expect(
      try studio.upright("plan", "job.yaml")
        == CommandRun(
          .exit(2),
          stderr: """
            job.yaml:6:19: error: no annotation has the category 'catt'; did you mean 'cat'?
              category: [cat, catt]
                              ^

            """))
    try studio.job("sources: {annotations: gone.json, format: coco, space: display}\n\(Self.keys)")
    #expect(
      try studio.upright("plan", "job.yaml")
        == CommandRun(
          .exit(2),
          stderr: """
            job.yaml:2:24: error: there is no file or folder 'gone.json'
            sources: {annotations: gone.json, format: coco, space: display}
                                   ^

            """))
    try studio.job(
      "sources: {annotations: gone.json, format: coco, space: display, optional: true}\n\(Self.keys)")
    #expect(try studio.upright("plan", "job.yaml").ending == .exit(0))
  }

  @Test("Boxes that would have one path say what tells them apart")
  func collision() throws {
    let studio = try Self.studio(
      "{\(Self.images), \(Self.categories), \"annotations\": [\(Self.box(1, "2, 3, 20, 10")), \(Self.box(2, "2, 3, 9, 9"))]}"
    )
    try studio.job(
      "sources: {annotations: boxes.json, format: coco, space: display}\noutput_root: out\noutputs: [{path: \"{stem}.jpg\"}]"
    )
    #expect(
      try studio.upright("plan", "job.yaml")
        == CommandRun(
          .exit(2),
          stderr: """
            job.yaml:4:18: error: 'a.jpg' would be written for several boxes of 'a.jpg': add {box_index} to 'path', \
            or set 'on_collision: fail_rows' to fail only these rows
            outputs: [{path: "{stem}.jpg"}]
                             ^

            """))
  }

  @Test(
    "A plan warns of pictures that are there and not named; outputs and pictures without boxes aren't among them",
    arguments: ["box_index", "content8"])
  func unnamed(_ variable: String) throws {
    let studio = try Self.studio(
      "{\(Self.images), \(Self.categories), \"annotations\": [\(Self.box(1, "2, 3, 20, 10"))]}")
    try studio.add(Picture(), "b.jpg")
    try studio.add(Picture(), "more/c.JPG")
    try studio.add(Picture(), "d.jpeg")
    try studio.must("sed -i 's/box_index/\(variable)/' job.yaml")
    try #require(studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let run = try studio.upright("plan", "job.yaml")
    #expect(run.ending == .exit(0))
    #expect(
      run.stderr == """
        job.yaml:2:24: warning: 2 pictures in 'images' are named by no annotation, 'd.jpeg' first
        sources: {annotations: boxes.json, format: coco, space: display}
                               ^

        """)
  }

  @Test("An annotation file is never written over")
  func overwriting() throws {
    let studio = try Self.studio(
      "{\(Self.images), \(Self.categories), \"annotations\": [\(Self.box(1, "2, 3, 20, 10"))]}")
    let before = try studio.folder.read("boxes.json")
    try studio.job(
      """
      sources: {annotations: boxes.json, format: coco, space: display}
      outputs: [{path: boxes.json, format: jpeg}]
      """)
    #expect(
      try studio.upright("run", "job.yaml")
        == CommandRun(
          .exit(2),
          stderr: """
            job.yaml:3:18: error: 'boxes.json' is an annotation file of this job: change 'path'
            outputs: [{path: boxes.json, format: jpeg}]
                             ^

            """))
    #expect(try studio.folder.read("boxes.json") == before)
  }
}
