import ImageModel
@testable import JobFile
import Planning
import Testing

@Suite struct PlanChecksTests {
  /// Refusals of a job with its outputs at the end, as `line:column: message`.
  private func refusals(_ keys: String, _ info: SourceInfo = SourceInfo(30, 20)) throws -> [String] {
    let job = try PlannedJob(keys)
    return shown(job.refusals(try job.images(info)))
  }

  /// The same for sources that globs found, all by the job's first pattern.
  private func refusals(_ keys: String, found: [String]) throws -> [String] {
    let job = try PlannedJob(keys)
    let images = found.enumerated().map { index, path in
      Planner(job.spec).plan(
        SourceItem(path: Array(path.utf8), entry: 0, fixedLength: 0), index: index + 1,
        info: .success(SourceInfo(30, 20)))
    }
    return shown(job.refusals(images))
  }

  private let orFail = ", or set 'on_collision: fail_rows' to fail only these rows"

  private func shown(_ diagnostics: [Diagnostic]) -> [String] {
    diagnostics.map { it in (it.location.map { "\($0.line):\($0.column): " } ?? "") + it.message }
  }

  @Test func aJobOfItsOwnNamesIsFine() throws {
    #expect(
      try refusals(
        "sources: [{path: a.jpg}, {path: b.jpg}]\noutputs: [{path: 'out/{stem}.jpg'}, {path: 's/{id}.jpg'}]")
        == [])
  }

  @Test func twoSourcesOfOneDestination() throws {
    #expect(
      try refusals("sources: [{path: x/a.jpg}, {path: y/a.jpg}]\noutputs:\n  - path: \"{stem}.jpg\"") == [
        "4:11: 'a.jpg' would be written for both 'x/a.jpg' and 'y/a.jpg': "
          + "add {index} or {hash8} to 'path'\(orFail)"
      ])
  }

  @Test func itemsOfOneFileAreToldApartByTheirIDs() throws {
    #expect(
      try refusals(
        "sources: [{path: x.jpg, id: one}, {path: x.jpg, id: two}]\noutputs:\n  - path: s/{stem}.jpg") == [
          "4:11: 's/x.jpg' would be written for both 'x.jpg' (id 'one') and 'x.jpg' (id 'two'): "
            + "add {id} to 'path'\(orFail)"
        ])
  }

  @Test func twoOutputsOfOneDestination() throws {
    #expect(
      try refusals(
        "sources: [{path: x.jpg}]\noutputs:\n  - path: a.jpg\n  - path: '{width}.jpg'\n  - path: a.jpg")
        == [
          "6:11: 'a.jpg' would be written twice for 'x.jpg', by the output in line 4 too: change one 'path'\(orFail)"
        ])
  }

  @Test(
    arguments: [
      ("A.jpg", "a.JPG"), ("\u{E9}.jpg", "e\u{301}.jpg"), ("\u{C9}.jpg", "e\u{301}.jpg"),
      ("stra\u{DF}e.jpg", "STRASSE.jpg"), ("stra\u{DF}e.jpg", "stra\u{1E9E}e.jpg"),
      ("\u{3A3}.jpg", "\u{3C2}.jpg"), ("\u{212A}.jpg", "k.jpg"), ("\u{FB03}.jpg", "ffi.jpg"),
    ])
  func namesThatDifferInCaseOrUnicodeForm(_ one: String, _ other: String) throws {
    let found = try refusals(
      "sources: ['in/*.jpg']\noutputs:\n  - path: \"{name}\"\n    format: jpeg",
      found: [
        "in/\(one)", "in/\(other)",
      ])
    #expect(
      found == [
        "4:11: '\(one)' and '\(other)', one file where case or Unicode form doesn't count, would be written for "
          + "both 'in/\(one)' and 'in/\(other)': add {index} or {hash8} to 'path'\(orFail)"
      ])
  }

  @Test func theAdviceNamesTheVariablesThatHelp() throws {
    for (one, other, variables) in [
      ("in/a.jpg", "in/a.png", "{ext} or {name}"), ("in/a.heic", "in/A.jpg", "{ext} or {name}"),
      ("in/a.jpg", "in/b.png", "{stem} or {name}"), ("in/x/a.jpg", "in/y/a.jpg", "{dir}"),
      ("in/a.jpg", "in/A.jpg", "{index} or {hash8}"),
    ] {
      #expect(
        try refusals("sources: ['in/**']\noutputs:\n  - path: x.jpg", found: [one, other]) == [
          "4:11: 'x.jpg' would be written for both '\(one)' and '\(other)': add \(variables) to 'path'\(orFail)"
        ])
    }
  }

  @Test func sizesThatComeOutTheSameAreNamedAsTheyWereAskedFor() throws {
    #expect(
      try refusals(
        "sources: [{path: x.jpg}]\noutputs:\n  - {path: '{width}.jpg', resize: '400,'}\n  - {path: '{width}.jpg', resize: '800,'}"
      ) == [
        "5:12: '30.jpg' would be written twice for 'x.jpg', by the output in line 4 too: the picture is smaller than both "
          + "sizes: in place of {width} or {height}, write the size that is asked for\(orFail)"
      ])
  }

  @Test func fiveOfAKindAreToldInTheOrderOfTheSources() throws {
    let names = (1...7).flatMap { ["a/\($0).jpg", "b/\($0).jpg"] }
    let told = try refusals("sources: ['*/*.jpg']\noutputs:\n  - path: '{stem}.jpg'", found: names)
    #expect(
      told == (1...5).map {
        "4:11: '\($0).jpg' would be written for both 'a/\($0).jpg' and 'b/\($0).jpg': "
          + "add {dir} to 'path'\(orFail)"
      } + ["2 more of the last kind"])
  }

  @Test func aSourceIsNotOverwritten() throws {
    let message = "would overwrite a source: change 'path', or set 'output_root' to another folder"
    #expect(
      try refusals("sources: [{path: in/a.jpg}]\noutputs:\n  - path: in/{name}\n    format: jpeg")
        == ["4:11: 'in/a.jpg' \(message)"])
    #expect(
      try refusals("output_root: in\nsources: [{path: in/b.jpg}]\noutputs:\n  - path: b.jpg")
        == ["5:11: 'b.jpg' \(message)"])
  }

  @Test func theJobFileAndTheManifestAreNotOverwritten() throws {
    #expect(
      try refusals("sources: [{path: a.png}]\noutputs:\n  - path: job.yaml\n    format: jpeg")
        == ["4:11: 'job.yaml' is a job file: change 'path'"])
    #expect(
      try refusals(
        "manifest: out/m.jpg\noutput_root: out\nsources: [{path: a.png}]\noutputs:\n  - path: m.jpg")
        == ["6:11: 'm.jpg' is a manifest's place too: change 'path' or 'manifest'"])
    #expect(
      try refusals("manifest: m.jpg/rows.jsonl\nsources: [{path: a.png}]\noutputs:\n  - path: m.jpg")
        == ["5:11: 'm.jpg' would stand where the manifest's folder is: change 'path' or 'manifest'"])
  }

  @Test func theLockIsNotOverwritten() throws {
    #expect(
      try refusals("sources: [{path: a.png}]\noutputs:\n  - path: job.lock.jsonl\n    format: jpeg")
        == ["4:11: 'job.lock.jsonl' is the place of a job's lock: change 'path'"])
    #expect(
      try refusals("manifest: ./job.lock.jsonl\nsources: [{path: a.png}]\noutputs:\n  - path: m.jpg")
        == ["2:11: the manifest would overwrite a job's lock: change 'manifest'"])
    #expect(
      try refusals(
        "sources: {annotations: a.json, format: coco, images: photos, space: display}\n"
          + "exports: [{format: coco, path: JOB.lock.jsonl}]\noutputs:\n  - path: '{stem}.jpg'")
        == [
          "3:32: 'JOB.lock.jsonl', which 'coco' writes, is the place of a job's lock too: change 'path'"
        ])
  }

  @Test func theManifestDoesNotOverwriteTheJobFile() throws {
    #expect(
      try refusals("manifest: ./job.yaml\nsources: [{path: a.png}]\noutputs:\n  - path: m.jpg")
        == ["2:11: the manifest would overwrite a job file: change 'manifest'"])
  }

  @Test func nothingIsWrittenWhereStateLies() throws {
    let reason = "would lie in '/base/kept', which is kept for the state of runs: change"
    let keys = "state: kept\nsources: [{path: a.png}]\noutputs:\n  - path: "
    #expect(try refusals(keys + "kept/x.jpg") == ["5:11: 'kept/x.jpg' \(reason) 'path'"])
    #expect(try refusals(keys + "kept\n    format: jpeg") == ["5:11: 'kept' \(reason) 'path'"])
    #expect(try refusals(keys + "kept2/x.jpg") == [])
    #expect(
      try refusals("manifest: kept/m.jsonl\n" + keys + "x.jpg")
        == ["2:11: the manifest \(reason) 'manifest'"])
    #expect(
      try refusals(
        "state: kept\nsources: {annotations: a.json, format: coco, images: photos, space: display}\n"
          + "exports: [{format: coco, path: kept/a.json}]\noutputs:\n  - path: '{stem}.jpg'")
        == ["4:32: 'kept/a.json', which 'coco' writes, \(reason) 'path'"])
  }

  @Test(
    arguments: [
      (".", "the output root '/base/out'"), ("out", "the output root '/base/out'"),
      ("/", "the output root '/base/out'"),
    ])
  func theFolderForStateHoldsNothingElse(_ state: String, _ held: String) throws {
    let keys = "output_root: out\nsources: [{path: a.png}]\noutputs: [{path: x.jpg}, {path: y.jpg}]"
    let folder = ["/": "/", "out": "/base/out"][state] ?? "/base"
    #expect(
      try refusals("state: \(state)\n" + keys)
        == [
          "2:8: the folder for the state of runs, '\(folder)', would hold \(held): name a folder of its own"
        ])
    #expect(
      try refusals("state: /base\n" + keys.replacing(": out", with: ": /out"))
        == [
          "2:8: the folder for the state of runs, '/base', would hold the base folder '/base': name a folder of its own"
        ])
    #expect(try refusals("state: out/state\n" + keys) == [])
  }

  @Test func anOutputIsNoFolderOfAnother() throws {
    let message = "'x.jpg' is both an output and the folder of 'x.jpg/b/c.jpg': change 'path'"
    #expect(
      try refusals("sources: [{path: a.png}]\noutputs:\n  - path: x.jpg\n  - path: x.jpg/b/c.jpg")
        == ["5:11: \(message)"])
    #expect(
      try refusals("sources: [{path: a.png}]\noutputs:\n  - path: x.jpg/b/c.jpg\n  - path: x.jpg")
        == ["4:11: \(message)"])
  }

  @Test func anOutputIsNoSourceOfTheNextRun() throws {
    let keys = "sources: ['*.jpg']\noutputs:\n  - path: '{stem}-s.jpg'"
    #expect(
      try refusals(keys, found: ["a.jpg"]) == [
        "4:11: 'a-s.jpg' would be a source of the next run, since '*.jpg' matches it: "
          + "write elsewhere, or add it to 'exclude'"
      ])
    #expect(try refusals("exclude: ['*-s.jpg']\n\(keys)", found: ["a.jpg"]) == [])
    #expect(try refusals("output_root: out\n\(keys)", found: ["a.jpg"]) == [])
    #expect(
      try refusals("output_root: out\n\(keys)".replacing("*.jpg", with: "**/*.jpg"), found: ["a.jpg"]) == [
        "5:11: 'a-s.jpg' would be a source of the next run, since '**/*.jpg' matches it: "
          + "write elsewhere, or add it to 'exclude'"
      ])
  }

  @Test("A pattern is compared with real paths of outputs, of which only the length of the hash is known")
  func anOutputNamedByItsBytesIsNoSourceOfTheNextRun() throws {
    func keys(_ pattern: String) -> String {
      "sources: ['\(pattern)']\noutputs:\n  - path: '{stem}-{content8}.jpg'"
    }
    let fault = { (pattern: String) in
      "4:11: 'a-{content8}.jpg' would be a source of the next run, since '\(pattern)' matches it: "
        + "write elsewhere, or add it to 'exclude'"
    }
    for pattern in ["*.jpg", "*-????????.jpg", "a-[0-9]*.jpg", "a-[a-f]*.jpg"] {
      #expect(try refusals(keys(pattern), found: ["a.jpg"]) == [fault(pattern)])
    }
    for pattern in ["*-??????????.jpg", "a-[g-z]*.jpg", "*\\}.jpg"] {
      #expect(try refusals(keys(pattern), found: ["a.jpg"]) == [])
    }
  }

  @Test("Paths that differ only in the hash would be one path")
  func pathsThatDifferOnlyInTheHash() throws {
    let keys = "sources: [{path: a.png}, {path: b.png}]\noutputs:\n  - path: 'out/{content8}.jpg'"
    #expect(
      try refusals(keys) == [
        "4:11: 'out/{content8}.jpg' would be written for both 'a.png' and 'b.png': "
          + "add {stem} or {name} to 'path'\(orFail)"
      ])
  }

  @Test(
    "A path that the hash could make of another path would be one path with it",
    arguments: ["old/a-fbcf9864.jpg", "old/A-FBCF9864.jpg"])
  func aPathThatAHashCouldMake(_ source: String) throws {
    func keys(_ source: String, _ plain: String = "{stem}.jpg") -> String {
      "sources: [{path: a.png}, {path: \(source)}]\n"
        + "outputs:\n  - path: \"{stem}-{content8}.jpg\"\n  - path: \"\(plain)\""
    }
    let path = source.dropFirst(4)
    #expect(
      try refusals(keys(source)) == [
        "5:11: 'a-{content8}.jpg' and '\(path)', one file if {content8} has the digits in its place, "
          + "would be written for both 'a.png' and '\(source)': change one 'path'\(orFail)"
      ])
    #expect(try refusals(keys("old/a-fbcf986g.jpg")) == [])
    #expect(try refusals(keys("old/a-fbcf98640.jpg")) == [])
    #expect(try refusals(keys(source, "plain/{stem}.jpg")) == [])
  }
}
