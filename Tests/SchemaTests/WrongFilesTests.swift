import TestSupport
import Testing

/// What the schema must not take.
@Suite struct WrongFilesTests {
  /// Lines put into a file that is right, and where the schema must find fault.
  private static let wrong: [(lines: String, place: String)] = [
    ("qualtiy: 85", "/"),
    ("quality: 0", "/quality"),
    ("quality: high", "/quality"),
    ("chroma: \"4:1:1\"", "/chroma"),
    ("orientation: auto", "/orientation"),
    ("crop: [10, 10, 100, 100]", "/crop"),
    ("crop: {x: 10, y: 10, width: 100}", "/crop"),
    ("crop: {box: [0.5, 0.5, 0.2, 0.2]}", "/crop"),
    ("crop: {aspect: \"1:1\", gravity: north, focus: {x: 1, y: 1}}", "/crop"),
    ("crop: \"10,10,100\"", "/crop"),
    ("resize: {fit: cover}", "/resize"),
    ("resize: \"!512\"", "/resize"),
    ("resize: {width: 512, fit: crop}", "/resize"),
    ("metadata: {keep: [iptcc]}", "/metadata/keep/0"),
    ("background: \"white\"", "/background"),
    ("format: jxl", "/format"),
    ("encode: {lossless: maybe}", "/encode/lossless"), ("encode: {quality: 90}", "/encode"),
    ("existing: skip", "/existing"),
    ("isolation: thread", "/isolation"),
    ("sandbox: on", "/sandbox"),
    ("durability: all", "/durability"),
    ("decode: {on_corrupt: some}", "/decode/on_corrupt"),
    ("decode: {verify: none}", "/decode/verify"),
    ("limits: {max_pixels: 100 megapixels}", "/limits/max_pixels"),
    ("on_error: {max_failures: some}", "/on_error/max_failures"),
    ("split: 80%", "/split"),
    ("split: {}", "/split"),
    ("split: {.train: 100%}", "/split"),
    ("split: {train: 80, test: 20%}", "/split/train"),
    ("split: {by: dir, all: 100%}", "/split/by"),
    ("files_per_folder: 0", "/files_per_folder"),
    ("exports: []", "/exports"),
    ("exports: [{format: kitti, path: a.json}]", "/exports/0"),
    ("exports: [{format: coco}]", "/exports/0"),
    ("exports: [{format: webdataset, path: \"{shard}.tar\"}]", "/exports/0"),
  ]

  private static func job(_ lines: String) -> String {
    "version: 1\nsources: [\"*.jpg\"]\noutputs:\n  - path: \"out/{stem}.jpg\"\n" + lines + "\n"
  }

  @Test(.enabled(if: SchemaCheck.missing == nil, Comment(rawValue: SchemaCheck.missing ?? "")))
  func theSchemaFindsThePlace() throws {
    let folder = try TemporaryDirectory()
    var expected = "\(folder.path("right.yaml"))\n"
    try folder.write(Self.job(""), to: "right.yaml")
    var files = [folder.path("right.yaml")]
    for (index, fault) in Self.wrong.enumerated() {
      let name = "wrong-\(index).yaml"
      try folder.write(Self.job(fault.lines), to: name)
      files.append(folder.path(name))
      expected += "\(folder.path(name)) \(fault.place)\n"
    }
    #expect(try SchemaCheck.faults(in: files) == expected)
  }

  /// Each of them is wrong to `check` too, in the line that was put in.
  @Test(arguments: wrong) func checkRefusesThem(_ lines: String, _ place: String) throws {
    let folder = try TemporaryDirectory()
    try folder.write(Self.job(lines), to: "job.yaml")
    let run = try CommandRun.upright(["check", "job.yaml"], in: folder)
    #expect(run.ending == .exit(2))
    #expect(run.stderr.hasPrefix("job.yaml:5:"))
  }
}
