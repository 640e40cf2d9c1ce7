import TestSupport
import Testing

@testable import ImageModel
@testable import Imaging

@Suite("What decoder and resampler count")
struct PixelMeasuringTests {
  private static func readTime(asked: Bool) throws -> Int64 {
    let picture = TestPicture.noisy(width: 45, height: 37)
    let bytes = try TestJPEG(.ycbcr).file(picture)
    let file = try OpenBytes(bytes)
    let decoder = try PictureDecoder(.libjpeg, descriptor: file.descriptor, digest: nil)
    if asked { decoder.timeReads() }
    try decoder.decode(
      DecodeRequest(
        storedSize: picture.size, pixels: PixelFormat(.ycbcr), scale: .full, region: PixelRect(picture.size),
        deadline: PixelDecoding.never)
    ) { _ in }
    try decoder.drain(limit: bytes.count)
    return decoder.readTime
  }

  @Test("The time of reading is measured when it is asked for")
  func reading() throws {
    #expect(try Self.readTime(asked: false) == 0)
    #expect(try Self.readTime(asked: true) > 0)
  }

  @Test("Filter banks are counted as kept or built")
  func filters() {
    let banks = FilterBanks()
    let axes = [50.0, 60].map { extent in
      ResampleAxis(samples: 64, start: 0, extent: extent, target: 10, filter: .lanczos3)
    }
    for axis in [0, 1, 1, 0, 0] { _ = banks.bank(axes[axis]) }
    #expect(banks.lookups == Lookups(hits: 3, misses: 2))
  }
}
