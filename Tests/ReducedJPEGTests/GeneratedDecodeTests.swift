import Foundation
import JPEGComparison
import ReducedJPEG
import TestSupport
import Testing

@Suite("Generated files decoded")
struct GeneratedDecodeTests {
  /// How many files are compared: `UPRIGHT_GENERATED`, or what takes some seconds.
  private static let count = Int(ProcessInfo.processInfo.environment["UPRIGHT_GENERATED"] ?? "") ?? 1200
  private static let shares = 8

  @Test("Every sample is libjpeg's, and a region's are those of the whole", arguments: 0..<shares)
  func same(_ share: Int) throws {
    let tables = TableCache()
    for place in stride(from: share, to: Self.count, by: Self.shares) {
      let file = try GeneratedJPEG(seed: 13 * place)
      let judged = try #require(JudgedJPEG(file.bytes, tables: tables))
      try #require(judged.read?.warnings == 0 && judged.frame.sampling == file.kind.sampling)
      let faults = (1...8).compactMap { points in
        judged.fault(whole: judged.frame.sampling.map { _ in points })
      }
      #expect(faults == [], "\(file)")
      var random = SplitMix64(seed: UInt64(file.seed))
      for _ in 0..<(faults.isEmpty ? 24 : 0) {
        let request = judged.frame.drawnRequest(judged.frame.drawnPoints(&random), &random)
        #expect(judged.fault(request) == nil, "\(file)")
      }
    }
  }

  /// In this file the DC of such blocks stays -8 steps of 800, since the last scans of the component alone leave it as it is.
  @Test("Blocks that only fill up an MCU count for nothing")
  func fillingBlocks() throws {
    let judged = try #require(JudgedJPEG(GeneratedJPEG(seed: 111_072).bytes))
    #expect((1...8).compactMap { judged.fault(whole: [$0, $0, $0]) } == [])
  }

  @Test("Whether all data is looked at changes no sample")
  func looksAtAll() throws {
    let tables = TableCache()
    for seed in 0..<200 {
      let file = try GeneratedJPEG(seed: seed)
      let judged = try #require(JudgedJPEG(file.bytes, tables: tables))
      var random = SplitMix64(seed: UInt64(seed))
      var request = judged.frame.drawnRequest(judged.frame.drawnPoints(&random), &random)
      let planes = [false, true].map { looksAtAll in
        request.looksAtAll = looksAtAll
        return judged.decode(request).planes
      }
      #expect(planes[0] == planes[1] && !planes[0].isEmpty, "\(file)")
    }
  }
}
