import ImageModel
import JobFile
import Planning
import RenderingSupport
import TestSupport
import Testing

@testable import Rendering
@testable import System
@testable import Workers

@Suite("A worker's answer")
struct WorkerReplyTests {
  /// Four outputs, of which the last one can't be made.
  private static func plan(hash: String = "sha256") throws -> ImagePlan {
    let picture = TestPicture.noisy(width: 20, height: 10)
    let outputs = ["", "", "", "crop: {x: 900, y: 0, width: 5, height: 5}"]
    return try RenderedImage(
      RenderedImage.job(outputs, more: "hash: \(hash)"), picture.file(), stored: picture.size
    ).plan
  }

  private static let damaged = Finding(.damaged, "1 \u{E9}")
  private static let dithered = Finding(.dithered, "no")
  private static let corrupt = Finding(.corrupt, "")

  private static func outcome(_ plan: ImagePlan) -> ImageOutcome {
    var outputs = [
      OutputOutcome(), OutputOutcome(error: corrupt), OutputOutcome(),
      OutputOutcome(error: plan.outputs[3].error),
    ]
    outputs[0].bytes = 0x1234
    outputs[0].sha256 = String(repeating: "0f", count: 32)
    outputs[0].findings = [damaged, dithered]
    outputs[1].findings = [damaged]
    outputs[2].systemError = 28
    return ImageOutcome(sourceSHA256: String(repeating: "a5", count: 32), outputs: outputs)
  }

  /// The same by hand, part by part.
  private static let parts: [(name: String, bytes: [UInt8])] = [
    ("memory", [0, 0, 1, 0, 0, 0, 0, 0]),
    ("image flags", [1]),
    ("source hash", Array(repeating: 0xA5, count: 32)),
    ("finding count", [3, 0, 0, 0]),
    ("first code", [place(of: .damaged)]),
    ("first size", [4, 0]),
    ("first message", [0x31, 0x20, 0xC3, 0xA9]),
    ("second code", [place(of: .dithered)]),
    ("second size", [2, 0]),
    ("second message", [0x6E, 0x6F]),
    ("third code", [place(of: .corrupt)]),
    ("third size", [0, 0]),
    ("output count", [4, 0, 0, 0]),
    ("made", [1]),
    ("hash", Array(repeating: 0x0F, count: 32)),
    ("size", [0x34, 0x12, 0, 0, 0, 0, 0, 0]),
    ("finding count of an output", [2]),
    ("first warning", [0, 0, 0, 0]),
    ("second warning", [1, 0, 0, 0]),
    ("failed", [2]),
    ("error", [2, 0, 0, 0]),
    ("failed: warning count", [1]),
    ("failed: warning", [0, 0, 0, 0]),
    ("unwritten", [8]),
    ("errno", [28, 0, 0, 0]),
    ("unwritten: warning count", [0]),
    ("planned", [4]),
    ("planned: warning count", [0]),
  ]

  private static func place(of code: Finding.Code) -> UInt8 {
    UInt8(Finding.Code.ofRenderers.firstIndex(of: code) ?? 255)
  }

  /// The answer with one part in place of its own.
  private static func bytes(_ name: String = "", _ bytes: [UInt8] = []) -> [UInt8] {
    parts.flatMap { $0.name == name ? bytes : $0.bytes }
  }

  @Test("It is written and read like this")
  func roundTrip() throws {
    let plan = try Self.plan()
    let reply = WorkerReply(outcome: Self.outcome(plan), memory: 65536)
    #expect(reply.encoded(for: plan) == Self.bytes())
    #expect(try WorkerReply.parse(Self.bytes(), for: plan) == reply)
  }

  @Test("Without hashes, and with an output that nobody asked for")
  func withoutHashes() throws {
    let plan = try Self.plan(hash: "none")
    var outcome = Self.outcome(plan)
    outcome.sourceSHA256 = nil
    outcome.outputs[0].sha256 = nil
    outcome.outputs[2].systemError = nil
    let reply = WorkerReply(outcome: outcome, memory: .max)
    #expect(try WorkerReply.parse(reply.encoded(for: plan), for: plan) == reply)
  }

  @Test("Cut short anywhere, or with a byte too many, it is none")
  func length() throws {
    let plan = try Self.plan()
    let whole = Self.bytes()
    for count in whole.indices {
      #expect(throws: WireError.endsEarly) { try WorkerReply.parse(Array(whole[..<count]), for: plan) }
    }
    #expect(throws: WireError.goesOn(1)) { try WorkerReply.parse(whole + [0], for: plan) }
  }

  private static let faults: [(part: String, bytes: [UInt8], error: WireError)] = [
    ("image flags", [2], .wrong("image flags")),
    ("finding count", [4, 0, 0, 0], .wrong("output count")),
    ("first code", [UInt8(Finding.Code.ofRenderers.count)], .wrong("finding's code")),
    ("first size", [1, 2], .wrong("message's size")),
    ("first message", [0x31, 0x20, 0xC3, 0x28], .wrong("text")),
    ("first message", [0xED, 0xA0, 0x80, 0x20], .wrong("text")),
    ("output count", [3, 0, 0, 0], .wrong("output count")),
    ("output count", [4, 0, 0, 1], .wrong("output count")),
    ("made", [3], .wrong("output flags")),
    ("made", [4], .wrong("output flags")),
    ("made", [16], .wrong("output flags")),
    ("size", [0, 0, 0, 0, 0, 0, 0, 0], .wrong("output size")),
    ("size", [0, 0, 0, 0, 0, 0, 0, 0x80], .wrong("output size")),
    ("finding count of an output", [17], .wrong("finding count of an output")),
    ("first warning", [1, 0, 0, 0], .wrong("finding's number")),
    ("second warning", [2, 0, 0, 0], .wrong("finding's number")),
    ("error", [2, 0, 0, 0x80], .wrong("finding's number")),
    ("error", [1, 0, 0, 0], .wrong("finding's use")),
    ("first code", [place(of: .corrupt)], .wrong("finding's use")),
    ("second code", [place(of: .cropClipped)], .wrong("finding's code")),
    ("third code", [place(of: .exists)], .wrong("finding's code")),
    ("third code", [place(of: .writeFailed)], .wrong("finding's code")),
    ("errno", [0, 0, 0, 0], .wrong("errno")),
    ("errno", [0, 0x10, 0, 0], .wrong("errno")),
    ("errno", [0xFF, 0xFF, 0xFF, 0xFF], .wrong("errno")),
    ("planned", [0], .wrong("output flags")),
    ("planned", [1], .wrong("output flags")),
    ("planned", [8], .wrong("output flags")),
  ]

  @Test("Each part is checked", arguments: faults.indices)
  func part(_ index: Int) throws {
    let fault = Self.faults[index]
    let plan = try Self.plan()
    #expect(throws: fault.error, "\(fault.part)") {
      try WorkerReply.parse(Self.bytes(fault.part, fault.bytes), for: plan)
    }
  }

  @Test("Hashes are there exactly when the plan wants them")
  func hashes() throws {
    let plan = try Self.plan()
    let flags = Self.bytes("image flags", [0])
    let withoutSource = Array(flags.prefix(9) + flags.dropFirst(9 + 32))
    #expect(throws: WireError.wrong("source hash")) { try WorkerReply.parse(withoutSource, for: plan) }
    let unhashed = try Self.plan(hash: "none")
    #expect(throws: WireError.wrong("image flags")) { try WorkerReply.parse(Self.bytes(), for: unhashed) }
  }

  /// A picture and its mask.
  private static func maskedPlan(hash: String) throws -> ImagePlan {
    let job = """
      version: 1
      sources: {path: a.jpg, masks: '{stem}.png'}
      hash: \(hash)
      outputs: [{path: b.jpg, mask: b.png}]
      """
    let spec = try JobFileReader.read(text: Array(job.utf8), file: "job.yaml").get()
    let version = SourceVersion(FileIdentity(bytes: 9, modified: 1, inode: 2))
    let size = PixelSize(width: 8, height: 6)
    var info = SourceInfo(
      version: version, storedSize: size, tag: nil, pixels: PixelFormat(.ycbcr), wholeBytes: 0, findings: [])
    let layout = LabelLayout(size: size, bits: 8, hasPalette: false, isInterlaced: false)
    info.mask = .success(SourceMask(path: "a.png", version: version, layout: layout))
    let item = SourceItem(path: Array("a.jpg".utf8), entry: 0, fixedLength: 0)
    return Planner(spec).plan(item, index: 1, info: .success(info))
  }

  @Test("The hash of the mask file stands behind that of the source, and a made mask needs it")
  func maskHash() throws {
    let plan = try Self.maskedPlan(hash: "sha256")
    try #require(plan.outputs.map { $0.mask != nil } == [false, true])
    var outcome = ImageOutcome(
      sourceSHA256: String(repeating: "a5", count: 32), maskSHA256: String(repeating: "b6", count: 32),
      outputs: [OutputOutcome(), OutputOutcome()])
    (outcome.outputs[1].bytes, outcome.outputs[1].sha256) = (3, String(repeating: "0f", count: 32))
    let reply = WorkerReply(outcome: outcome, memory: 1)
    let bytes = reply.encoded(for: plan)
    let hashes = [UInt8](repeating: 0xA5, count: 32) + [UInt8](repeating: 0xB6, count: 32)
    #expect(Array(bytes[8..<73]) == [3] + hashes)
    #expect(try WorkerReply.parse(bytes, for: plan) == reply)
    outcome.maskSHA256 = nil
    let without = WorkerReply(outcome: outcome, memory: 1).encoded(for: plan)
    #expect(throws: WireError.wrong("mask hash")) { try WorkerReply.parse(without, for: plan) }
    let unhashed = try Self.maskedPlan(hash: "none")
    #expect(throws: WireError.wrong("image flags")) {
      try WorkerReply.parse([UInt8](repeating: 0, count: 8) + [2] + bytes[41...], for: unhashed)
    }
  }

  @Test("A finding that nothing refers to is not sent")
  func unusedFinding() throws {
    let plan = try Self.plan()
    let bytes = Self.parts.flatMap { part -> [UInt8] in
      switch part.name {
      case "finding count": [4, 0, 0, 0]
      case "third size": part.bytes + [Self.place(of: .corrupt), 0, 0]
      default: part.bytes
      }
    }
    #expect(throws: WireError.wrong("finding count")) { try WorkerReply.parse(bytes, for: plan) }
  }

  @Test("No answer is longer than 4 KiB and 256 bytes an output", arguments: [1, 4, 600])
  func size(_ count: Int) throws {
    let picture = TestPicture.noisy(width: 20, height: 10)
    let plan = try RenderedImage(
      RenderedImage.job(Array(repeating: "", count: count)), picture.file(), stored: picture.size
    ).plan
    var outcome = ImageOutcome(sourceSHA256: String(repeating: "a5", count: 32), outputs: [])
    for index in 0..<count {
      var output = OutputOutcome()
      output.bytes = 1 + index
      output.sha256 = String(repeating: "0f", count: 32)
      output.findings = (0..<99).map {
        Finding(.damaged, "\(index) \($0) \(String(repeating: "\u{E9}", count: 400))")
      }
      outcome.outputs.append(output)
    }
    outcome.bound(by: plan)
    let reply = WorkerReply(outcome: outcome, memory: 1)
    let bytes = reply.encoded(for: plan)
    #expect(bytes.count <= 4096 + 256 * count)
    #expect(try WorkerReply.parse(bytes, for: plan) == reply)
    let parts = bytes + [UInt8](repeating: 0, count: 4097 + 256 * count - bytes.count)
    #expect(throws: WireError.wrong("size")) { try WorkerReply.parse(parts, for: plan) }
  }
}

@Suite("The bounds of an outcome")
struct OutcomeBoundsTests {
  private func plan(_ count: Int) throws -> ImagePlan {
    let picture = TestPicture.noisy(width: 20, height: 10)
    let outputs = Array(repeating: "crop: {x: 900, y: 0, width: 5, height: 5}", count: count)
    return try RenderedImage(
      RenderedImage.job([""] + outputs), picture.file(), stored: picture.size
    ).plan
  }

  @Test("Messages end at a whole character, warnings at the sixteenth")
  func cut() throws {
    var outcome = ImageOutcome(sourceSHA256: nil, outputs: [OutputOutcome()])
    let long = "x" + String(repeating: "\u{20AC}", count: 200)
    outcome.outputs[0].error = Finding(.corrupt, long)
    outcome.outputs[0].findings = (0..<17).map { Finding(.damaged, "\($0)") }
    outcome.bound(by: try plan(0))
    // 1 + 170 x 3 = 511 bytes; one character more would be 514.
    #expect(
      outcome.outputs[0].error == Finding(.corrupt, "x" + String(repeating: "\u{20AC}", count: 170)))
    #expect(outcome.outputs[0].findings == (0..<16).map { Finding(.damaged, "\($0)") })
  }

  @Test("All different messages together have 3,000 bytes and 90 an output; the same one counts once")
  func together() throws {
    func letters(_ letter: String) -> Finding { Finding(.damaged, String(repeating: letter, count: 500)) }
    var outcome = ImageOutcome(sourceSHA256: nil, outputs: [OutputOutcome()])
    outcome.outputs[0].findings = ["a", "b", "a", "c", "d", "e", "f", "g", "h"].map(letters)
    outcome.bound(by: try plan(0))
    #expect(
      outcome.outputs[0].findings == ["a", "b", "a", "c", "d", "e", "f"].map(letters) + [
        Finding(.damaged, String(repeating: "g", count: 90)), Finding(.damaged, ""),
      ])
  }

  @Test("What the plan says itself is left alone")
  func planned() throws {
    var plan = try plan(1)
    plan.outputs[1].error = Finding(.badPath, String(repeating: "x", count: 5000))
    var outcome = ImageOutcome(
      sourceSHA256: nil, outputs: [OutputOutcome(), OutputOutcome(error: plan.outputs[1].error)])
    let before = outcome
    outcome.bound(by: plan)
    #expect(outcome == before)
  }
}
