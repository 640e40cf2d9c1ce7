import ImageModel
import JobFile
import Planning
import Testing

/// What the predicted peak takes into account; how near it comes to the truth is measured elsewhere.
@Suite struct MemoryTests {
  private func peak(_ keys: String, coefficients: Int = 0, color: ColorModel = .ycbcr) throws -> Int {
    var info = SourceInfo(4000, 3000, color: color)
    info.wholeBytes = coefficients
    return try PlannedJob(output: keys).image(info).peakBytes
  }

  /// A decode of several scans holds them all from its first row to its last. Encoding a small JPEG takes more than a decode
  /// by rows, and less than one of many coefficients: each further coefficient counts in full.
  @Test func coefficientsOfTheSourceCount() throws {
    let bytes = 36_000_000
    let few = try peak("resize: {width: 512}", coefficients: bytes)
    #expect(few > bytes)
    #expect(try peak("resize: {width: 512}", coefficients: 2 * bytes) == few + bytes)
    #expect(
      try peak("resize: {width: 1024}", coefficients: 2 * bytes)
        == peak("resize: {width: 1024}", coefficients: bytes) + bytes)
  }

  /// Two bytes for each of 4000x3008 luma samples and, in 4:2:0, half as many chroma samples.
  @Test(arguments: ["progressive", "optimize"]) func coefficientsOfTheOutputCount(_ key: String) throws {
    #expect(try peak("\(key): true") >= peak("\(key): false") + 2 * 4000 * 3008 * 3 / 2 - 4000 * 3 * 40)
  }

  @Test func greyTakesLessThanColour() throws {
    #expect(try peak("resize: {width: 512}", color: .grey) < peak("resize: {width: 512}"))
  }

  /// What libaom took for noise, in MB of 2^20 bytes.
  @Test(arguments: [
    (4000, 3000, "", 251), (2000, 1500, "", 70), (2000, 1500, "chroma: 4:4:4", 122),
    (2000, 1500, "depth: 10", 100), (2000, 1500, "chroma: 4:4:4\n    depth: 12", 178),
    (2000, 1500, "speed: 5", 111), (1000, 750, "chroma: 4:4:4\n    depth: 10\n    speed: 3", 70),
    (2000, 1500, "chroma: 4:4:4\n    speed: 5", 169),
    (2000, 1500, "depth: 10\n    speed: 3", 157),
  ])
  func avifHoldsThePictureManyTimes(_ width: Int, _ height: Int, _ keys: String, _ measured: Int) throws {
    let job = try PlannedJob("sources: [{path: a.jpg}]\noutputs:\n  - path: b.avif\n    \(keys)")
    let peak = try job.image(SourceInfo(width, height)).peakBytes
    #expect(peak > (measured << 20) * 11 / 10)
    #expect(peak < (measured << 20) * 2)
  }

  @Test func outputsThatShareADecodeAreHeldTogether() throws {
    let one = try PlannedJob("sources: [{path: a.jpg}]\noutputs: [{path: 1.jpg, resize: {width: 512}}]")
    let two = try PlannedJob(
      "sources: [{path: a.jpg}]\noutputs: [{path: 1.jpg, resize: {width: 512}}, {path: 2.jpg, resize: {width: 511}}]"
    )
    let info = SourceInfo(4000, 3000)
    #expect(try one.image(info).peakBytes < two.image(info).peakBytes)
  }

  @Test func aSourceThatFailsTakesNothing() throws {
    let job = try PlannedJob("limits: {max_pixels: 10}\nsources: [{path: a.jpg}]\noutputs: [{path: b.jpg}]")
    #expect(try job.image(SourceInfo(4, 3)).peakBytes == 0)
  }
}
