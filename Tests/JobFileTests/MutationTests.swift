import JobFile
import Testing

@Suite struct MutationTests {
  /// Whatever is done to a valid file, it is read or refused with sorted errors that lie in the file.
  @Test(arguments: ValidJob.all) func damagedFilesAreReadOrRefused(_ text: String) {
    var random = SplitMix(state: 0x5EED)
    for _ in 0..<1000 {
      let damaged = mutated(Array(text.utf8), &random)
      guard case .failure(let failure) = JobFileReader.read(text: damaged, file: "job.yaml") else { continue }
      let places = failure.diagnostics.compactMap(\.location)
      let source = SourceText(damaged)
      #expect(!failure.diagnostics.isEmpty)
      #expect(places.map(\.line) == places.map(\.line).sorted())
      #expect(places.allSatisfy { isInside($0, source) })
    }
  }

  /// True for a character of the text, for the end of a line, and for the line feed of a CR LF.
  private func isInside(_ place: JobFile.SourceLocation, _ source: SourceText) -> Bool {
    guard let line = source.line(place.line) else { return false }
    return place.column >= 1 && place.column <= line.count + 2
  }

  private func mutated(_ text: [UInt8], _ random: inout SplitMix) -> [UInt8] {
    var text = text
    for _ in 0...Int.random(in: 0...3, using: &random) {
      let start = Int.random(in: 0..<text.count, using: &random)
      let end = min(text.count, start + Int.random(in: 0...12, using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0: text[start] = UInt8.random(in: 0...255, using: &random)
      case 1: text.removeSubrange(start..<end)
      case 2: text.insert(contentsOf: text[start..<end], at: Int.random(in: 0...text.count, using: &random))
      case 3:
        text.insert(Array("{}[],:#&*!|>'\"%@`\t\n -?\\^".utf8).randomElement(using: &random) ?? 0, at: start)
      default: text = Array(text[..<max(1, start)])
      }
      if text.isEmpty { text = [0x61] }
    }
    return text
  }
}

/// A generator of the same numbers for the same seed (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
