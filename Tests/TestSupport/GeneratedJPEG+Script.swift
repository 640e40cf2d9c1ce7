extension GeneratedJPEG {
  /// Which scans a file has.
  package enum Script: CaseIterable, Sendable {
    /// Sequential: all in one, one component each, or the first component and then the two others.
    case interleaved, planar, pair
    /// libjpeg's own progressive scans.
    case simple
    /// All bits of a coefficient at once, the AC in 1...5 and 6...63.
    case spectral
    /// The bits of all coefficients from the highest to the lowest.
    case successive
    /// All bits at once, the AC in many narrow bands.
    case narrow
    /// The DC is complete only after all AC.
    case lateDC
    /// Any order of any passes.
    case shuffled
    /// The last scans are missing.
    case unfinished

    package var isProgressive: Bool { ![.interleaved, .planar, .pair].contains(self) }

    /// Whether one scan can hold some components: one alone, or at most 10 blocks an MCU (T.81 B.2.3).
    static func fits(_ components: [Int], _ sampling: [TestJPEG.Sampling]) -> Bool {
      let blocks = components.map { sampling[$0].horizontal * sampling[$0].vertical }.reduce(0, +)
      return components.count == 1 || blocks <= 10
    }

    func isPossible(_ sampling: [TestJPEG.Sampling]) -> Bool {
      switch self {
      case .interleaved, .simple: Self.fits(Array(sampling.indices), sampling)
      case .pair: sampling.count == 3 && Self.fits([1, 2], sampling)
      default: true
      }
    }

    func process(_ sampling: [TestJPEG.Sampling], _ random: inout SplitMix64) -> TestJPEG.Process {
      var drawing = ScriptDrawing(sampling: sampling, random: random)
      defer { random = drawing.random }
      switch self {
      case .interleaved: return .baseline
      case .planar: return .planar
      case .pair: return .script([TestJPEG.Scan([0]), TestJPEG.Scan([1, 2])])
      case .simple: return .progressive
      case .spectral: return .script(drawing.spectral())
      case .successive: return .script(drawing.successive())
      case .narrow: return .script(drawing.narrow())
      case .lateDC: return .script(drawing.lateDC())
      case .shuffled: return .script(drawing.shuffled())
      case .unfinished: return .script(drawing.unfinished())
      }
    }
  }
}
