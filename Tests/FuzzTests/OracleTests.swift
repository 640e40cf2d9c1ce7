import Annotations
import ImageModel
import JPEGComparison
import JobFile
import TestSupport
import Testing
import Workers

@testable import FuzzTargets

/// The checks see what they are there to see.
@Suite struct OracleTests {
  @Test(arguments: [
    ("a/../b", "a segment '..' in 'a/../b'"), ("/a", "a segment '' in '/a'"),
    ("a//b", "a segment '' in 'a//b'"),
    ("a/", "a segment '' in 'a/'"), ("./a", "a segment '.' in './a'"), ("", "a segment '' in ''"),
    (".upright/j", "a segment '.upright' in '.upright/j'"), ("a\0", "the control character 0 in 'a\0'"),
    ("a\u{85}", "the control character 133 in 'a\u{85}'"),
  ])
  func pathsThatLeaveTheRoot(_ path: String, _ fault: String) {
    #expect(PathTemplateTarget.fault(ofPath: path) == fault)
  }

  @Test func pathsThatStay() {
    #expect(["a", "a/b.jpg", "..a/b..", "é/…"].compactMap(PathTemplateTarget.fault(ofPath:)) == [])
    #expect(PathTemplateTarget.fault(ofPath: String(repeating: "a", count: 255)) == nil)
    #expect(
      PathTemplateTarget.fault(ofPath: String(repeating: "a", count: 256))?.hasPrefix("a segment of 256")
        == true)
  }

  @Test func linesOfAText() {
    // Lines of 3 (CR LF counts), 2, 1, and an empty last one; 2 bytes of UTF-8 are one character.
    let lines = TextLines(Array("\u{FEFF}a\r\né\n\r".utf8))
    let held = (0...5).map { line in (0...5).filter { lines.holds(line: line, column: $0) } }
    #expect(held == [[], [1, 2, 3, 4], [1, 2, 3], [1, 2], [1], []])
  }

  @Test func errorsWithoutAPlace() {
    let lines = TextLines(Array("a".utf8))
    let told = ["the file is empty", "3 more errors are not shown", "'quality' is 1...100"].map {
      JobFileTarget.isPlaced(Diagnostic(file: "j", at: nil, $0), in: lines)
    }
    #expect(told == [true, true, false])
  }

  @Test(arguments: [true, false]) func expectedDifferences(isBigEndian: Bool) {
    var tiff = TIFFBuilder(isBigEndian: isBigEndian)
    _ = tiff.directory([tiff.short(0x0112, 6), tiff.short(0x0112, 3)])
    #expect(ExpectedDifference.all(in: tiff.bytes) == [.repeatedTag])
    var once = TIFFBuilder(isBigEndian: isBigEndian)
    _ = once.directory([once.short(0x0112, 6), once.short(0x0128, 2)])
    #expect(ExpectedDifference.all(in: once.bytes) == [])
    once.setMain(7)
    #expect(ExpectedDifference.all(in: once.bytes) == [.directoryInHeader])
  }

  /// RFC 3720, B.4, and the check value of the catalogues.
  @Test func checksumsOfLines() {
    #expect(PlainJournal.checksum(of: [UInt8](repeating: 0, count: 32)) == "8a9136aa")
    #expect(PlainJournal.checksum(of: Array("123456789".utf8)) == "e3069283")
  }

  @Test func journalsAreCutAndDamaged() throws {
    let choices = try #require(JournalChoices([1, 0, 12, 0x80]))
    let journal = choices.journal(Array("123456789\n".utf8)[...])
    #expect(String(decoding: journal, as: UTF8.self) == "e3069283\t123456789\n00000000\t")
    #expect(String(decoding: choices.torn(journal), as: UTF8.self) == "e3069283\t123")
    #expect(choices.damaged(journal)[12] == UInt8(ascii: "4") ^ 0x80)
    #expect(PlainJournal(journal).lines == [])
  }

  /// Else no answer would ever get past the first byte.
  @Test func workersAnswersToBeginWithAreTaken() throws {
    let plans = WorkerReplyTarget.plans
    let failures = plans.map { plan in plan.outputs.indices.map { plan.failure(ofOutput: $0)?.code } }
    #expect(failures == [[nil], [nil, .cropOutOfBounds], [nil, nil], [.emptyFile]])
    let seeds = try WorkerReplyTarget.seeds()
    #expect(seeds.count == 20)
    for seed in seeds {
      let plan = plans[Int(seed[0] & 0x7F)]
      let bounds = seed[0] < 0x80 ? nil : WorkerReplyTarget.bounds(plan)
      #expect((try? WorkerReply.parse(Array(seed.dropFirst()), for: plan, measured: bounds)) != nil)
    }
  }

  /// Else much of a reader would never be reached.
  @Test func annotationsToBeginWithHaveBoxes() throws {
    var counts: [AnnotationFormat: Int] = [:]
    for seed in try AnnotationsTarget.seeds() {
      let choices = try #require(AnnotationsChoices(seed))
      let table = choices.table(Array(seed.dropFirst()))
      counts[choices.format, default: 0] += table.boxes.count { table.fault(of: $0) == nil }
    }
    #expect(
      counts == [
        .coco: 4, .yolo: 2, .voc: 1, .hfImageFolder: 1, .labelStudio: 1, .labelme: 2, .csv: 9, .jsonl: 9,
        .yoloSeg: 3, .yoloPose: 2, .yoloOBB: 1, .dota: 1,
      ])
  }

  /// Else nothing would be compared with libjpeg.
  @Test func picturesToBeginWithAreDecoded() throws {
    var decoded = 0
    for seed in try ReducedJPEGTarget.seeds() {
      let choices = try #require(ReducedChoices(seed))
      guard let judged = JudgedJPEG(Array(seed.dropFirst(ReducedChoices.length))) else { continue }
      #expect(judged.fault(whole: choices.points(judged.frame.sampling.count)) == nil)
      #expect(judged.read?.warnings == 0)
      decoded += 1
    }
    #expect(decoded == 50)
  }

  @Test func regionsLieInside() throws {
    let corner = try #require(
      ReducedChoices([0, 10, 0, 0, 255, 255, 255, 255] + [UInt8](repeating: 9, count: 8)))
    let size = PixelSize(width: 37, height: 1)
    #expect(corner.box(2, size) == PixelRect(x: 36, y: 0, width: 1, height: 1))
    #expect(corner.points(3) == [3, 3, 3])
    #expect(!corner.looksAtAll && corner.piece == .max)
    let whole = try #require(
      ReducedChoices([0x1F, 0, 7, 8] + [UInt8](repeating: 9, count: 8) + [0, 0, 255, 255]))
    #expect(whole.box(2, size) == PixelRect(x: 0, y: 0, width: 37, height: 1))
    #expect(whole.points(3) == [1, 8, 1])
    #expect(whole.looksAtAll && whole.piece == 4)
    #expect(ReducedChoices([UInt8](repeating: 0, count: 15)) == nil)
  }

  @Test func boxesLieInside() throws {
    let corner = try #require(ShimChoices([0, 255, 255, 255, 255, 0, 0, 0]))
    #expect(corner.box(in: PixelSize(width: 37, height: 1)) == PixelRect(x: 36, y: 0, width: 1, height: 1))
    let whole = try #require(ShimChoices([4, 0, 0, 255, 255, 84, 192, 7]))
    #expect(whole.box(in: PixelSize(width: 37, height: 9)) == PixelRect(x: 0, y: 0, width: 37, height: 9))
    #expect(whole.scale == .full)
    #expect([corner.onCorrupt, whole.onCorrupt] == [.warning, .none])
    #expect([corner.verify, whole.verify] == [.crop, .full])
    #expect(
      whole.options == EncodeOptions.jpeg(quality: 85, chroma: .none, progressive: true, optimize: true))
    #expect(ShimChoices([0, 1, 2, 3, 4, 5, 6]) == nil)
  }
}
