import Glibc
import ImageModel
import Imaging
import RenderingSupport
import TestSupport
import Testing

@testable import Rendering
@testable import System

@Suite("Several outputs of one picture")
struct SharedDecodeTests {
  private static let picture = TestPicture.smooth(width: 321, height: 243)
  private static let outputs = [
    "resize: {width: 40}", "resize: {width: 150, height: 100, fit: cover}",
    "crop: {x: 101, y: 131, width: 77, height: 59}",
    "crop: {x: 11, y: 33, width: 199, height: 201}, resize: {width: 33, height: 44, fit: fill}",
    "crop: {x: 51, y: 3, width: 200, height: 120}, resize: {width: 40, filter: point}",
  ]

  private static func expected(_ stored: TestPicture, _ tag: UInt8) -> [TestPicture] {
    let shown = stored.shown(tag)
    return [
      ExpectedFit.width(40).result(of: shown), ExpectedFit.cover(150, 100).result(of: shown),
      shown.cropped(x: 101, y: 131, width: 77, height: 59),
      ExpectedFit.fill(33, 44).result(of: shown.cropped(x: 11, y: 33, width: 199, height: 201)),
      shown.cropped(x: 51, y: 3, width: 200, height: 120).resampled(.point, toWidth: 40, height: 24),
    ]
  }

  @Test(arguments: [1, 3, 6] as [UInt8])
  func oneDecodeServesAll(_ tag: UInt8) throws {
    let stored = tag == 6 ? Self.picture.stored(6) : Self.picture
    let file = try stored.file()
    let image = try RenderedImage(
      RenderedImage.job(Self.outputs), file, stored: stored.size, tag: tag)
    #expect(image.plan.decodes.map(\.scale) == [.full])
    let expected = Self.expected(try TestJPEG.decode(file).picture, tag)
    for index in Self.outputs.indices {
      #expect(try image.picture(index).psnr(expected[index]) >= 40, "\(Self.outputs[index])")
    }
    #expect(try image.picture(2) == expected[2].encoded())
    #expect(try image.picture(4) == expected[4].encoded())
  }

  @Test("filter: point takes the same pixels of a JPEG as shown, however it is stored", arguments: 1...8)
  func nearest(_ tag: UInt8) throws {
    let stored = TestPicture.noisy(width: 28, height: 20).stored(tag)
    let file = try stored.file()
    let image = try RenderedImage(
      RenderedImage.job(["resize: {width: 18, height: 10, fit: fill, filter: point}"]), file,
      stored: stored.size, tag: tag)
    let shown = try TestJPEG.decode(file).picture.shown(tag)
    // The middles of some columns lie between two of 28, and those of all rows between two of 20.
    let expected = TestPicture(width: 18, height: 10, channels: 3) { x, y, channel in
      shown[(2 * x + 1) * 28 / 36, (2 * y + 1) * 20 / 20, channel]
    }
    #expect(try image.picture(0) == expected.encoded())
  }

  @Test("A decode that doesn't pay to be shared is not")
  func twoDecodes() throws {
    let file = try Self.picture.file()
    let corner = "crop: {x: 5, y: 3, width: 31, height: 21}"
    let image = try RenderedImage(
      RenderedImage.job(["resize: {width: 20}", corner]), file, stored: Self.picture.size)
    #expect(image.plan.decodes.map(\.scale.eighths) == [1, 8])
    let stored = try TestJPEG.decode(file).picture
    #expect(try image.picture(0).psnr(ExpectedFit.width(20).result(of: stored)) >= 40)
    #expect(try image.picture(1) == stored.cropped(x: 5, y: 3, width: 31, height: 21).encoded())
    #expect(image.outcome.sourceSHA256 == SHA256.digest(of: file))
  }

  @Test("An output alone and among others of its scale has the same bytes")
  func sameBytes() throws {
    let file = try Self.picture.file()
    let outputs = [
      "crop: {x: 9, y: 9, width: 200, height: 211}, resize: {width: 90}", "resize: {width: 150}",
    ]
    let together = try RenderedImage(RenderedImage.job(outputs), file, stored: Self.picture.size)
    #expect(together.plan.decodes.count == 1)
    for (index, output) in outputs.enumerated() {
      let alone = try RenderedImage(RenderedImage.job([output]), file, stored: Self.picture.size)
      #expect(alone.plan.decodes.map(\.scale) == together.plan.decodes.map(\.scale))
      #expect(alone.files == [together.files[index]])
    }
  }

  @Test("Scaled decodes keep the picture in its place", arguments: [19, 38, 76, 150, 200], ["", "stored"])
  func scales(_ width: Int, _ space: String) throws {
    let stored = TestPicture.smooth(width: 333, height: 251)
    let file = try stored.file()
    let crop = space.isEmpty ? "" : "crop: {x: 5, y: 7, width: 323, height: 239}, "
    let image = try RenderedImage(
      RenderedImage.job(["\(crop)resize: {width: \(width)}"]), file, stored: stored.size)
    #expect(image.plan.decodes.map(\.scale.eighths) == [[19: 1, 38: 2, 76: 3, 150: 5, 200: 8][width]])
    let decoded = try TestJPEG.decode(file).picture
    let part = space.isEmpty ? decoded : decoded.cropped(x: 5, y: 7, width: 323, height: 239)
    #expect(try image.picture().psnr(ExpectedFit.width(width).result(of: part)) >= 40)
  }
}

@Suite("Padded outputs")
struct PaddedOutputTests {
  /// `#c83c5a` by the formulas of JFIF 1.02: 0.299 x 200 + 0.587 x 60 + 0.114 x 90 = 105.28, and so on.
  private static let background: [UInt8] = [105, 119, 196]

  @Test("A padded crop, in color and grey, turned", arguments: [1, 3], [1, 4, 6, 7] as [UInt8])
  func crop(_ channels: Int, _ tag: UInt8) throws {
    let file = try TestPicture.noisy(width: 50, height: 41, channels: channels).file()
    let stored = try TestJPEG.decode(file).picture
    let job = try RenderedImage.job(
      ["crop: {x: -7, y: 13, width: 33, height: 61, out_of_bounds: pad}"], more: "background: '#c83c5a'")
    let image = try RenderedImage(
      job, file, stored: stored.size, tag: tag, color: channels == 1 ? .grey : .ycbcr)
    let expected = stored.shown(tag).placed(
      x: 7, y: -13, onWidth: 33, height: 61, background: Self.background)
    #expect(try image.picture() == expected.encoded())
  }

  @Test(
    "A padded crop, resampled", arguments: [ExpectedFit.inside(17, 30), .contain(40, 30), .cover(12, 12)])
  func resampled(_ fit: ExpectedFit) throws {
    let file = try TestPicture.smooth(width: 50, height: 41).file()
    let stored = try TestJPEG.decode(file).picture
    let job = try RenderedImage.job(
      ["crop: {x: -7, y: 13, width: 33, height: 61, out_of_bounds: pad}, \(fit.yaml)"],
      more: "background: '#c83c5a'")
    let padded = stored.placed(x: 7, y: -13, onWidth: 33, height: 61, background: Self.background)
    let image = try RenderedImage(job, file, stored: stored.size)
    #expect(try image.picture().psnr(fit.result(of: padded, background: Self.background)) >= 40)
  }

  @Test("A cover that keeps nothing of the picture holds no pixel")
  func coverBesideThePicture() throws {
    let picture = TestPicture.smooth(width: 50, height: 40)
    let job = try RenderedImage.job([
      "crop: {x: -100, y: 0, width: 150, height: 40, out_of_bounds: pad}, "
        + "resize: {width: 20, height: 20, fit: cover, gravity: west}"
    ])
    let image = try RenderedImage(job, picture.file(), stored: picture.size)
    #expect(
      image.errors == [Finding(.cropEmpty, "the crop 40x40-100+0 holds no pixel of the picture of 50x40")])
    #expect(image.files == [[]])
  }
}

@Suite("What comes of an image")
struct ImageOutcomeTests {
  private static let picture = TestPicture.noisy(width: 90, height: 70)

  @Test("Hashes and sizes are those of the files", arguments: ["sha256", "none"])
  func hashes(_ hash: String) throws {
    let file = try Self.picture.file()
    let image = try RenderedImage(
      RenderedImage.job(["", "resize: {width: 9}"], more: "hash: \(hash)"), file,
      stored: Self.picture.size)
    let isHashed = hash == "sha256"
    #expect(image.outcome.sourceSHA256 == (isHashed ? SHA256.digest(of: file) : nil))
    for (output, bytes) in zip(image.outcome.outputs, image.files) {
      #expect(output.sha256 == (isHashed ? SHA256.digest(of: bytes) : nil))
      #expect(output.bytes == bytes.count)
      #expect(output.error == nil)
    }
  }

  @Test("Damage fails every output of the decode, and the source is hashed all the same")
  func corrupt() throws {
    let whole = try Self.picture.file()
    let file = whole[..<(whole.count / 2)] + whole.suffix(2)
    let image = try RenderedImage(
      RenderedImage.job(["", "resize: {width: 50}"]), Array(file), stored: Self.picture.size)
    #expect(image.errors.map { $0?.code } == [.corrupt, .corrupt])
    #expect(image.files == [[], []])
    #expect(image.outcome.sourceSHA256 == SHA256.digest(of: Array(file)))
  }

  @Test("A file that isn't the planned one any more")
  func changed() throws {
    let file = try Self.picture.file()
    let expected = [Finding(.sourceChanged, "changed after it was planned")]
    let others = [
      file + [0], Array(file.dropLast(5)), [], try TestPicture.noisy(width: 91, height: 70).file(),
      try TestPicture.noisy(width: 90, height: 70, channels: 1).file(),
    ]
    for other in others {
      let image = try RenderedImage(
        RenderedImage.job([""]), file, stored: Self.picture.size, changed: other)
      #expect(image.errors == expected)
      #expect(image.files == [[]])
    }
  }

  @Test("An image that takes too long")
  func timeout() throws {
    let job = try RenderedImage.job([""], more: "limits: {seconds_per_image: 0.000000001}")
    let image = try RenderedImage(job, Self.picture.file(), stored: Self.picture.size)
    #expect(image.errors == [Finding(.timeout, "took longer than limits.seconds_per_image")])
  }

  @Test("An output that can't be written leaves the others alone")
  func writeFails() throws {
    let file = try Self.picture.file()
    let job = try RenderedImage.job(["", "resize: {width: 50}", "resize: {width: 40}"])
    let good = try RenderedImage(job, file, stored: Self.picture.size)
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(full) }
    let last = try OpenBytes()
    let outcome = ImageRenderer.render(
      good.plan, source: good.source.descriptor, targets: [full, nil, last.descriptor], workspace: Workspace()
    )
    var unwritten = OutputOutcome()
    unwritten.systemError = ENOSPC
    #expect(outcome.outputs[0] == unwritten)
    #expect(outcome.outputs[1] == OutputOutcome())
    #expect(outcome.outputs[2] == good.outcome.outputs[2])
    #expect(try last.read() == good.files[2])
  }
}
