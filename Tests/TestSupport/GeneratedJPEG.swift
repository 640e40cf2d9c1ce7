/// A JPEG file that a seed fixes, of any kind that a decoder must take. The same seed makes the same bytes.
package struct GeneratedJPEG: Sendable {
  package let seed: Int
  package let kind: TestJPEG
  package let script: Script
  package let content: Content
  /// What was written, its channels the file's components.
  package let picture: TestPicture
  package let bytes: [UInt8]

  /// Refused only by an error of this generator: all that it draws is legal.
  package init(seed: Int) throws(TestJPEG.Refused) {
    var random = SplitMix64(seed: UInt64(seed))
    var kind = TestJPEG(random.pick([.grey, .ycbcr, .ycbcr, .ycbcr, .rgb, .unknown]))
    let components = kind.color == .grey ? 1 : 3
    kind.sampling = Self.sampling(components, &random)
    script = random.pick(Script.allCases.filter { $0.isPossible(kind.sampling) })
    kind.process = script.process(kind.sampling, &random)
    kind.quality = random.pick([Int.random(in: 1...10, using: &random), 100] + Array(1...100))
    kind.isOptimized = Bool.random(using: &random)
    // Not with bits missing: -1 whose three lowest are is -8, and of 8 steps of 800 libjpeg's samples overflow.
    let mayBeWide = script.isProgressive && script != .unfinished
    kind.hasWideSteps = mayBeWide && Bool.random(using: &random)
    (kind.restart, kind.restartRows) = random.pick([
      (0, 0), (0, 0), (1, 0), (2, 0), (0, 1), (random.pick([3, 5, 7, 11, 13]), 0),
    ])
    content = random.pick(Content.allCases)
    let (width, height) = (Self.side(&random), Self.side(&random))
    picture = content.picture(width: width, height: height, channels: components, &random)
    bytes = try kind.file(picture)
    self.seed = seed
    self.kind = kind
  }

  /// 1...65, and often where a block or an MCU ends.
  private static func side(_ random: inout SplitMix64) -> Int {
    let ends = [1, 7, 8, 9, 15, 16, 17, 63, 64, 65]
    return random.pick([random.pick(ends), Int.random(in: 1...65, using: &random)])
  }
}

extension GeneratedJPEG {
  /// All sampling factors of three components that one scan can hold: at most 10 blocks an MCU (T.81 B.2.3).
  package static let interleavable: [[TestJPEG.Sampling]] = {
    let all = factors.flatMap { first in factors.flatMap { second in factors.map { [first, second, $0] } } }
    return all.filter { Script.fits([0, 1, 2], $0) }
  }()

  private static let factors = (1...4).flatMap { across in (1...4).map { TestJPEG.Sampling(across, $0) } }

  /// Those of cameras, all that one scan can hold, or sometimes more, for which no scan can hold all three.
  private static func sampling(_ components: Int, _ random: inout SplitMix64) -> [TestJPEG.Sampling] {
    guard components == 3 else { return random.pick([[.init(1, 1)], [random.pick(factors)]]) }
    let usual: [[TestJPEG.Sampling]] = [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1)].map {
      [.init($0.0, $0.1), .init(1, 1), .init(1, 1)]
    }
    let any = [random.pick(factors), random.pick(factors), random.pick(factors)]
    let legal = random.pick(interleavable)
    return random.pick([random.pick(usual), random.pick(usual), random.pick(usual), legal, legal, legal, any])
  }
}

extension GeneratedJPEG: CustomStringConvertible {
  package var description: String {
    let sampling = kind.sampling.map { "\($0.horizontal)x\($0.vertical)" }.joined(separator: " ")
    let restart = kind.restartRows > 0 ? "row" : "\(kind.restart)"
    let scans = kind.process.scans(kind.sampling.count).map(\.description).joined(separator: " ")
    return """
      seed \(seed): \(kind.color) \(picture.width)x\(picture.height) \(sampling), quality \(kind.quality)\
      \(kind.hasWideSteps ? " wide" : ""), restart \(restart)\(kind.isOptimized ? ", optimized" : ""), \
      \(content), \(script) \(scans)
      """
  }
}

extension SplitMix64 {
  /// One of a list that isn't empty.
  package mutating func pick<Element>(_ list: [Element]) -> Element {
    list[Int.random(in: list.indices, using: &self)]
  }
}
