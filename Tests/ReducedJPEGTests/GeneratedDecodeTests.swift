import Foundation
import JPEGJudging
import ReducedJPEG
import TestSupport
import Testing

@Suite("Generated files decoded")
struct GeneratedDecodeTests {
  /// How many files are compared: `UPRIGHT_GENERATED`, or what takes some seconds.
  private static let count = Int(ProcessInfo.processInfo.environment["UPRIGHT_GENERATED"] ?? "") ?? 400
  private static let shares = 8

  @Test("Every sample is libjpeg's, and a region's are those of the whole", arguments: 0..<shares)
  func same(_ share: Int) throws {
    let tables = TableCache()
    for place in stride(from: share, to: Self.count, by: Self.shares) {
      let file = try GeneratedJPEG(seed: 13 * place)
      guard !file.script.isProgressive || Self.takesProgressive else { continue }
      let judged = try JudgedJPEG(file.bytes, tables: tables)
      try #require(judged.read.warnings == 0)
      var isSound = true
      for points in 1...8 {
        let fault = try judged.fault(points: points)
        isSound = isSound && fault == nil
        #expect(fault == nil, "\(file)")
      }
      var random = SplitMix64(seed: UInt64(file.seed))
      for _ in 0..<(isSound ? 24 : 0) {
        #expect(judged.fault(judged.drawnRequest(&random)) == nil, "\(file)")
      }
    }
  }

  /// Whether there is a decode of progressive frames at all.
  private static let takesProgressive: Bool = {
    let file = try? TestJPEG(.grey, .progressive).file(.plain(width: 8, height: 8, [9]))
    let judged = file.flatMap { try? JudgedJPEG($0) }
    return judged.map { $0.decode($0.whole([8])).damage != .segment } ?? true
  }()
}
