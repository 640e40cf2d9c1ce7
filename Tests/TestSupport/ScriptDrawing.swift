/// Draws progressive scans at random, all of them legal by T.81 G.1.1.1.
struct ScriptDrawing {
  typealias Scan = TestJPEG.Scan

  let sampling: [TestJPEG.Sampling]
  var random: SplitMix64

  mutating func spectral() -> [Scan] {
    let components = sampling.indices.shuffled(using: &random)
    let bands = [1...5, 6...63]
    let inner = components.flatMap { component in bands.map { Scan([component], $0) } }
    let outer = bands.flatMap { band in components.map { Scan([$0], band) } }
    return dc(low: 0) + random.pick([inner, outer])
  }

  mutating func successive() -> [Scan] {
    let low = Int.random(in: 1...3, using: &random)
    var scans = dc(low: low)
    for component in sampling.indices { scans += ac(component, low: low) }
    for bit in (0..<low).reversed() {
      scans += dc(high: bit + 1, low: bit)
      for component in sampling.indices { scans += ac(component, high: bit + 1, low: bit) }
    }
    return scans
  }

  mutating func narrow() -> [Scan] {
    var scans = dc(low: 0)
    for component in sampling.indices { scans += bands(widest: 6).map { Scan([component], $0) } }
    return scans
  }

  mutating func lateDC() -> [Scan] {
    let low = Int.random(in: 1...3, using: &random)
    var scans = dc(low: low)
    for component in sampling.indices { scans += passes(component) }
    for bit in (0..<low).reversed() { scans += dc(high: bit + 1, low: bit) }
    return scans
  }

  mutating func shuffled() -> [Scan] {
    let low = Int.random(in: 0...3, using: &random)
    var first = dc(low: low)
    for bit in (0..<low).reversed() { first += dc(high: bit + 1, low: bit) }
    var queues: [ArraySlice<Scan>] = [first[...]]
    for component in sampling.indices { queues.append(passes(component)[...]) }
    var scans: [Scan] = []
    while true {
      // A component's AC comes after its first DC.
      let begun = Set(scans.flatMap(\.components))
      let ready = queues.indices.filter { index in
        queues[index].first.map { $0.band.lowerBound == 0 || begun.isSuperset(of: $0.components) } ?? false
      }
      guard !ready.isEmpty else { return scans }
      scans.append(queues[random.pick(ready)].removeFirst())
    }
  }

  mutating func unfinished() -> [Scan] {
    let scans = shuffled()
    // Each component has its first DC, which some AC follows.
    let begun = sampling.indices.compactMap { index in scans.firstIndex { $0.components.contains(index) } }
    let least = (begun.max() ?? 0) + 1
    return Array(scans.prefix(Int.random(in: least..<scans.count, using: &random)))
  }
}

extension ScriptDrawing {
  /// The DC of all components, in one scan or in several.
  private mutating func dc(high: Int = 0, low: Int) -> [Scan] {
    let groups: [[[Int]]] =
      sampling.count == 1
      ? [[[0]]] : [[[0, 1, 2]], [[0], [1], [2]], [[0], [1, 2]], [[0, 1], [2]], [[0, 2], [1]]]
    let legal = groups.filter { $0.allSatisfy { GeneratedJPEG.Script.fits($0, sampling) } }
    return random.pick(legal).shuffled(using: &random).map { Scan($0, 0...0, high: high, low: low) }
  }

  /// All AC of a component, in one band or in some.
  private mutating func ac(_ component: Int, high: Int = 0, low: Int) -> [Scan] {
    random.pick([[1...63], bands(widest: 40)]).map { Scan([component], $0, high: high, low: low) }
  }

  /// All AC of a component from their first bits, up to 3 of which are left, to their last.
  private mutating func passes(_ component: Int) -> [Scan] {
    let low = Int.random(in: 0...3, using: &random)
    var scans = ac(component, low: low)
    for bit in (0..<low).reversed() { scans += ac(component, high: bit + 1, low: bit) }
    return scans
  }

  /// Bands of 1...`widest` coefficients that 1...63 falls into.
  private mutating func bands(widest: Int) -> [ClosedRange<Int>] {
    var bands: [ClosedRange<Int>] = []
    var first = 1
    while first < 64 {
      let last = min(first + Int.random(in: 0..<widest, using: &random), 63)
      bands.append(first...last)
      first = last + 1
    }
    return bands
  }
}
