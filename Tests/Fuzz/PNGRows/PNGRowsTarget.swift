import ImageModel
import Imaging
import TestSupport

/// The reader of a PNG's rows: it must give the samples, the damage and the failure that libpng alone gives.
///
/// The input is ``ShimChoices/length`` bytes of choices, then a PNG. The target makes its checksums right.
package enum PNGRowsTarget: FuzzTarget {
  package static let name = "PNGRows"
  package static let longest = 8192

  package static func seeds() throws -> [[UInt8]] {
    var random = SplitMix64(seed: 29)
    return (0..<150).map { _ in
      let choices = (0..<ShimChoices.length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      return choices + TestPNG.random(&random, sides: 1...20).file
    }
  }

  package static func fault(_ bytes: [UInt8]) -> String? {
    guard let choices = ShimChoices(bytes) else { return nil }
    let input = Array(bytes.dropFirst(ShimChoices.length))
    let file = choices.keepsChecksums ? input : PNGChecksums.mended(input)
    guard let header = try? PictureHeader.read(from: ByteSource(file)), header.format == .png,
      header.storedSize.area <= ShimTarget.mostPixels
    else { return nil }
    var pixels = header.decodedPixels
    pixels.depth = choices.isDeep ? .sixteen : .eight
    let request = DecodeRequest(
      storedSize: header.storedSize, pixels: pixels, scale: .full, region: choices.box(in: header.storedSize),
      deadline: .max, onCorrupt: choices.onCorrupt, verify: choices.verify)
    do { return try EngineComparison.libpng.difference(file, request) } catch { return "\(error)" }
  }
}
