import ImageModel
import JobFile
import RenderingSupport
import TestSupport
import Testing

@testable import Rendering
@testable import System

@Suite("Outputs made of the embedded thumbnail")
struct ThumbnailRenderTests {
  private static let use = "decode: {embedded_thumbnail: when_large_enough}"
  /// The thumbnail shows the negative, so that it can't be taken for the picture.
  private static let picture = TestPicture.smooth(width: 401, height: 299)
  private static let thumbnail = TestPicture.smooth(width: 100, height: 75).inverted
  /// In decibels: far above it is what the rounding of two resamples leaves, far below it one pixel beside the place.
  private static let bound = 46.0

  private static func job(_ outputs: [String], more: String = use) throws -> JobSpec {
    try RenderedImage.job(outputs, more: more)
  }

  private static func file(tag: UInt8? = nil) throws -> (bytes: [UInt8], stream: Range<Int>) {
    try TestThumbnail(thumbnail.file(), tag: tag.map(Int.init)).file(picture.file())
  }

  private static func decodedThumbnail(eighths: Int = 8) throws -> TestPicture {
    try TestJPEG.decode(thumbnail.file(), eighths: eighths).picture
  }

  @Test("All of it, however it is to be turned", arguments: 1...8 as ClosedRange<UInt8>, ["bake", "keep"])
  func orientations(_ tag: UInt8, _ mode: String) throws {
    let image = try RenderedImage(
      Self.job(["orientation: \(mode), resize: {width: 60, height: 60}"]), Self.file(tag: tag).bytes,
      stored: Self.picture.size, tag: tag)
    // 60 x 299 / 401 = 44.7
    let stored = try Self.decodedThumbnail().resampled(.lanczos3, toWidth: 60, height: 45)
    let made = try image.picture()
    #expect((mode == "keep" ? made : made.stored(tag)).psnr(stored) >= Self.bound)
  }

  /// The box from 51, 33 to 252, 183 of 401x299 lies in 100x75 at 12.718, 8.278 to 62.843, 45.903.
  @Test("A crop, to fractions of a pixel", arguments: 1...8 as ClosedRange<UInt8>)
  func crop(_ tag: UInt8) throws {
    let thumbnail = try TestPicture.noisy(width: 100, height: 75).inverted.file()
    let crop = "crop: {x: 51, y: 33, width: 201, height: 150, space: stored}"
    let image = try RenderedImage(
      Self.job(["\(crop), resize: {width: 36, height: 30, fit: fill}"]),
      TestThumbnail(thumbnail, tag: Int(tag)).file(Self.picture.file()).bytes, stored: Self.picture.size,
      tag: tag)
    let part = try TestJPEG.decode(thumbnail).picture.cropped(x: 12, y: 8, width: 51, height: 38)
    let (x, y) = (51.0 * 100 / 401 - 12, 33.0 * 75 / 299 - 8)
    let size = tag > 4 ? (30, 36) : (36, 30)
    // A tenth of a pixel beside its place, a noisy picture is another.
    let levels = try [(0, 0), (0.1, 0), (0, 0.1)].map { right, down in
      try image.picture().stored(tag).psnr(
        part.resampled(
          .lanczos3, x: x + right, y: y + down, width: 201.0 * 100 / 401, height: 150.0 * 75 / 299,
          toWidth: size.0, height: size.1))
    }
    #expect(levels[0] >= Self.bound)
    for level in levels.dropFirst() { #expect(level < Self.bound) }
  }

  /// 100x75 at 3/8 is 37.5x28.125: its last column and row are covered in part, and nothing lies beside them.
  @Test("A crop that ends with the picture, from a scaled decode")
  func scaled() throws {
    let image = try RenderedImage(
      Self.job(["crop: {x: 101, y: 0, width: 300, height: 299}, resize: {width: 16}"]), Self.file().bytes,
      stored: Self.picture.size)
    #expect(image.plan.decodes.map(\.scale.eighths) == [3])
    // From 101 x 37.5 / 401 on.
    let left = 101 * 37.5 / 401
    let part = try Self.decodedThumbnail(eighths: 3).cropped(x: 9, y: 0, width: 29, height: 29)
    let expected = part.resampled(
      .lanczos3, x: left - 9, y: 0, width: 37.5 - left, height: 28.125, toWidth: 16, height: 16)
    #expect(try image.picture().psnr(expected) >= Self.bound)
  }

  /// In a picture of 400x300 each pixel of 100x75 is four: the box lies at -25, 10 and is 75x50 large.
  @Test("A padded crop")
  func padded() throws {
    let picture = TestPicture.smooth(width: 400, height: 300)
    let image = try RenderedImage(
      Self.job(
        ["crop: {x: -100, y: 40, width: 300, height: 200, out_of_bounds: pad}, resize: {width: 60}"]),
      TestThumbnail(Self.thumbnail.file()).file(picture.file()).bytes, stored: picture.size)
    let expected = try Self.decodedThumbnail().placed(
      x: 25, y: -10, onWidth: 75, height: 50, background: [0, 128, 128]
    ).resampled(.lanczos3, toWidth: 60, height: 40)
    #expect(try image.picture().psnr(expected) >= 40)
  }

  @Test("The large outputs are those of the picture")
  func several() throws {
    let outputs = ["resize: {width: 200}", "resize: {width: 50}", "", "resize: {width: 101}"]
    let file = try Self.file().bytes
    let image = try RenderedImage(Self.job(outputs), file, stored: Self.picture.size)
    let without = try RenderedImage(Self.job(outputs, more: ""), file, stored: Self.picture.size)
    #expect(without.plan.decodes.allSatisfy { $0.thumbnail == nil })
    #expect(image.plan.decodes.map { $0.thumbnail != nil } == [false, true])
    for index in [0, 2, 3] { #expect(image.files[index] == without.files[index]) }
    let small = try image.picture(1)
    let level = try small.psnr(Self.decodedThumbnail().resampled(.lanczos3, toWidth: 50, height: 37))
    #expect(level >= Self.bound)
    #expect(try small.psnr(without.picture(1)) < 15)
    #expect(image.outcome.sourceSHA256 == SHA256.digest(of: file))
  }

  @Test("The source is hashed all the same, where it is to be", arguments: ["sha256", "none"])
  func hashes(_ hash: String) throws {
    let file = try Self.file().bytes
    let job = try Self.job(["resize: {width: 50}"], more: "hash: \(hash)\n\(Self.use)")
    let image = try RenderedImage(job, file, stored: Self.picture.size)
    #expect(image.errors == [nil])
    #expect(image.outcome.sourceSHA256 == (hash == "none" ? nil : SHA256.digest(of: file)))
  }

  @Test("Grey, and the thumbnail's own colours")
  func colours() throws {
    let grey = TestPicture.smooth(width: 100, height: 75, channels: 1).inverted
    let greyImage = try RenderedImage(
      Self.job(["resize: {width: 60}"]),
      TestThumbnail(grey.file()).file(TestPicture.smooth(width: 401, height: 299, channels: 1).file()).bytes,
      stored: Self.picture.size, color: .grey)
    let expected = try TestJPEG.decode(grey.file()).picture.resampled(.lanczos3, toWidth: 60, height: 45)
    #expect(try greyImage.picture().psnr(expected) >= Self.bound)

    // What lies in the picture as red, green and blue lies in the thumbnail as YCbCr.
    let rgb = try TestJPEG(.rgb).file(Self.picture)
    let image = try RenderedImage(
      Self.job(["resize: {width: 60}"]), TestThumbnail(Self.thumbnail.file()).file(rgb).bytes,
      stored: Self.picture.size, color: .rgb)
    let stored = try Self.decodedThumbnail().resampled(.lanczos3, toWidth: 60, height: 45)
    #expect(try image.picture().psnr(stored) >= Self.bound)
  }

  @Test("A progressive thumbnail")
  func progressive() throws {
    var kind = TestJPEG(.ycbcr, .progressive)
    kind.quality = 100
    let own = try kind.file(Self.thumbnail)
    let image = try RenderedImage(
      Self.job(["resize: {width: 60}"]), TestThumbnail(own).file(Self.picture.file()).bytes,
      stored: Self.picture.size)
    let stored = try TestJPEG.decode(own).picture.resampled(.lanczos3, toWidth: 60, height: 45)
    #expect(try image.picture().psnr(stored) >= Self.bound)
  }

  /// The picture with a thumbnail whose second half is missing.
  private static func damaged(_ policy: String) throws -> (image: RenderedImage, file: [UInt8]) {
    var thumbnail = TestThumbnail(try thumbnail.file())
    thumbnail.length = thumbnail.stream.count / 2
    let file = try thumbnail.file(picture.file()).bytes
    let job = try job(
      ["resize: {width: 60}", "resize: {width: 200}", "resize: {width: 50}"],
      more: "decode: {embedded_thumbnail: when_large_enough, on_corrupt: \(policy)}")
    return (try RenderedImage(job, file, stored: picture.size), file)
  }

  @Test("Damage in it fails what is made of it alone")
  func damage() throws {
    let (image, file) = try Self.damaged("error")
    let failure = Finding(
      .corrupt, "embedded thumbnail: damaged image data: the file ends too early (jpeg_eof)")
    #expect(image.errors == [failure, nil, failure])
    #expect(image.outcome.outputs[1].warnings == [])
    #expect(image.outcome.sourceSHA256 == SHA256.digest(of: file))
  }

  @Test("Damage in it that is let pass is warned about")
  func tolerated() throws {
    let (image, _) = try Self.damaged("none")
    let warnings = ["hit_marker", "jpeg_eof"].map {
      Finding(.damaged, "embedded thumbnail: decoder warning \($0), once")
    }
    #expect(image.errors == [nil, nil, nil])
    #expect(image.outcome.outputs.map(\.warnings) == [warnings, [], warnings])
  }

  @Test("A file that isn't the planned one any more")
  func changed() throws {
    let (file, stream) = try Self.file()
    for length in [file.count - 9, stream.upperBound, stream.lowerBound] {
      let image = try RenderedImage(
        Self.job(["resize: {width: 60}"]), file, stored: Self.picture.size, changed: Array(file[..<length]))
      #expect(image.errors == [Finding(.sourceChanged, "changed after it was planned")])
      #expect(image.files == [[]])
    }
  }

  @Test("A thumbnail that can't be decoded, and one that turns out to be another")
  func undecodable() throws {
    let (file, stream) = try Self.file()
    var broken = file
    broken[stream.lowerBound] = 0
    var other = file
    let taller = try TestPicture.smooth(width: 100, height: 76).file()
    other.replaceSubrange(stream, with: taller.prefix(stream.count))
    other += [UInt8](repeating: 0, count: file.count - other.count)
    let errors = try [broken, other].map { changed in
      try RenderedImage(
        Self.job(["resize: {width: 60}"]), file, stored: Self.picture.size, changed: changed
      ).errors
    }
    #expect(
      errors == [
        [
          Finding(
            .decodeFailed,
            "embedded thumbnail: can't be decoded: Not a JPEG file: starts with 0x00 0xd8")
        ],
        [
          Finding(
            .corrupt, "damaged image data: the decoder finds another picture than the header says")
        ],
      ])
  }
}
