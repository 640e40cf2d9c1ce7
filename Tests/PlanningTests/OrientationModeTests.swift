import ImageModel
import JobFile
import Planning
import Testing

@Suite struct OrientationModeTests {
  private static let stored = PixelSize(width: 400, height: 200)

  /// With a crop that isn't in the middle, and a canvas that the content doesn't fill.
  private func output(
    _ mode: String, tag: ExifOrientation?, override: Int? = nil, _ keys: String = ""
  ) throws -> OutputPlan {
    let shape =
      "crop: {x: 10, y: 20, width: 100, height: 60}\n    "
      + "resize: {width: 50, height: 90, fit: contain, gravity: north}"
    let source = "{path: a.jpg\(override.map { ", exif_orientation: \($0)" } ?? "")}"
    return try PlannedJob(
      output: "orientation: \(mode)\n    " + (keys.isEmpty ? shape : keys), source: source
    ).output(SourceInfo(400, 200, tag: tag))
  }

  @Test(arguments: ExifOrientation.allCases) func bakeTurnsWhatIsCutOut(_ tag: ExifOrientation) throws {
    let plan = try output("bake", tag: tag)
    #expect(plan.orientation == tag)
    #expect(plan.turn == tag)
    #expect(plan.displaySize == tag.turned(Self.stored))
    #expect(plan.crop == PixelRect(x: 10, y: 20, width: 100, height: 60))
    #expect(plan.size == PixelSize(width: 50, height: 90))
    // 100x60 is 50x30, and north is above.
    #expect(plan.content == PixelRect(x: 0, y: 0, width: 50, height: 30))
    #expect(plan.resample?.size == tag.turned(PixelSize(width: 50, height: 30)))
  }

  /// The stored boxes of the display box 10,20 100x60 of a picture stored 400x200, by hand.
  @Test(
    arguments: zip(
      ExifOrientation.allCases,
      [
        PixelRect<Stored>(x: 10, y: 20, width: 100, height: 60),
        PixelRect(x: 290, y: 20, width: 100, height: 60), PixelRect(x: 290, y: 120, width: 100, height: 60),
        PixelRect(x: 10, y: 120, width: 100, height: 60), PixelRect(x: 20, y: 10, width: 60, height: 100),
        PixelRect(x: 20, y: 90, width: 60, height: 100), PixelRect(x: 320, y: 90, width: 60, height: 100),
        PixelRect(x: 320, y: 10, width: 60, height: 100),
      ]))
  func theSameBoxIsCutInEachMode(_ tag: ExifOrientation, _ box: PixelRect<Stored>) throws {
    #expect(try output("bake", tag: tag).storedCrop == box)
    #expect(try output("keep", tag: tag).storedCrop == box)
    #expect(try output("ignore", tag: tag).storedCrop == PixelRect(x: 10, y: 20, width: 100, height: 60))
  }

  /// The encoded canvas of 50x90 as shown, and where 50x30 lie on it whose upper edge is the canvas's.
  @Test(
    arguments: zip(
      ExifOrientation.allCases,
      [
        (50, 90, PixelRect<Output>(x: 0, y: 0, width: 50, height: 30)),
        (50, 90, PixelRect(x: 0, y: 0, width: 50, height: 30)),
        (50, 90, PixelRect(x: 0, y: 60, width: 50, height: 30)),
        (50, 90, PixelRect(x: 0, y: 60, width: 50, height: 30)),
        (90, 50, PixelRect(x: 0, y: 0, width: 30, height: 50)),
        (90, 50, PixelRect(x: 0, y: 0, width: 30, height: 50)),
        (90, 50, PixelRect(x: 60, y: 0, width: 30, height: 50)),
        (90, 50, PixelRect(x: 60, y: 0, width: 30, height: 50)),
      ]))
  func keepEncodesInStoredOrder(
    _ tag: ExifOrientation, _ expected: (width: Int, height: Int, content: PixelRect<Output>)
  ) throws {
    let plan = try output("keep", tag: tag)
    #expect(plan.orientation == tag)
    #expect(plan.turn == .topLeft)
    #expect(plan.crop == PixelRect(x: 10, y: 20, width: 100, height: 60))
    #expect(plan.size == PixelSize(width: expected.width, height: expected.height))
    #expect(plan.content == expected.content)
    #expect(plan.resample?.size == expected.content.size)
  }

  @Test(arguments: ExifOrientation.allCases) func ignoreKnowsNoTag(_ tag: ExifOrientation) throws {
    var plain = try output("bake", tag: nil)
    plain.mode = .ignore
    #expect(try output("ignore", tag: tag) == plain)
    #expect(try output("ignore", tag: tag, override: 6) == plain)
  }

  @Test(arguments: ["bake", "keep"]) func exifOrientationReplacesTheTag(_ mode: String) throws {
    for tag in [nil] + ExifOrientation.allCases {
      for value in 1...8 {
        let same = try output(mode, tag: ExifOrientation(rawValue: UInt8(value)))
        #expect(try output(mode, tag: tag, override: value) == same)
      }
    }
  }

  @Test func pathsNameTheSizeAsEncoded() throws {
    for (mode, path) in [("bake", "50x90.jpg"), ("keep", "90x50.jpg"), ("ignore", "50x90.jpg")] {
      let job = try PlannedJob(
        "sources: [{path: a.jpg}]\norientation: \(mode)\noutputs: [{path: '{width}x{height}.jpg', "
          + "resize: {width: 50, height: 90, fit: contain}}]")
      #expect(try job.output(SourceInfo(400, 200, tag: .rightTop)).path == path)
    }
  }

  @Test func missingTagsAreCounted() throws {
    let odd = Finding(.orientationInvalid, "the tag is 9")
    let plain = try PlannedJob(output: "quality: 85")
    #expect(try plain.image(SourceInfo(4, 4)).isUntagged)
    #expect(try !plain.image(SourceInfo(4, 4, tag: .topLeft)).isUntagged)
    #expect(try !plain.image(SourceInfo(4, 4, findings: [odd])).isUntagged)
    let told = try PlannedJob(output: "quality: 85", source: "{path: a.jpg, exif_orientation: 1}")
    #expect(try !told.image(SourceInfo(4, 4)).isUntagged)
  }
}
