import ImageModel
import Testing

/// Where chroma planes that are smaller than their picture lie.
@Suite struct ChromaGridTests {
  /// By hand: 5x4 pixels are shown; of 4:2:0 the third column of samples shares the fifth of pixels with none.
  @Test(arguments: [
    // Shown as stored, left and right exchanged, turned by 180 degrees.
    (1, 5, 4, 3, 2, 0, 0, 6, 4), (2, 5, 4, 3, 2, -1, 0, 6, 4), (3, 5, 4, 3, 2, -1, 0, 6, 4),
    // Turned either way, and mirrored about the two diagonals: stored are 4 columns and 5 rows.
    (6, 4, 5, 2, 3, 0, -1, 4, 6), (8, 4, 5, 2, 3, 0, 0, 4, 6), (5, 4, 5, 2, 3, 0, 0, 4, 6),
    (7, 4, 5, 2, 3, 0, -1, 4, 6),
  ])
  func oddSizes(
    _ tag: Int, _ width: Int, _ height: Int, _ across: Int, _ down: Int, _ x: Int, _ y: Int,
    _ pixelsAcross: Int,
    _ pixelsDown: Int
  ) throws {
    let turn = try #require(ExifOrientation(rawValue: UInt8(tag)))
    let grid = try #require(
      ChromaGrid(.quarter, of: PixelSize(width: width, height: height), turn: turn))
    #expect(grid.size == PixelSize(width: across, height: down))
    #expect(grid.pixels == PixelRect(x: x, y: y, width: pixelsAcross, height: pixelsDown))
  }

  /// Of a single row or column its pixels are all that the samples stand for.
  @Test(arguments: ExifOrientation.allCases) func singleRows(_ turn: ExifOrientation) throws {
    let column = turn.turned(PixelSize(width: 1, height: 8))
    let grid = try #require(ChromaGrid(.quarter, of: column, turn: turn))
    #expect(grid.size == turn.turned(PixelSize(width: 1, height: 4)))
    #expect(grid.pixels == PixelRect(column))
  }

  /// Two pixels beside each other share a sample where they are shown, not where they are stored.
  @Test func half() throws {
    let stored = PixelSize(width: 7, height: 9)
    let upright = try #require(ChromaGrid(.half, of: stored, turn: .topLeft))
    #expect(upright.size == PixelSize(width: 4, height: 9))
    let turned = try #require(ChromaGrid(.half, of: stored, turn: .rightTop))
    #expect(turned.size == PixelSize(width: 7, height: 5))
    #expect(turned.pixels == PixelRect(x: 0, y: -1, width: 7, height: 10))
    #expect(ChromaGrid(.none, of: stored, turn: .topLeft) == nil)
  }

  /// A content of 5 columns, mirrored, on planes of 3: half of the first sample lies beside it.
  @Test func aResampleOfTheContentIsOneOfThePlanes() throws {
    let size = PixelSize(width: 5, height: 4)
    let grid = try #require(ChromaGrid(.quarter, of: size, turn: .topRight))
    let whole = ResampleGeometry(whole: size, to: PixelSize(width: 1, height: 1), filter: .lanczos3)
    let own = grid.resample(whole)
    #expect(own.samples == PixelRect(x: 0, y: 0, width: 3, height: 2))
    #expect(own.region == RealRect(x: 0.5, y: 0, width: 2.5, height: 2))
    #expect(own.size == whole.size)
  }

  @Test func planesThatAreAsDecodedAreNotResampled() throws {
    let box = PixelRect<Decoded>(x: 0, y: 0, width: 3, height: 2)
    let (even, odd) = (PixelSize(width: 6, height: 4), PixelSize(width: 5, height: 4))
    for (size, extent, isIdentity) in [(even, 3, true), (odd, 2.5, true), (odd, 3, false)] {
      let content = ResampleGeometry(
        samples: box, region: RealRect(x: 0, y: 0, width: extent, height: 2), size: size, filter: .lanczos3)
      let geometry = PlaneGeometry(content, over: ChromaGrid(.quarter, of: size, turn: .topLeft))
      #expect(geometry.size == box.size)
      #expect(geometry.isIdentity == isIdentity)
      #expect(!PlaneGeometry(content).isIdentity)
    }
  }
}
