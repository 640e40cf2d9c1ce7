import ImageModel
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

  // A decoder that doesn't look at all takes what is left as the front of the file: it must not accept too little.
  @Test("Cut at any byte, what is decoded is as it was, or the file is damaged", arguments: [false, true])
  func cut(looksAtAll: Bool) throws {
    let files = try Self.files.get()
    #expect(files.count == 2 * Self.count * GeneratedJPEG.Script.allCases.count)
    let tables = TableCache()
    for file in files {
      let frame = try #require(PlainFrame(file.bytes))
      var random = SplitMix64(seed: UInt64(file.seed))
      var part = frame.drawnRequest(frame.drawnPoints(&random), &random)
      (part.looksAtAll, part.isOfFront) = (looksAtAll, !looksAtAll)
      var all = frame.whole(frame.sampling.map { _ in 3 }, looksAtAll: looksAtAll)
      all.isOfFront = !looksAtAll
      for request in [part, all] {
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

  @Test("The front of a file suffices for its upper rows, and only if it says that it is one")
  func front() throws {
    var kind = TestJPEG(.ycbcr)
    for restart in [0, 5] {
      kind.restart = restart
      let file = try kind.file(.noisy(width: 64, height: 320))
      let frame = try #require(PlainFrame(file))
      var request = frame.request([8, 8, 8]) { _, size in
        PixelRect(left: 0, top: 0, right: size.width, bottom: size.height / 10)
      }
      let whole = MemoryDecode(file, request)
      let front = Array(file[..<(file.count / 6)])
      #expect(MemoryDecode(front, request).damage == .endsEarly)
      request.isOfFront = true
      let decoded = MemoryDecode(front, request)
      #expect(decoded.damage == nil && decoded.planes == whole.planes && !whole.planes.isEmpty)
    }
  }
}
