import Imaging
import TestSupport
import Testing

/// A machine without the libraries that are loaded on demand: files that are none stand in their places.
struct MissingLibraryTests {
  private static let lcms = "Little CMS (liblcms2-2) isn't installed: colours can't be converted"
  private static let de265 = "libde265 (libde265-0) isn't installed: HEIC can't be read"
  private static let rsvg = "librsvg (librsvg2-2) isn't installed: SVG can't be read"

  private static func upright(_ studio: Studio, _ arguments: String...) throws -> CommandRun {
    for name in ["liblcms2.so.2", "libde265.so.0", "libdav1d.so.6", "librsvg-2.so.2"] {
      try studio.folder.write("", to: "libraries/\(name)")
    }
    return try CommandRun.upright(
      arguments, in: studio.folder, environment: ["LD_LIBRARY_PATH": studio.folder.path("libraries")])
  }

  @Test("check says what can't be done")
  func check() throws {
    let studio = try Studio("outputs: [{path: '{stem}.png'}]")
    #expect(
      try Self.upright(studio, "check", "job.yaml")
        == CommandRun(
          .exit(0),
          stderr: [Self.lcms, Self.de265, Self.rsvg].map { "upright: warning: \($0)\n" }.joined()))
  }

  @Test("A job that converts colours is refused", arguments: ["check", "plan", "run"])
  func color(command: String) throws {
    let studio = try Studio("outputs: [{path: '{stem}.png', color: {profile: srgb}}]")
    let run = try Self.upright(studio, command, "job.yaml")
    #expect(run.ending == .exit(2))
    #expect(run.stderr.hasSuffix("job.yaml: error: 'color' asks for another profile: \(Self.lcms)\n"))
  }

  @Test("HEIC, CMYK and SVG are rows that fail, known to the plan; the rest is made")
  func sources() throws {
    let studio = try Studio("outputs: [{path: '{stem}.png'}]", sources: #"["photos/*"]"#)
    try studio.folder.write(TestHEVC.still().bytes, to: "photos/a.heic")
    try studio.folder.write(
      TestJPEG(.cmyk).file(.plain(width: 16, height: 16, [9, 99, 200, 255])), to: "photos/b.jpg")
    try studio.folder.write(TestAV1.still().bytes, to: "photos/c.avif")
    try studio.folder.write(TestSVG.file("", width: 8, height: 8), to: "photos/d.svg")
    let plan = try Self.upright(studio, "plan", "--json", "job.yaml")
    for words in [Self.lcms, Self.de265, Self.rsvg] { #expect(plan.stdout.contains(words)) }
    #expect(try Self.upright(studio, "run", "--quiet", "job.yaml").ending == .exit(1))
    #expect(
      try studio.rows().map(\.error) == [
        Row.Note(code: "missing_library", message: Self.de265),
        Row.Note(code: "missing_library", message: Self.lcms), nil,
        Row.Note(code: "missing_library", message: Self.rsvg),
      ])
    #expect(try studio.text("job.manifest.jsonl").contains(#""lcms2":"none""#))
  }

  @Test("AVIF becomes the same bytes without dav1d, and the manifest says that it was absent")
  func avif() throws {
    let studio = try Studio("outputs: [{path: '{stem}.png'}]", sources: #"["photos/*"]"#)
    try studio.folder.write(TestAV1.still().bytes, to: "photos/a.avif")
    #expect(try Self.upright(studio, "run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let output = try studio.folder.read("a.png")
    #expect(try studio.text("job.manifest.jsonl").contains(#""libdav1d":"none""#))
    #expect(try studio.upright("run", "--quiet", "--force", "job.yaml") == CommandRun(.exit(0)))
    #expect(try studio.folder.read("a.png") == output)
    let version = try #require(OptionalLibrary.libdav1d.version)
    #expect(try studio.text("job.manifest.jsonl").contains(#""libdav1d":"\#(version)"#))
  }
}
