import ImageModel
import Imaging
import TestSupport

/// A JPEG turned in its coefficients: what comes out is sound, and turned there and back it is the same.
enum ShimTransform {
  static func fault(_ file: [UInt8], _ choices: ShimChoices) -> String? {
    let (turn, options) = (choices.turn, choices.options)
    guard let once = turned(file, turn, options, choices.onCorrupt) else { return nil }
    guard turned(once, .topLeft, options, .warning) == once else {
      return "what was made of coefficients can't be read again as it is"
    }
    let back: ExifOrientation = turn == .rightTop ? .leftBottom : turn == .leftBottom ? .rightTop : turn
    guard let header = try? JPEGHeader.read(from: ByteSource(once)), let grid = header.coefficients?.grid,
      grid.allows(PixelRect(header.storedSize), turned: back, in: header.storedSize)
    else { return nil }
    let again = turned(once, back, options, .warning).flatMap { turned($0, turn, options, .warning) }
    return again == once ? nil : "turned back and again it is another file"
  }

  /// As much of a file as can be turned; nil where it can't be read.
  private static func turned(
    _ file: [UInt8], _ turn: ExifOrientation, _ options: EncodeOptions, _ onCorrupt: CorruptionPolicy
  ) -> [UInt8]? {
    guard let header = try? JPEGHeader.read(from: ByteSource(file)), header.refusal == nil,
      let color = header.color, let coefficients = header.coefficients,
      coefficients.bytes <= ShimTarget.mostHeldBytes, let open = try? OpenBytes(file),
      let box = coefficients.grid.nearest(
        to: PixelRect(header.storedSize), turned: turn, in: header.storedSize)
    else { return nil }
    let request = DecodeRequest(
      storedSize: header.storedSize, pixels: PixelFormat(color), scale: .full,
      region: PixelRect(header.storedSize), deadline: .max, onCorrupt: onCorrupt)
    var made: [UInt8] = []
    do throws(ImageError) {
      let decoder = try PictureDecoder(.libjpeg, descriptor: open.descriptor, digest: nil)
      try decoder.readCoefficients(request)
      try decoder.drain(limit: file.count)
      try PictureEncoder(.jpeg) { made += $0 }.encode(
        coefficientsOf: decoder, LosslessTransform(box, turn: turn), options: options,
        metadata: KeptMetadata())
    } catch {
      return nil
    }
    return made
  }
}
