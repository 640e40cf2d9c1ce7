import ImageModel
import JPEGJudging
import ReducedJPEG
import TestSupport
import Testing

@Suite("Files that end too early")
struct TruncationTests {
  /// Small ones, of each script, some with restart markers.
  private static let files = Result {
    var files: [GeneratedJPEG] = []
    for script in GeneratedJPEG.Script.allCases {
      var found = 0
      for seed in 0..<4000 where found < 2 {
        let file = try GeneratedJPEG(seed: seed)
        let isLast = found == 1
        guard file.script == script, file.bytes.count < 1100, file.picture.width * file.picture.height > 200,
          isLast == (file.kind.restart > 0)
        else { continue }
        found += 1
        files.append(file)
      }
    }
    return files
  }

  @Test("Cut at any byte, what is decoded is as it was, or the file is damaged", arguments: [false, true])
  func cut(looksAtAll: Bool) throws {
    let files = try Self.files.get()
    #expect(files.count == 2 * GeneratedJPEG.Script.allCases.count)
    let tables = TableCache()
    for file in files {
      let judged = try JudgedJPEG(file.bytes)
      var random = SplitMix64(seed: UInt64(file.seed))
      var requests = [judged.whole(judged.read.components.map { _ in 3 }), judged.drawnRequest(&random)]
      for index in requests.indices { requests[index].looksAtAll = looksAtAll }
      let wholes = requests.map { MemoryDecode(file.bytes, $0, tables: tables) }
      for count in 0..<file.bytes.count {
        for (request, whole) in zip(requests, wholes) {
          let cut = MemoryDecode(Array(file.bytes[..<count]), request, tables: tables)
          #expect(cut.fault == nil, "\(count) bytes of \(file)")
          #expect(cut.damage != nil || cut.planes == whole.planes, "\(count) bytes of \(file)")
        }
      }
    }
  }
}
