import Testing

@testable import JobFile

/// `split` and `files_per_folder` in a job file.
@Suite struct SplitTests {
  private func read(_ keys: String, path: String = "{split}/{stem}.jpg") throws -> JobSpec {
    let head = "version: 1\nsources: [a.jpg]\noutputs: [{path: \"\(path)\"}]\n"
    return try JobFileReader.read(text: Array((head + keys).utf8), file: "job.yaml").get()
  }

  @Test func sharesStandInTheOrderOfTheFile() throws {
    let spec = try read("split: {z: 33.3%, by: \"{job}-{dir}\", 0.a_B-9: 33.3%, a: 33.4%, none: 0%}")
    #expect(
      spec.split
        == Split(
          group: try GroupTemplate(parsing: "{job}-{dir}"),
          parts: [
            Split.Part(name: "z", share: 33.3), Split.Part(name: "0.a_B-9", share: 33.3),
            Split.Part(name: "a", share: 33.4), Split.Part(name: "none", share: 0),
          ]))
  }

  @Test func aGroupIsAPictureByDefault() throws {
    let spec = try read("split: {all: 100%}")
    #expect(
      spec.split
        == Split(
          group: try GroupTemplate(parsing: "{dir}/{stem}"), parts: [Split.Part(name: "all", share: 100)]))
    #expect(spec.filesPerFolder == nil)
  }

  @Test("Names without shares are for lists, whose rows name them")
  func namesWithoutShares() throws {
    let text = """
      version: 1
      sources: [{list: a.csv}, {list: b.jsonl}]
      split: [train, 0.a_B-9]
      outputs: [{path: "{split}/{id}.jpg"}]
      """
    let spec = try JobFileReader.read(text: Array(text.utf8), file: "job.yaml").get()
    #expect(
      spec.split
        == Split(
          group: nil, parts: [Split.Part(name: "train", share: 0), Split.Part(name: "0.a_B-9", share: 0)]))
  }

  @Test func exactShares() throws {
    let spec = try read("split: {exact: true, stratify: '{dir}', by: '{stem}', a: 50%, b: 50%}")
    let parts = [Split.Part(name: "a", share: 50), Split.Part(name: "b", share: 50)]
    #expect(
      spec.split
        == Split(
          group: try GroupTemplate(parsing: "{stem}"), parts: parts, isExact: true,
          stratum: .template(try GroupTemplate(parsing: "{dir}"))))
    #expect(try read("split: {exact: false, a: 100%}").split?.isExact == false)
  }

  @Test(arguments: [("1", 1), ("1000000", 1_000_000), ("\"0250\"", 250)])
  func filesPerFolder(_ text: String, _ number: Int) throws {
    let spec = try read("files_per_folder: \(text)", path: "{folder}/{stem}.jpg")
    #expect(spec.filesPerFolder == number)
    #expect(spec.split == nil)
  }

  private static let example = "{train: 80%, test: 20%}"
  private static let wanted = "a mapping of names to shares, as in \(example), or a list of names"
  private static let lists =
    "'split' without shares takes splits from the column 'split' of lists: all of 'sources' must be lists in .csv or .jsonl"
  private static let share = "must be per cent from 0% to 100%, as in 80%"
  private static let names = "names are of A-Z, a-z, 0-9, '.', '_' and '-', and don't begin with '.'"

  /// A job whose output uses `{split}`; the key stands in line 4.
  private static func split(_ value: String, _ errors: String...) -> WrongJob {
    WrongJob(
      text: "version: 1\nsources: [a.jpg]\noutputs: [{path: \"{split}/{stem}.jpg\"}]\nsplit: \(value)\n",
      errors: errors)
  }

  @Test(
    arguments: [
      split("80%", "4:8: 'split' must be \(wanted), not '80%'"),
      split("[train, test]", "2:11: \(lists)"),
      split(
        "[a, a, b/c, [d]]", "2:11: \(lists)", "4:12: the split 'a' is here twice",
        "4:15: 'b/c' can't name a split: \(names)",
        "4:20: an entry of 'split' must be text that isn't empty, not a list: put it in quotes: \"[d]\""),
      split("[]", "2:11: \(lists)", "4:8: 'split' is empty"),
      split("", "4:7: 'split' has no value"),
      split("{}", "4:8: 'split' names no split: give it names and shares, as in \(example)"),
      split("{by: \"{dir}\"}", "4:8: 'split' names no split: give it names and shares, as in \(example)"),
      split("{a: 0.8, b: 20%}", "4:12: the share of 'a' \(share), not '0.8'"),
      split("{a: 101%}", "4:12: the share of 'a' \(share), not '101%'"),
      split(
        "{a: -1%, b: [2%]}", "4:12: the share of 'a' \(share), not '-1%'",
        "4:20: the share of 'b' \(share), not a list"),
      split("{a: , b: 1%}", "4:12: the share of 'a' has no value"),
      split("{a: 80%, b: 10%}", "4:8: the shares of 'split' add up to 90%, not to 100%"),
      split("{a: 0.1%, b: 0.2%}", "4:8: the shares of 'split' add up to 0.3%, not to 100%"),
      split("{a: 99.99999%}", "4:8: the shares of 'split' add up to 99.99999%, not to 100%"),
      split("{a: 80%, b: 10%, c: 20%}", "4:8: the shares of 'split' add up to 110%, not to 100%"),
      split("\n  a: 50%\n  .b: 50%", "6:3: '.b' can't name a split: \(names)"),
      split(
        "{a/b: 50%, 'c d': 40%, '': 1%, \u{E9}: 9%}", "4:9: 'a/b' can't name a split: \(names)",
        "4:19: 'c d' can't name a split: \(names)", "4:31: '' can't name a split: \(names)",
        "4:39: '\u{E9}' can't name a split: \(names)"),
      split("{exact: 1, a: 100%}", "4:16: 'exact' must be true or false, not '1'"),
      split("{stratify: '{dir}', a: 100%}", "4:19: 'stratify' needs 'exact: true'"),
      split(
        "{exact: true, stratify: category, a: 100%}",
        "4:32: 'stratify: category' needs boxes: no entry of 'sources' has any"),
      split(
        "{exact: true, stratify: dir, a: 100%}",
        "4:32: 'stratify' has no variable, so that all pictures would be one group; there are \(variables)"),
      split("{a: 50%, a: 50%, b: 50%}", "4:17: 'a' is here twice; the first is in line 4"),
    ] as [WrongJob])
  func wrongShares(_ job: WrongJob) { job.check() }

  private static let variables = "{dir} {stem} {name} {ext} {hash8} {job}"

  @Test(
    arguments: [
      ("\"{index}\"", "'by' has no variable '{index}'; there are \(variables)"),
      ("\"{id}\"", "'by' has no variable '{id}'; there are \(variables)"),
      ("\"{split}\"", "'by' has no variable '{split}'; there are \(variables)"),
      ("\"{category}/{dir}\"", "'by' has no variable '{category}'; there are \(variables)"),
      ("\"{sten}\"", "'by' has no variable '{sten}'; did you mean '{stem}'?"),
      ("\"{patient}\"", "'by' has no variable '{patient}'; there are \(variables)"),
      ("\"{dir\"", "'{' without '}' in 'by': close it, or write '{{' for a brace"),
      ("\"dir}\"", "'}' without '{' in 'by': write '}}' for a brace"),
      ("dir", "'by' has no variable, so that all pictures would be one group; there are \(variables)"),
      (
        "\"{{dir}}\"", "'by' has no variable, so that all pictures would be one group; there are \(variables)"
      ),
      ("''", "'by' must be text that isn't empty, not ''"),
      ("{dir}", "'by' must be text that isn't empty, not a mapping: put it in quotes: \"{dir}\""),
    ])
  func wrongGroups(_ by: String, _ message: String) {
    Self.split("{by: \(by), all: 100%}", "4:13: \(message)").check()
  }

  @Test(
    arguments: [
      .job("split: {a: 100%}", "4:8: no path uses '{split}': write it in a 'path', or leave out 'split'"),
      .output(
        "path: '{split}/{stem}.jpg'",
        "4:11: '{split}' needs 'split' at the top level, as in 'split: \(example)'"),
      .job(
        "files_per_folder: 9",
        "4:19: no path uses '{folder}': write it in a 'path', or leave out 'files_per_folder'"),
      .file(
        "version: 1\nsources: [a]\noutputs:\n- path: '{folder}/a.jpg'\n- path: b.jpg\n- path: '{folder}/b.jpg'",
        "4:9: '{folder}' needs 'files_per_folder' at the top level, as in 'files_per_folder: 1000'",
        "6:9: '{folder}' needs 'files_per_folder' at the top level, as in 'files_per_folder: 1000'"),
      // What is wrong already isn't told again.
      .job("spilt: {a: 100%}", "4:1: unknown key 'spilt': did you mean 'split'?"),
      .file(
        "version: 1\nsources: [a]\nsplits: {a: 100%}\noutputs: [{path: '{split}/a.jpg'}]",
        "3:1: unknown key 'splits': did you mean 'split'?"),
      .file(
        "version: 1\nsources: [a]\nsplit: {a: 100%}\noutputs: [{path: '{splt}/a.jpg'}]",
        "4:18: an output path has no variable '{splt}'; did you mean '{split}'?"),
      .file(
        "version: 1\nsources: [a]\nsplit: {a: 100%}\noutputs: []", "4:10: 'outputs' is empty"),
      .job("by: '{dir}'", "4:1: 'by' doesn't belong here: it goes in 'split'"),
      .output("path: a.jpg\nsplit: {a: 100%}", "5:5: 'split' doesn't belong here: it goes at the top level"),
      .source(
        "glob: b\nfiles_per_folder: 1",
        "4:5: 'files_per_folder' doesn't belong here: it goes at the top level"),
    ] as [WrongJob])
  func oneWithoutTheOther(_ job: WrongJob) { job.check() }

  @Test(arguments: ["0", "1000001", "1.5", "-3", "many"]) func wrongNumbersOfFiles(_ number: String) {
    WrongJob.file(
      "version: 1\nsources: [a]\nfiles_per_folder: \(number)\noutputs: [{path: '{folder}/a.jpg'}]",
      "3:19: 'files_per_folder' must be a whole number from 1 to 1000000, not '\(number)'"
    ).check()
  }

  @Test func groupsAreTextOfTheirPicture() throws {
    let values = templateValues()
    let texts = [
      ("{dir}", "2024/may"), ("{dir}/{stem}", "2024/may/IMG 1.v2"), ("{name}|{ext}", "IMG 1.v2.JPG|JPG"),
      ("{hash8}-{job}", "0a1b2c3d-catalogue"), ("{{{stem}}}", "{IMG 1.v2}"), ("/{dir}//x/", "2024/may/x"),
    ]
    for (by, text) in texts { #expect(try GroupTemplate(parsing: by).text(values) == text) }
  }

  @Test func groupsWithoutAFolderHaveNoSlash() throws {
    var values = templateValues()
    values.dir = ""
    #expect(GroupTemplate.picture.text(values) == "IMG 1.v2")
    #expect(try GroupTemplate(parsing: "{dir}").text(values) == "")
  }
}
