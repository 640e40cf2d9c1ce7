import ImageModel
import Testing

@testable import JobFile

@Suite struct ValidJobTests {
  private func read(_ text: String, file: String = "jobs/web.v2.yaml") throws -> JobSpec {
    try JobFileReader.read(text: Array(text.utf8), file: file).get()
  }

  private func place(_ line: Int, _ column: Int) -> JobFile.SourceLocation {
    JobFile.SourceLocation(line: line, column: column)
  }

  private func shaping(_ change: (inout Shaping) -> Void) -> Shaping {
    var shaping = Shaping()
    change(&shaping)
    return shaping
  }

  @Test func smallest() throws {
    let spec = try read(ValidJob.smallest)
    #expect(
      spec
        == JobSpec(
          name: "web.v2",
          sources: [
            SourceEntry(files: .path("a.jpg"), location: place(2, 17), isOptional: false, shaping: Shaping())
          ], exclude: [], outputRoot: nil,
          outputs: [
            OutputEntry(
              template: try PathTemplate(parsing: "b.JPEG"), location: place(4, 9), format: .jpeg,
              shaping: Shaping())
          ], shaping: Shaping(), oversample: 2, onError: OnError(), limits: Limits(), hash: .sha256,
          manifest: nil))
  }

  @Test func catalogue() throws {
    var onError = OnError()
    onError.maxFailures = .percent(1)
    onError.known = .ignore
    let spec = try read(ValidJob.catalogue)
    #expect(
      spec
        == JobSpec(
          name: "catalogue", sources: try catalogueSources(),
          exclude: [Located(try GlobPattern(parsing: "**/rejected/**"), at: place(10, 11))],
          outputRoot: Located("out", at: place(11, 14)), outputs: try catalogueOutputs(), shaping: Shaping(),
          oversample: 2, onError: onError, limits: Limits(), hash: .sha256,
          manifest: Located("out/manifest.jsonl", at: place(20, 11))))
  }

  private func catalogueSources() throws -> [SourceEntry] {
    [
      SourceEntry(
        files: .glob(try GlobPattern(parsing: "photos/**/*.{jpg,jpeg}")), location: place(5, 5),
        isOptional: false, shaping: Shaping()),
      SourceEntry(
        files: .glob(try GlobPattern(parsing: "scans/*.jpg")), location: place(6, 11),
        exifOrientation: .rightTop, isOptional: false, shaping: Shaping()),
      SourceEntry(
        files: .path("scans/receipt-0412.jpg"), location: place(8, 11), isOptional: false,
        shaping: shaping {
          $0.crop = Crop(.box(x: .pixels(120), y: .pixels(40), width: .pixels(1024), height: .pixels(1024)))
        }),
    ]
  }

  private func catalogueOutputs() throws -> [OutputEntry] {
    [
      OutputEntry(
        template: try PathTemplate(parsing: "{dir}/{stem}-512.jpg"), location: place(13, 11), format: .jpeg,
        shaping: shaping {
          $0.resize = Resize(.pixels(width: 512, height: 512), fit: .inside)
          $0.encode.quality = 85
          $0.encode.chroma = .quarter
        }),
      OutputEntry(
        template: try PathTemplate(parsing: "{dir}/{stem}-64.jpg"), location: place(17, 11), format: .jpeg,
        shaping: shaping { $0.resize = Resize(.pixels(width: 64, height: 64), fit: .cover) }),
    ]
  }

  @Test func everythingAtTheTop() throws {
    let spec = try read(ValidJob.everything)
    #expect(spec.name == "2024")
    #expect(spec.exclude == [])
    #expect(spec.outputRoot == Located("/srv/out", at: place(34, 14)))
    #expect(
      spec.shaping
        == shaping {
          $0.orientation = .bake
          $0.crop = Crop(.aspect(ratio: 1, .focus(x: .percent(30), y: .pixels(40))))
          $0.resize = Resize(.pixels(width: 512, height: 512), fit: .inside, enlarge: .always)
          $0.resize?.notation = "^!512,512"
          $0.metadata = MetadataPolicy(keep: [.icc, .resolution], gpsStays: false)
          $0.background = RGBColor(red: 255, green: 255, blue: 255)
          $0.encode.quality = 7
          $0.encode.chroma = ChromaSubsampling.none
          $0.encode.progressive = false
          $0.encode.optimize = true
        })
    #expect(spec.oversample == 1.5)
    #expect(spec.embeddedThumbnail == .whenLargeEnough)
    #expect(spec.onCorrupt == .truncated)
    #expect(spec.verify == .full)
    #expect(spec.onError.policy == .stop)
    #expect(spec.onError.maxFailures == .rows(3))
    #expect(spec.limits.maxPixels == 1_500_000)
    #expect(spec.limits.maxFileBytes == 2048)
    #expect(spec.limits.secondsPerImage == 0.5)
    #expect(spec.hash == HashKind.none)
    #expect(spec.manifest == Located("m.jsonl", at: place(49, 11)))
    #expect(spec.isolation == Isolation.none)
    #expect(spec.sandbox == .off)
    #expect(spec.durability == .each)
    #expect(spec.existing == .keep)
    #expect(spec.state == Located("/var/lib/jobs", at: place(54, 8)))
  }

  @Test func silenceIsSafe() throws {
    let spec = try read(ValidJob.smallest)
    #expect(spec.embeddedThumbnail == .never)
    #expect(spec.onCorrupt == .error)
    #expect(spec.verify == .crop)
    #expect(spec.isolation == .process)
    #expect(spec.sandbox == .bestEffort)
    #expect(spec.durability == .batch)
    #expect(spec.existing == .replace)
    #expect(spec.onUpgrade == .remake)
    #expect(spec.state == nil)
  }

  @Test(arguments: [
    ("warning", CorruptionPolicy.warning), ("error", .error), ("truncated", .truncated), ("none", .none),
  ]) func damageThatFails(_ word: String, _ policy: CorruptionPolicy) throws {
    #expect(try read(ValidJob.smallest + "\ndecode: {on_corrupt: \(word)}").onCorrupt == policy)
  }

  @Test(arguments: [
    ("require", SandboxPolicy.require), ("best-effort", .bestEffort), ("\"off\"", .off),
  ]) func sandboxes(_ word: String, _ policy: SandboxPolicy) throws {
    #expect(try read(ValidJob.smallest + "\nsandbox: \(word)").sandbox == policy)
  }

  @Test(arguments: [("none", Durability.none), ("batch", .batch), ("each", .each)])
  func durabilities(_ word: String, _ durability: Durability) throws {
    #expect(try read(ValidJob.smallest + "\ndurability: \(word)").durability == durability)
  }

  @Test(arguments: [("replace", ExistingFiles.replace), ("keep", .keep), ("error", .error)])
  func existingFiles(_ word: String, _ existing: ExistingFiles) throws {
    #expect(try read(ValidJob.smallest + "\nexisting: \(word)").existing == existing)
  }

  @Test(arguments: [("remake", UpgradePolicy.remake), ("keep", .keep)])
  func outputsOfOtherVersions(_ word: String, _ policy: UpgradePolicy) throws {
    #expect(try read(ValidJob.smallest + "\non_upgrade: \(word)").onUpgrade == policy)
  }

  @Test func everythingInSources() throws {
    #expect(
      try read(ValidJob.everything).sources == [
        SourceEntry(
          files: .path("no"), location: place(22, 9), id: Located("0412", at: place(23, 7)),
          exifOrientation: .leftBottom, isOptional: true,
          shaping: shaping {
            $0.orientation = .keep
            $0.metadata = MetadataPolicy(
              keep: [
                .exif, .xmp, .comment,
                .tag(.xmp(XMPName(namespace: "http://purl.org/dc/elements/1.1/", local: "rights"))),
              ],
              drop: [.makerNotes, .tag(.exif(ExifTag(0x9286)))], gpsStays: true)
            $0.background = RGBColor(red: 1, green: 2, blue: 3)
          }),
        SourceEntry(
          files: .path("no"), location: place(29, 9), id: Located("413", at: place(30, 7)), isOptional: false,
          shaping: Shaping()),
      ])
  }

  @Test func everythingInOutputs() throws {
    #expect(
      try read(ValidJob.everything).outputs == [
        OutputEntry(
          template: try PathTemplate(parsing: "x/{stem}.{ext}"), location: place(2, 9), format: .jpeg,
          shaping: shaping {
            $0.orientation = .ignore
            $0.crop = Crop(
              .box(x: .pixels(0), y: .pixels(1), width: .pixels(3), height: .pixels(3)), space: .stored,
              rounding: .inward, outOfBounds: .error)
            $0.resize = Resize(
              .pixels(width: nil, height: 10), fit: .outside, anchor: .gravity(.southeast), filter: .point,
              enlarge: .error)
            $0.metadata = MetadataPolicy(keep: [], gpsStays: false)
            $0.background = RGBColor(red: 0xAA, green: 0, blue: 0xBB)
            $0.encode.quality = 100
            $0.encode.chroma = .half
            $0.encode.progressive = true
            $0.encode.optimize = false
          }),
        OutputEntry(
          template: try PathTemplate(parsing: "y.jpg"), location: place(18, 9), format: .jpeg,
          shaping: shaping {
            $0.resize = Resize(
              .pixels(width: 3, height: 4), fit: .cover, anchor: .focus(x: .pixels(5), y: .percent(6.5)),
              enlarge: .always)
            $0.background = RGBColor(red: 0, green: 128, blue: 255)
          }),
      ])
  }

  @Test(arguments: [
    ("web.yaml", "web"), ("a.b/web.tar.yml", "web.tar"), ("/x/web", "web"), ("-", "-"),
  ]) func nameIsTheStem(_ file: String, _ name: String) throws {
    #expect(try read(ValidJob.smallest, file: file).name == name)
  }

  @Test func stemThatIsNoName() {
    let read = JobFileReader.read(text: Array(ValidJob.smallest.utf8), file: "x/.yaml")
    let message = "'name' is missing: the file's own name '.yaml' can't name the job"
    #expect(
      read
        == .failure(
          JobFileErrors(diagnostics: [Diagnostic(file: "x/.yaml", at: place(1, 1), message)])))
  }

  @Test func patternErrorsStandAtTheirValues() throws {
    let text = "version: 1\nsources: ['{a']\nexclude: ['b}']\noutputs: [{path: '{c.jpg'}]\n"
    let messages = try [
      #require(throws: PatternError.self) { try GlobPattern(parsing: "{a") },
      #require(throws: PatternError.self) { try GlobPattern(parsing: "b}") },
      #require(throws: PatternError.self) { try PathTemplate(parsing: "{c.jpg") },
    ].map(\.message)
    #expect(
      WrongJob.errors(of: Array(text.utf8)) == [
        "job.yaml:2:11: \(messages[0])", "job.yaml:3:11: \(messages[1])", "job.yaml:4:18: \(messages[2])",
      ])
  }

  @Test func formatMayBeNamedInsteadOfAnExtension() throws {
    let text = "version: 1\nsources: [a]\noutputs: [{path: '{name}'}]\nformat: jpeg\n"
    #expect(try read(text).outputs.map(\.format) == [.jpeg])
    let entry = "version: 1\nsources: [a]\noutputs: [{path: '{name}', format: jpeg}]\n"
    #expect(try read(entry).outputs.map(\.format) == [.jpeg])
  }
}
