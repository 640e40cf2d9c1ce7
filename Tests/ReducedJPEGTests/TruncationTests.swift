import JPEGComparison
import ReducedJPEG
import TestSupport
import Testing

@Suite("Files that end too early")
struct TruncationTests {
  /// Of each kind.
  private static let count = 4

  /// Small ones, of each script some with restart markers and some without.
  private static let files = Result {
    var kinds: [GeneratedJPEG.Script: [Bool: [GeneratedJPEG]]] = [:]
    for seed in 0..<8000 {
      let file = try GeneratedJPEG(seed: seed)
      let isSmall = file.bytes.count < 1100 && file.picture.width * file.picture.height > 200
      let restarts = file.kind.restart > 0
      if isSmall && kinds[file.script, default: [:]][restarts, default: []].count < count {
        kinds[file.script, default: [:]][restarts, default: []].append(file)
      }
    }
    return kinds.values.flatMap { $0.values.flatMap(\.self) }
  }

  @Test("Cut at any byte, what is decoded is as it was, or the file is damaged", arguments: [false, true])
  func cut(looksAtAll: Bool) throws {
    let files = try Self.files.get()
    #expect(files.count == 2 * Self.count * GeneratedJPEG.Script.allCases.count)
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
