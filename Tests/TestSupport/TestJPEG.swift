import CTestJPEG

/// How a test's JPEG is to be written: any kind that libjpeg can write.
package struct TestJPEG: Hashable, Sendable {
  /// What the components mean.
  package enum Color: UInt32, Sendable {
    case grey, ycbcr, rgb, cmyk, ycck
    /// 1 to 4 components without a meaning.
    case unknown
  }

  /// The order that the data comes in.
  package enum Process: Hashable, Sendable {
    /// One sequential scan.
    case baseline
    /// libjpeg's own progressive scans.
    case progressive
    /// Sequential, one component a scan.
    case planar
    /// Grey only: progressive in exactly so many scans, 2...127.
    case scans(Int)
    /// These scans: progressive unless the first has all coefficients.
    case script([Scan])
  }

  /// Sampling factors of one component.
  package struct Sampling: Hashable, Sendable {
    package var horizontal: Int
    package var vertical: Int

    package init(_ horizontal: Int, _ vertical: Int) {
      self.horizontal = horizontal
      self.vertical = vertical
    }
  }

  package var color: Color
  package var process = Process.baseline
  /// One for each component; those that are missing are 1x1.
  package var sampling: [Sampling] = []
  package var quality = 90
  /// MCUs between restart markers; 0 for none.
  package var restart = 0
  /// Rows of each scan's own MCUs between restart markers, in place of ``restart``; 0 for none.
  package var restartRows = 0
  /// With Huffman codes made for the file; progressive ones always have them.
  package var isOptimized = false
  /// With quantization steps above 255 where the quality asks for them, for which a file must be progressive.
  package var hasWideSteps = false
  package var isArithmetic = false
  /// Without JFIF and Adobe markers.
  package var isBare = false

  package init(_ color: Color, _ process: Process = .baseline) {
    self.color = color
    self.process = process
  }

  /// What libjpeg says no to.
  package struct Refused: Error {}
}

extension TestJPEG {
  /// The file of a picture whose channels are already the file's components.
  package func file(_ picture: TestPicture) throws(Refused) -> [UInt8] {
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    let status = process.scans(picture.channels).map(\.entry).withUnsafeBufferPointer { scans in
      var spec = self.spec(picture)
      spec.scans = scans.baseAddress
      spec.scan_count = Int32(scans.count)
      return ctest_write(&spec, picture.samples, &bytes, &count)
    }
    guard status == 0 else { throw Refused() }
    defer { ctest_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  private func spec(_ picture: TestPicture) -> ctest_spec {
    var spec = ctest_spec()
    spec.width = Int32(picture.width)
    spec.height = Int32(picture.height)
    spec.components = Int32(picture.channels)
    spec.color = ctest_color(rawValue: color.rawValue)
    spec.simple_progression = process == .progressive ? 1 : 0
    let factors = (0..<4).map { sampling.indices.contains($0) ? sampling[$0] : Sampling(1, 1) }
    let (across, down) = (factors.map { Int32($0.horizontal) }, factors.map { Int32($0.vertical) })
    spec.horizontal = (across[0], across[1], across[2], across[3])
    spec.vertical = (down[0], down[1], down[2], down[3])
    spec.quality = Int32(quality)
    spec.wide_steps = hasWideSteps ? 1 : 0
    spec.optimized = isOptimized ? 1 : 0
    spec.restart = Int32(restart)
    spec.restart_rows = Int32(restartRows)
    spec.arithmetic = isArithmetic ? 1 : 0
    spec.bare = isBare ? 1 : 0
    return spec
  }
}

extension TestJPEG {
  /// What libjpeg's plainest path makes of a file.
  package struct Decoded: Sendable {
    /// In the file's own colours.
    package var picture: TestPicture
    package var isProgressive: Bool
    package var warnings: Int
    /// One for each component.
    package var sampling: [Sampling]
  }

  /// Decodes a whole file at `eighths`/8, with accurate DCT, fancy upsampling and no smoothing. Refused where a
  /// sampling factor doesn't divide the largest.
  package static func decode(_ bytes: [UInt8], eighths: Int = 8) throws(Refused) -> Decoded {
    var read = ctest_picture()
    guard ctest_read(bytes, bytes.count, Int32(eighths), &read) == 0 else { throw Refused() }
    defer { ctest_free(read.samples) }
    let (width, height, channels) = (Int(read.width), Int(read.height), Int(read.components))
    let (h, v) = (read.horizontal, read.vertical)
    let sampling = [(h.0, v.0), (h.1, v.1), (h.2, v.2), (h.3, v.3)].prefix(channels)
    return Decoded(
      picture: TestPicture(
        width: width, height: height, channels: channels,
        samples: Array(UnsafeBufferPointer(start: read.samples, count: width * height * channels))),
      isProgressive: read.progressive != 0, warnings: Int(read.warnings),
      sampling: sampling.map { Sampling(Int($0.0), Int($0.1)) })
  }
}
