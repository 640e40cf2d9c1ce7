import Foundation
import ImageModel
import JPEGComparison
import ReducedJPEG
import TestSupport
import Testing

/// The JPEGs of the corpus of real images, where it is present.
enum JPEGCorpus {
  static let folder = PackageRoot.corpus ?? ""

  /// Those that Pillow decodes.
  static let paths: [String] = {
    guard let text = try? String(contentsOfFile: folder + "/INDEX.tsv", encoding: .utf8) else { return [] }
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return columns.count == 7 && columns[2] == "JPEG" && columns[6] == "decodes" ? columns[0] : nil
    }
  }()
}

@Suite(.enabled(if: !JPEGCorpus.paths.isEmpty, "the corpus is not there; set UPRIGHT_CORPUS"))
struct CorpusDecodeTests {
  /// The most pixels of a picture that is compared at all scales.
  private static let mostPixels = 1 << 20

  @Test("Every JPEG that libjpeg doesn't warn of is decoded as libjpeg does it")
  func same() throws {
    let tables = TableCache()
    var (compared, left, damaged): (Int, Int, [String: JPEGDamage]) = (0, 0, [:])
    for (index, path) in JPEGCorpus.paths.enumerated() {
      let data = try Data(contentsOf: URL(fileURLWithPath: JPEGCorpus.folder + "/" + path))
      guard let judged = JudgedJPEG([UInt8](data), tables: tables), judged.read?.warnings == 0 else {
        left += 1
        continue
      }
      switch Self.fault(judged, index) {
      case nil: compared += 1
      case .damaged(let damage): damaged[path] = damage
      case .differs(let text): Issue.record("\(path): \(text)")
      }
    }
    #expect(damaged == [:])
    // What is left are 7 that libjpeg warns of and one that is arithmetic-coded.
    #expect(compared == 167 && left == 8)
  }

  /// All at all scales, or of what is large one component at one scale; and some regions.
  private static func fault(_ judged: JudgedJPEG, _ index: Int) -> JudgedFault? {
    let (frame, count) = (judged.frame, judged.frame.sampling.count)
    let isLarge = frame.size.area > mostPixels
    let component = index % count
    var random = SplitMix64(seed: UInt64(index))
    for points in isLarge ? [index / count % 8 + 1] : Array(1...8) {
      let same = [Int](repeating: points, count: count)
      let compared = isLarge ? component..<component + 1 : 0..<count
      if let fault = judged.fault(whole: same, comparing: compared) { return fault }
      for _ in 0..<2 {
        if let fault = judged.fault(frame.drawnRequest(same, &random)) { return fault }
      }
    }
    return nil
  }
}
