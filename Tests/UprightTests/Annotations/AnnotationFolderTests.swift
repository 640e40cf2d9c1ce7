import TestSupport
import Testing

/// Folders of annotation files.
struct AnnotationFolderTests {
  private static let line = #"{"image": "a.jpg", "bbox": [2, 3, 20, 10]}"# + "\n"

  private static func studio(_ source: String) throws -> Studio {
    let studio = try Studio()
    try studio.add(Picture(), "photos/a.jpg")
    try studio.job(
      """
      sources: {annotations: ., images: photos, space: display, \(source)}
      output_root: out
      outputs: [{path: "{stem}-{box_index}.jpg"}]
      """)
    return studio
  }

  @Test("A job's own manifest is no annotation file, run after run, and no lock is")
  func manifest() throws {
    let studio = try Self.studio("format: jsonl")
    try studio.folder.write(#"{"lock":1}"#, to: "other.lock.jsonl")
    try studio.folder.write(Self.line, to: "one.jsonl")
    try studio.folder.write(Self.line, to: "more/two.jsonl")
    for _ in 0..<2 { #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0))) }
    #expect(try studio.rows().compactMap(\.output) == ["a-000001.jpg", "a-000002.jpg"])
  }

  @Test("Of Hugging Face's folders 'metadata.jsonl' alone counts, of YOLO's 'classes.txt' names classes")
  func names() throws {
    let hugging = try Self.studio("format: hf-imagefolder")
    let boxes = #"{"file_name": "a.jpg", "objects": {"bbox": [[2, 3, 20, 10]]}}"#
    try hugging.folder.write(boxes, to: "metadata.jsonl")
    try hugging.folder.write("no JSON", to: "old-metadata.jsonl")
    #expect(try hugging.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))

    let yolo = try Self.studio("format: yolo, category: dog")
    try yolo.folder.write("1 0.5 0.5 0.25 0.25\n0 0.5 0.5 0.5 0.5\n", to: "a.txt")
    try yolo.folder.write("cat\ndog\n", to: "classes.txt")
    try yolo.folder.write("cat\ndog\n", to: "sub/classes.txt")
    #expect(try yolo.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try yolo.rows().map(\.output_size) == [[16, 12]])
  }

  @Test("YOLO's label files find pictures of every format", arguments: ["jpg", "png", "webp", "tif", "avif"])
  func formats(_ ending: String) throws {
    let studio = try Self.studio("format: yolo")
    try studio.job("sources: [photos/a.jpg]\noutputs: [{path: \"pictures/b.\(ending)\"}]", "make.yaml")
    #expect(try studio.upright("run", "--quiet", "make.yaml") == CommandRun(.exit(0)))
    try studio.folder.write("1 0.5 0.5 0.25 0.25\n", to: "labels/b.txt")
    try studio.job(
      """
      sources: {annotations: labels, images: pictures, space: display, format: yolo}
      outputs: [{path: "out/{stem}.jpg"}]
      """)
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try studio.rows().map(\.source) == ["pictures/b.\(ending)"])
    #expect(try studio.rows().map(\.output_size) == [[16, 12]])
  }

  @Test("A picture whose boxes are all too small makes nothing where 'optional' allows that")
  func tooSmall() throws {
    let studio = try Self.studio("format: jsonl, optional: true, min_size: 11")
    try studio.folder.write(Self.line, to: "one.jsonl")
    for _ in 0..<2 { #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0))) }
    #expect(try studio.rows() == [])
    try studio.job(String(try studio.text("job.yaml").dropFirst(11)).replacing("11", with: "10"))
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try studio.rows().map(\.output_size) == [[20, 10]])
  }

  @Test("Each file that is wrong has its rows, whatever the others have")
  func troubles() throws {
    let studio = try Self.studio("format: voc")
    for name in ["a", "c", "e"] { try studio.folder.write("<annotation>", to: "\(name).xml") }
    try studio.folder.write("<annotation><filename>a.jpg</filename></annotation>", to: "b.xml")
    try studio.folder.write("<x/>", to: "d.xml")
    let run = try studio.upright("run", "job.yaml")
    #expect(run.ending == .exit(1))
    #expect(
      Set(run.stderr.split(separator: "\n").dropLast().map(String.init)) == [
        "a.xml: failed: line 1 is no XML: no element found (bad_annotation)",
        "c.xml: failed: line 1 is no XML: no element found (bad_annotation)",
        "d.xml: failed: there is no 'annotation' with a 'filename' (bad_annotation)",
        "e.xml: failed: line 1 is no XML: no element found (bad_annotation)",
      ])
  }
}
