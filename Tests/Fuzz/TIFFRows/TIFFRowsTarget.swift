import ImageModel
import Imaging
import TestSupport

/// The reader of a TIFF's rows: it must give the samples, the damage and the failure that libtiff alone gives.
///
/// The input is ``ShimChoices/length`` bytes of choices, then a TIFF.
package enum TIFFRowsTarget: FuzzTarget {
  package static let name = "TIFFRows"
  package static let longest = 8192

  package static func seeds() throws -> [[UInt8]] {
    var random = SplitMix64(seed: 29)
    return (0..<150).map { number in
      let choices = (0..<ShimChoices.length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      return choices + (number % 10 == 0 ? largeStrip(&random) : TestTIFF.random(&random, sides: 1...20)).file
    }
  }

  /// A strip with Deflate of more than 256 KiB, as our reader takes it.
  private static func largeStrip(_ random: inout SplitMix64) -> TestTIFF {
    let steps = (Int.random(in: 0...3, using: &random), Int.random(in: 0...3, using: &random))
    var tiff = TestTIFF(300, 300, photometric: 2, channels: 3, bits: 8) { x, y, channel in
      x / 16 * steps.0 + y / 16 * steps.1 + channel
    }
    tiff.compression = .deflate
    tiff.isPredicted = Bool.random(using: &random)
    tiff.rowsPerStrip = 300
    tiff.compress = TestDeflate.smallest.compress
    return tiff
  }

  package static func fault(_ bytes: [UInt8]) -> String? {
    guard let choices = ShimChoices(bytes) else { return nil }
    let file = Array(bytes.dropFirst(ShimChoices.length))
    let source = ByteSource(file)
    guard let header = try? PictureHeader.read(from: source), header.format == .tiff,
      header.storedSize.refusal == nil, header.storedSize.area <= ShimTarget.mostPixels,
      let layout = try? TIFFLayout.read(from: source), layout.refusal(fileBytes: file.count) == nil,
      layout.heldBytes(of: file.count) <= ShimTarget.mostHeldBytes
    else { return nil }
    let request = DecodeRequest(
      storedSize: header.storedSize, pixels: header.decodedPixels, scale: .full,
      region: choices.box(in: header.storedSize), deadline: .max, onCorrupt: choices.onCorrupt,
      verify: choices.verify)
    do { return try EngineComparison.libtiff.difference(file, request) } catch { return "\(error)" }
  }
}
