import TestSupport
import Testing

/// Which sources `upright preview` shows, and in which files.
struct PreviewPagesTests {
  private static func studio(_ count: Int) throws -> Studio {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\", resize: {width: 16}}]")
    for number in 1...count {
      try studio.add(Picture(width: 32, height: 24, seed: number), "photos/\(100 + number).jpg")
    }
    return studio
  }

  /// The sources that a page shows, in its order.
  private static func shown(_ studio: Studio, _ page: String) throws -> [String] {
    try studio.text(page).split(separator: "\n").compactMap { line in
      guard line.hasPrefix("<h2><bdi>photos/") else { return nil }
      return String(line.dropFirst(16).prefix(3))
    }
  }

  private static func pages(_ studio: Studio) -> [String] {
    studio.folder.files().filter { $0.hasSuffix(".html") }.sorted()
  }

  @Test("50 sources a page, linked by their names")
  func pages() throws {
    let studio = try Self.studio(101)
    let run = try studio.upright("preview", "--sample", "all", "--output", "a#b.html", "job.yaml")
    #expect(
      run
        == CommandRun(
          .exit(0), stderr: "job: 101 sources, 101 outputs; all sources shown; 3 pages, a#b.html\n"))
    #expect(Self.pages(studio) == ["a#b-2.html", "a#b-3.html", "a#b.html"])
    let names = (101...201).map(String.init)
    #expect(try Self.shown(studio, "a#b.html") == Array(names[..<50]))
    #expect(try Self.shown(studio, "a#b-2.html") == Array(names[50..<100]))
    #expect(try Self.shown(studio, "a#b-3.html") == Array(names[100...]))
    let second = try studio.text("a#b-2.html")
    #expect(
      second.contains(
        #"<nav><a href="./a%23b.html">previous</a> <a href="./a%23b.html">1</a> <b aria-current="page">2</b> <a href="./a%23b-3.html">3</a> <a href="./a%23b-3.html">next</a></nav>"#
      ))
    #expect(
      second.contains(
        "<p>Shown here: all 101 sources, on this page 51 to 100. The whole plan: 101 sources, 101 outputs.</p>"
      ))
  }

  @Test("The same bytes, however many work and however often")
  func sameBytes() throws {
    let studio = try Self.studio(60)
    for (jobs, name) in [("1", "a"), ("3", "b"), ("3", "c")] {
      #expect(
        try studio.upright("preview", "--jobs", jobs, "--output", "p.html", "job.yaml").ending == .exit(0))
      #expect(try studio.shell("mkdir \(name) && mv p.html p-2.html \(name)").ending == .exit(0))
    }
    for page in ["p.html", "p-2.html"] {
      let first = try studio.folder.read("a/\(page)")
      #expect(try studio.folder.read("b/\(page)") == first)
      #expect(try studio.folder.read("c/\(page)") == first)
    }
  }

  /// The four smallest of `printf '0 photos/101.jpg' | sha256sum` and so on, and of those with the seed 7.
  @Test("A sample is what seed and paths say")
  func sample() throws {
    let studio = try Self.studio(9)
    func expected(_ seed: Int) throws -> [String] {
      let sums = try studio.shell(
        "for n in 101 102 103 104 105 106 107 108 109; do printf '\(seed) photos/%s.jpg' $n | sha256sum | "
          + "sed \"s/-/$n/\"; done | sort | head -n 4 | sed 's/.* //' | sort")
      return sums.stdout.split(separator: "\n").map(String.init)
    }
    let run = try studio.upright("preview", "--sample", "4", "job.yaml")
    #expect(run.stderr == "job: 9 sources, 9 outputs; 4 of 9 sources shown; job.preview.html\n")
    #expect(try Self.shown(studio, "job.preview.html") == expected(0))
    #expect(
      try studio.text("job.preview.html").contains(
        "<p>Shown here: 4 of 9 sources. The whole plan: 9 sources, 9 outputs.</p>"))
    _ = try studio.upright("preview", "--sample", "4", "--seed", "7", "job.yaml")
    #expect(try Self.shown(studio, "job.preview.html") == expected(7))
    #expect(try expected(7) != expected(0))
  }

  @Test("A refused job has no page and status 2")
  func refused() throws {
    let studio = try Self.studio(2)
    try studio.job("sources: [photos/101.jpg]\noutputs: [{path: a.jpg}, {path: a.jpg}]", "twice.yaml")
    let run = try studio.upright("preview", "twice.yaml")
    #expect(run.ending == .exit(2))
    #expect(run.stderr.hasPrefix("twice.yaml:3:"))
    #expect(Self.pages(studio) == [])
  }

  @Test("A file that is no preview is not replaced by one, nor is anything else written then")
  func foreign() throws {
    let studio = try Self.studio(51)
    try studio.folder.write("<!DOCTYPE html>mine", to: "look-2.html")
    #expect(
      try studio.upright("preview", "--sample", "all", "--output", "look.html", "job.yaml")
        == CommandRun(
          .exit(2),
          stderr:
            "job.yaml: error: 'look-2.html' is there already and is no preview: remove it, or change --output\n"
        ))
    #expect(try studio.text("look-2.html") == "<!DOCTYPE html>mine")
    #expect(studio.folder.files().filter { $0.hasSuffix("look.html") } == [])
  }

  @Test("A page that can't be written is status 74, a wrong name or folder 2")
  func unwritable() throws {
    let studio = try Self.studio(1)
    #expect(try studio.shell("mkdir taken.html").ending == .exit(0))
    #expect(
      try studio.shell("upright preview --output taken.html job.yaml 2>&1 | sed 's/at .*taken/at taken/'; ")
        .stdout
        == "job.yaml: error: '\(studio.folder.path)/taken.html' can't be written: Is a directory\n")
    #expect(try studio.upright("preview", "--output", "taken.html", "job.yaml").ending == .exit(74))
    let usage = """
      Usage: upright preview [<options>] <job>
        See 'upright preview --help' for more information.

      """
    for (name, message) in [
      ("job.yaml", "--output: 'job.yaml' doesn't end in .html"),
      ("none/a.html", "--output: there is no folder '\(studio.folder.path)/none'"),
    ] {
      #expect(
        try studio.upright("preview", "--output", name, "job.yaml")
          == CommandRun(.exit(2), stderr: "Error: \(message)\n" + usage))
    }
  }
}
