import ImageModel
import Testing

@testable import JobFile

/// Values as of `photos/2024/may/IMG 1.v2.JPG`, found by `photos/**`.
func templateValues() -> PathTemplate.Values {
  let item = SourceItem(path: Array("photos/2024/may/IMG 1.v2.JPG".utf8), entry: 0, fixedLength: 7)
  var values = PathTemplate.Values(item, id: nil, index: 42, hash8: "0a1b2c3d", job: "catalogue")
  values.size = (512, 341)
  return values
}

@Suite struct PathTemplateTests {
  static let rendered: [(String, String)] = [
    ("{stem}.jpg", "IMG 1.v2.jpg"),
    ("{name}", "IMG 1.v2.JPG"),
    ("{stem}.{ext}", "IMG 1.v2.JPG"),
    ("{dir}/{stem}.jpg", "2024/may/IMG 1.v2.jpg"),
    ("x/{dir}//{id}.jpg", "x/2024/may/IMG 1.v2.jpg"),
    ("{index}.jpg", "000042.jpg"),
    ("{stem}-{width}x{height}.jpg", "IMG 1.v2-512x341.jpg"),
    ("{job}/{hash8}.jpg", "catalogue/0a1b2c3d.jpg"),
    ("{{{stem}}}.jpg", "{IMG 1.v2}.jpg"),
    ("{{stem}}.jpg", "{stem}.jpg"),
    ("a}}{{b", "a}{b"),
    ("..{stem}..jpg", "..IMG 1.v2..jpg"),
    ("\u{E4}/\u{20AC}.jpg", "\u{E4}/\u{20AC}.jpg"),
  ]

  @Test(arguments: rendered) func renders(template: String, path: String) throws {
    #expect(try PathTemplate(parsing: template).render(templateValues()) == path)
  }

  @Test func emptySegmentsCollapse() throws {
    var values = templateValues()
    values.dir = ""
    values.ext = ""
    #expect(try PathTemplate(parsing: "{dir}/{stem}.jpg").render(values) == "IMG 1.v2.jpg")
    #expect(try PathTemplate(parsing: "a/{dir}/{ext}/b.jpg").render(values) == "a/b.jpg")
    #expect(try PathTemplate(parsing: "{stem}.{ext}").render(values) == "IMG 1.v2.")
    values.dir = "/x//y/"
    #expect(try PathTemplate(parsing: "{dir}/b.jpg").render(values) == "x/y/b.jpg")
  }

  @Test func anIDAndALongIndexAreUsedAsTheyAre() throws {
    let item = SourceItem(path: Array(".hidden".utf8), entry: 0, fixedLength: 7)
    let values = PathTemplate.Values(item, id: "no 4", index: 1_234_567, hash8: "00000000", job: "j")
    let template = try PathTemplate(parsing: "{id}|{index}|{stem}|{ext}|{dir}|{name}")
    #expect(try template.render(values) == "no 4|1234567|.hidden|||.hidden")
  }

  @Test func splitsAndFoldersAreThoseOfTheOutput() throws {
    var values = templateValues()
    values.split = "train"
    #expect(try PathTemplate(parsing: "{split}/{folder}.jpg").render(values) == "train/000000.jpg")
    values.folder = 41
    #expect(try PathTemplate(parsing: "{folder}/{stem}").render(values) == "000041/IMG 1.v2")
    values.folder = 1_234_567
    #expect(try PathTemplate(parsing: "{folder}/{stem}").render(values) == "1234567/IMG 1.v2")
  }

  private static let noFile = "an output path must end in the name of a file, not in '/'"
  private static let variables =
    "there are {stem} {name} {ext} {dir} {id} {index} {page} {width} {height} {hash8} {job} {category} {box_index} {split} {folder} {format} {bucket} {row} {col} {x} {y} {content8}"

  private static func unknown(_ name: String, nearest: String) -> String {
    "an output path has no variable '{\(name)}'; did you mean '{\(nearest)}'?"
  }

  static let errors: [(String, String)] = [
    ("", "an output path can't be empty"),
    ("/a.jpg", "an output path is relative to 'output_root': leave out the '/' at its front"),
    ("/", "an output path is relative to 'output_root': leave out the '/' at its front"),
    ("a/", noFile),
    ("{dir}/", noFile),
    ("../a.jpg", "an output path has a segment '..'"),
    ("{dir}/../{stem}.jpg", "an output path has a segment '..'"),
    ("a/..", "an output path has a segment '..'"),
    ("./a.jpg", "an output path has a segment '.'"),
    (".upright/{stem}.jpg", "an output path has a segment '.upright'"),
    ("a\0.jpg", "an output path has a control character, U+0000"),
    ("a\n.jpg", "an output path has a control character, U+000A"),
    ("a\u{7F}.jpg", "an output path has a control character, U+007F"),
    ("a\u{85}.jpg", "an output path has a control character, U+0085"),
    (String(repeating: "a", count: 256), "an output path has a segment of 256 bytes, more than 255"),
    (
      String(repeating: "abc/", count: 1024) + "a",
      "an output path is 4097 bytes long, more than 4096"
    ),
    ("{stem.jpg", "'{' without '}' in an output path: close it, or write '{{' for a brace"),
    ("{stem}.jpg{", "'{' without '}' in an output path: close it, or write '{{' for a brace"),
    ("stem}.jpg", "'}' without '{' in an output path: write '}}' for a brace"),
    ("{steam}.jpg", unknown("steam", nearest: "stem")),
    ("{wdith}.jpg", unknown("wdith", nearest: "width")),
    ("{hash}.jpg", unknown("hash", nearest: "hash8")),
    ("{Stem}.jpg", unknown("Stem", nearest: "stem")),
    ("{ stem }.jpg", unknown(" stem ", nearest: "stem")),
    ("{album}/{stem}.jpg", "an output path has no variable '{album}'; \(variables)"),
    ("{}.jpg", "an output path has no variable '{}'; \(variables)"),
  ]

  @Test(arguments: errors) func saysWhatIsWrong(template: String, message: String) {
    #expect(throws: PatternError(message)) { try PathTemplate(parsing: template) }
  }

  @Test func knowsWhetherASizeIsUsed() throws {
    let templates = ["{stem}.jpg", "{width}.jpg", "a{height}", "{{width}}.jpg"]
    #expect(try templates.map { try PathTemplate(parsing: $0).usesSize } == [false, true, true, false])
    #expect(try PathTemplate(parsing: "{hash8}{job}").uses(.hash8))
    #expect(try !PathTemplate(parsing: "{hash8}{job}").uses(.id))
  }
}
