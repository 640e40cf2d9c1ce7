import TestSupport

/// Small sound JPEGs of all kinds, for others to be made of.
enum SeedImage {
  /// The first is plain baseline, the second progressive.
  static func all() throws -> [HostileFile] {
    let half: [TestJPEG.Sampling] = [.init(2, 1)]
    let quarter: [TestJPEG.Sampling] = [.init(2, 2)]
    let kinds: [(String, TestJPEG, [TestJPEG.Sampling], Int, Bool)] = [
      ("baseline", TestJPEG(.ycbcr), quarter, 0, false),
      ("progressive", TestJPEG(.ycbcr, .progressive), quarter, 0, false),
      ("baseline422", TestJPEG(.ycbcr), half, 0, false),
      ("progressive422", TestJPEG(.ycbcr, .progressive), half, 0, false),
      ("baseline444", TestJPEG(.ycbcr), [], 0, false),
      ("progressive444", TestJPEG(.ycbcr, .progressive), [], 0, false),
      ("baseline440", TestJPEG(.ycbcr), [.init(1, 2)], 0, false),
      ("baseline41", TestJPEG(.ycbcr), [.init(4, 1)], 0, false),
      ("planar", TestJPEG(.ycbcr, .planar), quarter, 0, false),
      ("restarts", TestJPEG(.ycbcr), quarter, 1, false),
      ("progressiveRestarts", TestJPEG(.ycbcr, .progressive), quarter, 2, false),
      ("arithmetic", TestJPEG(.ycbcr), quarter, 0, true),
      ("arithmeticProgressive", TestJPEG(.ycbcr, .progressive), quarter, 0, true),
      ("grey", TestJPEG(.grey), [], 0, false),
      ("greyProgressive", TestJPEG(.grey, .progressive), [], 0, false),
      ("greyScans", TestJPEG(.grey, .scans(12)), [], 0, false),
      ("greyRestarts", TestJPEG(.grey), [], 1, false),
      ("rgb", TestJPEG(.rgb), [], 0, false),
      ("rgbProgressive", TestJPEG(.rgb, .progressive), [], 0, false),
      ("cmyk", TestJPEG(.cmyk), [], 0, false),
      ("ycck", TestJPEG(.ycck), [], 0, false),
      ("ycckProgressive", TestJPEG(.ycck, .progressive), [], 0, false),
      ("two", TestJPEG(.unknown), [], 0, false),
      ("tall", TestJPEG(.ycbcr), quarter, 3, false),
    ]
    return try kinds.enumerated().map { index, kind in
      var (name, jpeg, sampling, restart, isArithmetic) = kind
      jpeg.sampling = sampling
      jpeg.restart = restart
      jpeg.isArithmetic = isArithmetic
      jpeg.quality = 50
      let channels = name == "two" ? 2 : channels(jpeg.color)
      let (width, height) = name == "tall" ? (9, 65) : (17 + index % 9, 33 - index % 8)
      let picture = TestPicture.noisy(
        width: width, height: height, channels: channels, seed: UInt64(index + 1))
      return HostileFile(name: name, bytes: try jpeg.file(picture))
    }
  }

  private static func channels(_ color: TestJPEG.Color) -> Int {
    switch color {
    case .grey: 1
    case .cmyk, .ycck: 4
    case .ycbcr, .rgb, .unknown: 3
    }
  }
}
