import Foundation
import ImageModel
import TestSupport
import Testing

/// What a worker that a picture has taken over can say, and what comes of that: of three pictures the second one has its
/// worker answer by ``CHostile``.
struct HostileWorkerTests {
  /// An answer, and what the row of the picture says then.
  struct Reply: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]
    /// Whether the worker closes its socket afterwards, and waits for ever.
    var lingers = false
    let error: Row.Note

    init(_ name: String, _ bytes: [UInt8], lingers: Bool = false, _ code: String, _ message: String) {
      testDescription = name
      self.bytes = bytes
      self.lingers = lingers
      error = Row.Note(code: code, message: message)
    }
  }

  private static let senseless = "crashed the decoder (it gave an answer without sense)"
  private static let silent = "crashed the decoder (it closed its connection and went on)"

  static let replies: [Reply] =
    [
      (28, "No space left on device"), (24, "Too many open files"), (5, "Input/output error"),
      (30, "Read-only file system"),
    ].map { code, words in
      Reply(
        "the disk says \(code)", message(unwritten(code)), "write_failed",
        "'out/b.jpg' can't be written: \(words)")
    } + [
      Reply("it is there already", message(failed(.exists)), "decoder_crash", senseless),
      Reply("the run stopped before it", message(failed(.stopped)), "decoder_crash", senseless),
      Reply(
        "a warning of the plan's", message(failed(.corrupt, and: .cropClipped)), "decoder_crash", senseless),
      Reply(
        "an answer to the next request too", message(failed(.corrupt)) + message(failed(.corrupt)), "corrupt",
        "no"),
      Reply("nothing, and it stays", [], lingers: true, "decoder_crash", silent),
      Reply("last words, and it stays", message([], number: 60), lingers: true, "decoder_crash", silent),
    ]

  @Test("No answer changes another picture's row, a file, or the run's status beyond 1", arguments: replies)
  func answers(_ reply: Reply) throws {
    let (clean, studio) = (try Self.studio(), try Self.studio())
    #expect(try clean.upright("run", "--jobs", "1", "job.yaml").ending == .exit(0))
    let run = try studio.upright(
      "run", "--jobs", "1", "job.yaml",
      environment: [
        "LD_PRELOAD": "\(try CommandRun.productsFolder())/libCHostile.so",
        "UPRIGHT_HOSTILE_FOR": "photos/b.jpg",
        "UPRIGHT_HOSTILE_SAYS": reply.bytes.map { String(format: "%02x", $0) }.joined(),
        "UPRIGHT_HOSTILE_STAYS": reply.lingers ? "1" : "0",
      ])
    #expect(run.ending == .exit(1))
    #expect(
      run.stderr.hasPrefix("photos/b.jpg: failed: \(reply.error.message) (\(reply.error.code))\njob: 2 of 3 ")
    )
    let (rows, cleanRows) = (try studio.rows(), try clean.rows())
    #expect(rows.map(\.status) == ["ok", "failed", "ok"])
    #expect(rows[1].error == reply.error)
    #expect([rows[0], rows[2]] == [cleanRows[0], cleanRows[2]])
    #expect(
      try studio.contents(besides: ["job.manifest.jsonl"])
        == clean.contents(besides: ["job.manifest.jsonl", "out/b.jpg"]))
  }

  private static func studio() throws -> Studio {
    let studio = try Studio("hash: none\noutputs: [{path: \"out/{stem}.jpg\", resize: {width: 20}}]")
    for name in ["a", "b", "c"] { try studio.add(.tagged(6), "photos/\(name).jpg") }
    return studio
  }

  /// A message as it goes over the socket: the count of its bytes, a second number, and the bytes.
  private static func message(_ body: [UInt8], number: UInt32 = 0) -> [UInt8] {
    little(UInt32(body.count)) + little(number) + body
  }

  /// The one output can't be written.
  private static func unwritten(_ errno: UInt32) -> [UInt8] {
    memory + [0] + little(0 as UInt32) + little(1 as UInt32) + [8] + little(errno) + [0]
  }

  /// The one output has failed, and has perhaps a warning.
  private static func failed(_ code: Finding.Code, and warning: Finding.Code? = nil) -> [UInt8] {
    let findings = [code] + (warning.map { [$0] } ?? [])
    let table = findings.flatMap { [place(of: $0)] + little(2 as UInt16) + Array("no".utf8) }
    let ends = warning == nil ? [0] : [1] + little(1 as UInt32)
    return memory + [0] + little(UInt32(findings.count)) + table + little(1 as UInt32) + [2]
      + little(0 as UInt32)
      + ends
  }

  private static let memory = little(1 << 20 as UInt64)

  private static func place(of code: Finding.Code) -> UInt8 {
    UInt8(Finding.Code.ofRenderers.firstIndex(of: code) ?? 255)
  }

  private static func little(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}
