import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("Colours of decoded planes")
struct PixelColorTests {
  /// The planes that an output at the picture's own size is encoded from.
  private static func planes(_ file: [UInt8], _ color: ColorModel, _ stored: PixelSize) throws -> TestPicture
  {
    let open = try OpenBytes(file)
    let box = PixelRect<Decoded>(stored)
    let geometry = ResampleGeometry(samples: box, region: RealRect(box), size: stored, filter: .lanczos3)
    let resampler = StripResampler(
      geometry,
      of: WorkingPixels(PixelFormat(color), geometry), picture: RealRect(box), background: .black,
      in: Workspace())
    try PictureDecoder(.libjpeg, descriptor: open.descriptor, digest: nil).decode(
      DecodeRequest(
        storedSize: stored, pixels: PixelFormat(color), scale: .full, region: box,
        deadline: PixelDecoding.never)
    ) { strip throws(ImageError) in try resampler.add(strip) }
    var content: [Channel] = []
    while let next = try resampler.next() { content.append(next) }
    let conversion = PixelConversion(
      WorkingPixels(PixelFormat(color), geometry), from: .eight,
      to: PixelFormat(color == .grey ? .grey : .ycbcr), background: .black)
    return TestPicture(
      try conversion.converted(content).compactMap { plane -> Plane<UInt8>? in
        if case .eight(let plane) = plane { plane.plane } else { nil }
      })
  }

  @Test("RGB becomes YCbCr by the formulas of JFIF 1.02", arguments: [false, true])
  func rgb(_ isBare: Bool) throws {
    let picture = TestPicture.noisy(width: 61, height: 45)
    var kind = TestJPEG(.rgb)
    (kind.isBare, kind.quality) = (isBare, 100)
    let file = try kind.file(picture)
    let header = try JPEGHeader.read(from: ByteSource(file))
    #expect(header.color == .rgb)
    #expect(header.adobeTransform == (isBare ? nil : 0))
    let decoded = try TestJPEG.decode(file).picture
    let expected = TestPicture(width: 61, height: 45, channels: 3) { x, y, channel in
      let (r, g, b) = (
        Double(decoded[x, y, 0]), Double(decoded[x, y, 1]), Double(decoded[x, y, 2])
      )
      let value =
        switch channel {
        case 0: 0.299 * r + 0.587 * g + 0.114 * b
        case 1: -0.1687 * r - 0.3313 * g + 0.5 * b + 128
        default: 0.5 * r - 0.4187 * g - 0.0813 * b + 128
        }
      return UInt8(min(max(value.rounded(), 0), 255))
    }
    #expect(try Self.planes(file, .rgb, picture.size).largestDifference(expected) <= 1)
  }

  @Test("The corners of RGB")
  func rgbCorners() throws {
    // JFIF 1.02: white, black, red, green, blue; plain blocks survive the DCT as they are.
    for (rgb, ycbcr) in [
      ([255, 255, 255], [255, 128, 128]), ([0, 0, 0], [0, 128, 128]), ([255, 0, 0], [76, 85, 255]),
      ([0, 255, 0], [150, 44, 21]), ([0, 0, 255], [29, 255, 107]),
    ] as [([UInt8], [UInt8])] {
      var kind = TestJPEG(.rgb)
      kind.quality = 100
      let file = try kind.file(.plain(width: 9, height: 8, rgb))
      #expect(try Self.planes(file, .rgb, size(9, 8)) == .plain(width: 9, height: 8, ycbcr))
    }
  }

  @Test("YCbCr and grey stay as they were decoded", arguments: [ColorModel.ycbcr, .grey])
  func unchanged(_ color: ColorModel) throws {
    let picture = TestPicture.noisy(width: 61, height: 45, channels: color.samples)
    for isBare in [false, true] {
      var kind = TestJPEG(color == .grey ? .grey : .ycbcr)
      kind.isBare = isBare
      let file = try kind.file(picture)
      #expect(try JPEGHeader.read(from: ByteSource(file)).color == color)
      #expect(try Self.planes(file, color, picture.size) == TestJPEG.decode(file).picture)
    }
  }

  /// With Adobe's marker, which libjpeg writes for CMYK and YCCK, ink is stored as 255 less; of YCCK the grey of luma
  /// 100 is as much ink of each colour.
  @Test(
    "CMYK and YCCK are ink",
    arguments: [
      (.cmyk, [10, 20, 30, 40], [245, 235, 225, 215]), (.ycck, [100, 128, 128, 40], [100, 100, 100, 215]),
      (.unknown, [10, 20, 30, 40], [10, 20, 30, 40]),
    ] as [(TestJPEG.Color, [UInt8], [UInt8])])
  func ink(_ color: TestJPEG.Color, _ stored: [UInt8], _ ink: [UInt8]) throws {
    var kind = TestJPEG(color)
    kind.quality = 100
    let file = try kind.file(.plain(width: 9, height: 8, stored))
    #expect(try JPEGHeader.read(from: ByteSource(file)).color == .cmyk)
    let decoded = try PixelDecoding.region(file, .cmyk, stored: size(9, 8), PixelRect(size(9, 8)))
    #expect(decoded == .plain(width: 9, height: 8, ink))
  }

  @Test(
    "Files of other kinds are refused by their headers",
    arguments: [
      (.unknown, 2, false, .twoComponents), (.ycbcr, 3, true, .arithmeticCoded),
    ] as [(TestJPEG.Color, Int, Bool, Finding.Code)])
  func refused(_ color: TestJPEG.Color, _ channels: Int, _ isArithmetic: Bool, _ code: Finding.Code) throws {
    var kind = TestJPEG(color)
    kind.isArithmetic = isArithmetic
    let file = try kind.file(.noisy(width: 20, height: 20, channels: channels))
    #expect(try JPEGHeader.read(from: ByteSource(file)).refusal?.code == code)
  }
}
