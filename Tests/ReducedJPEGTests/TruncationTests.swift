import JPEGJudging
import ReducedJPEG
import TestSupport
import Testing

@Suite("Files that end too early")
struct TruncationTests {
  /// Small ones, of each script one with restart markers and one without.
  private static let files = Result {
    try GeneratedJPEG.Script.allCases.flatMap { script in
      try [false, true].compactMap { restarts in
        for seed in 0..<4000 {
          let file = try GeneratedJPEG(seed: seed)
          let isSmall = file.bytes.count < 1100 && file.picture.width * file.picture.height > 200
          if file.script == script && isSmall && (file.kind.restart > 0) == restarts { return file }
        }
        return nil as GeneratedJPEG?
      }
    }
  }

  @Test("Cut at any byte, what is decoded is as it was, or the file is damaged", arguments: [false, true])
  func cut(looksAtAll: Bool) throws {
    let files = try Self.files.get()
    #expect(files.count == 2 * GeneratedJPEG.Script.allCases.count)
    let tables = TableCache()
    for file in files {
      let frame = try #require(PlainFrame(file.bytes))
      var random = SplitMix64(seed: UInt64(file.seed))
      var part = frame.drawnRequest(frame.drawnPoints(&random), &random)
      part.looksAtAll = looksAtAll
      for request in [part, frame.whole(frame.sampling.map { _ in 3 }, looksAtAll: looksAtAll)] {
        let whole = MemoryDecode(file.bytes, request, tables: tables)
        #expect(whole.damage == nil, "\(file)")
        for count in 0..<file.bytes.count {
          let cut = MemoryDecode(Array(file.bytes[..<count]), request, tables: tables)
          #expect(cut.fault == nil, "\(count) bytes of \(file)")
          #expect(cut.damage != nil || cut.planes == whole.planes, "\(count) bytes of \(file)")
        }
      }
    }
  }
}
