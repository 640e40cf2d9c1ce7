import ImageModel
import RenderingSupport
import TestSupport
import Testing

@Suite("Chroma that pixels share")
struct SharedChromaTests {
  private static let chromas: [ChromaSubsampling] = [.half, .quarter]

  /// Nothing comes in from beside the picture, whatever is left of a sample's pixels.
  @Test(
    "Small plain pictures stay plain", arguments: [(41, 31), (8, 1), (1, 9), (33, 17)],
    [1, 2, 3, 6, 8] as [UInt8])
  func plain(_ size: (width: Int, height: Int), _ tag: UInt8) throws {
    let sample: [UInt8] = [90, 60, 200]
    let stored = TestPicture.plain(width: size.width, height: size.height, sample)
    var jpeg = TestJPEG(.ycbcr)
    (jpeg.quality, jpeg.sampling) = (100, [TestJPEG.Sampling(2, 2)])
    let file = try jpeg.file(stored)
    let sides = [1, 2, 3, 5, 8]
    let outputs = sides.flatMap { width in
      sides.map { "resize: {width: \(width), height: \($0), fit: fill, enlarge: true}" }
    }
    for (chroma, isReduced) in Self.chromas.flatMap({ [($0, false), ($0, true)] }) {
      let job = try RenderedImage.job(outputs, more: "background: '#00ff00'", chroma: chroma.rawValue)
      let image = try RenderedImage(job, file, stored: stored.size, tag: tag, isReduced: isReduced)
      for (index, bytes) in image.files.enumerated() {
        try #require(image.errors[index] == nil)
        let coefficients = try TestJPEG.Coefficients(bytes)
        for (component, expected) in sample.enumerated() {
          let plane = try coefficients.plane(component, eighths: 8)
          let largest = plane.samples.map { abs(Int($0) - Int(expected)) }.max()
          #expect(largest ?? 255 <= 2, "output \(index), component \(component), \(chroma)")
        }
      }
    }
  }

  /// A ramp's mean is in its middle.
  @Test("Of a single row or column the whole picture counts", arguments: [1, 2, 6, 7] as [UInt8])
  func single(_ tag: UInt8) throws {
    let stored = TestPicture(width: 96, height: 96, channels: 3) { x, y, channel in
      UInt8(channel == 0 ? 128 : 80 + (channel == 1 ? x : y))
    }
    let file = try stored.file()
    let sizes = [(1, 1), (1, 9), (9, 1)]
    for chroma in Self.chromas {
      let job = try RenderedImage.job(
        sizes.map { "resize: {width: \($0), height: \($1), fit: fill}" }, chroma: chroma.rawValue)
      let image = try RenderedImage(job, file, stored: stored.size, tag: tag)
      for (index, size) in sizes.enumerated() {
        let coefficients = try TestJPEG.Coefficients(image.files[index])
        for component in 1...2 {
          let plane = try coefficients.plane(component, eighths: 8)
          // Chroma of a turned picture's columns is that of its rows.
          let isAcross = (component == 1) != (tag > 4)
          guard (isAcross ? size.0 : size.1) == 1 else { continue }
          let largest = plane.samples.map { abs(Double($0) - 127.5) }.max() ?? 255
          #expect(largest < 3, "\(size), component \(component), \(chroma)")
        }
      }
    }
  }

  /// The exact resample's, of which each sample is the mean of the pixels that share it; of the larger output too, whose
  /// chroma is shared itself.
  @Test("A larger output's chroma is a smaller one's", arguments: chromas, [1, 2, 6, 7] as [UInt8])
  func chained(_ chroma: ChromaSubsampling, _ tag: UInt8) throws {
    let stored = TestPicture.smooth(width: 321, height: 243)
    let file = try stored.file()
    let widths = [25, 201, 24]
    let job = try RenderedImage.job(widths.map { "resize: {width: \($0)}" }, chroma: chroma.rawValue)
    let image = try RenderedImage(job, file, stored: stored.size, tag: tag)
    #expect(image.plan.outputs.map(\.base) == [1, nil, 1])
    let shown = try TestJPEG.decode(file).picture.shown(tag)
    for (index, width) in widths.enumerated() {
      let expected = ExpectedFit.width(width).result(of: shown).sharing(chroma)
      let coefficients = try TestJPEG.Coefficients(image.files[index])
      for component in 1...2 {
        let plane = try coefficients.plane(component, eighths: 8)
        #expect(plane.psnr(expected[component - 1]) >= 40, "\(width), component \(component)")
      }
    }
  }
}

extension TestPicture {
  /// Planes of Cb and Cr, of which each sample is the mean of the pixels that share it.
  fileprivate func sharing(_ chroma: ChromaSubsampling) -> [TestPicture] {
    let (across, down) = (chroma.horizontal, chroma.vertical)
    return (1...2).map { channel in
      TestPicture(width: (width + across - 1) / across, height: (height + down - 1) / down, channels: 1) {
        x, y, _ in
        let columns = (x * across..<(x + 1) * across).clamped(to: 0..<width)
        let rows = (y * down..<(y + 1) * down).clamped(to: 0..<height)
        let sum = rows.reduce(0) { sum, row in columns.reduce(sum) { $0 + Int(self[$1, row, channel]) } }
        return UInt8((sum + columns.count * rows.count / 2) / (columns.count * rows.count))
      }
    }
  }
}
