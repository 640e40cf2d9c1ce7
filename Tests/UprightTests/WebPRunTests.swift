import TestSupport
import Testing

/// WebP files as sources.
struct WebPRunTests {
  /// The samples of a TIFF that a picture, as WebP, becomes at a width, and its manifest.
  private static func output(_ picture: TestPicture, width: Int) throws -> (picture: TestPicture, row: String)
  {
    let studio = try Studio(
      "outputs: [{path: '{stem}.tif', resize: {width: \(width)}}]", sources: #"["photos/*"]"#)
    try studio.folder.write(TestWebP(picture).file, to: "photos/a.webp")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let found = try TestTIFF.content(studio.folder.read("a.tif"))
    let width = found.fields[0x100]?.first ?? 0
    return (
      TestPicture(
        width: width, height: found.fields[0x101]?.first ?? 0, channels: picture.channels,
        samples: found.samples.map { UInt8($0) }),
      try studio.text("job.manifest.jsonl")
    )
  }

  @Test(
    "A smaller picture is decoded at a smaller size", arguments: [(30, "2/8"), (15, "1/8"), (200, "8/8")])
  func scaled(width: Int, scale: String) throws {
    let picture = TestPicture.smooth(width: 240, height: 181)
    let (found, row) = try Self.output(picture, width: width)
    let expected = picture.resampled(.lanczos3, toWidth: found.width, height: found.height)
    #expect(found.width == width)
    #expect(found.psnr(expected) >= 40)
    #expect(row.contains(#""engine":"libwebp","scale":"\#(scale)","region":[0,0,240,181]"#))
  }

  @Test("One with alpha isn't, since hidden colours would be mixed in")
  func alpha() throws {
    let picture = TestPicture(width: 240, height: 180, channels: 4) { x, _, channel in
      x < 120 ? [250, 10, 20, 255][channel] : [0, 255, 0, 0][channel]
    }
    let (found, row) = try Self.output(picture, width: 24)
    #expect(row.contains(#""scale":"8/8""#))
    for x in 0..<24 where found[x, 5, 3] > 8 { #expect(found[x, 5, 1] <= 12) }
  }
}
