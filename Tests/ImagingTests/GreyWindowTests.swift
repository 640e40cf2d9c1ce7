import ImageModel
import Testing

@testable import Imaging

/// The places of windows with the most detail.
@Suite struct GreyWindowTests {
  private static func place(
    _ focus: DetailFocus, _ width: Int, _ samples: [UInt8], stored: PixelSize, window: PixelSize,
    orientation: ExifOrientation = .topLeft
  ) throws -> RealRect<Stored> {
    let size = PixelSize(width: width, height: samples.count / width)
    let picture = try #require(GreyPicture(size, samples))
    let window = DetailWindow(focus, in: PixelRect(stored), size: window)
    return window.box(at: picture.place(of: window, stored: stored, orientation))
  }

  /// Windows of two samples have these histograms: 1+1, 1+1, 2, 1+1. The entropy of the first, second and fourth is 1
  /// bit. The second is one of two that are nearest to the middle, and the third has less.
  @Test("Of equal places, the one nearest to the middle counts, and then the first")
  func ties() throws {
    let (stored, window) = (PixelSize(width: 50, height: 10), PixelSize(width: 20, height: 10))
    #expect(
      try Self.place(.entropy, 5, [9, 8, 7, 7, 6], stored: stored, window: window)
        == RealRect(x: 10, y: 0, width: 20, height: 10))
    // The slopes are 1, 1, 1 and 0. Places 1 and 2 are nearest to the middle, and the first wins.
    #expect(
      try Self.place(
        .edges, 4, [1, 2, 3, 4], stored: PixelSize(width: 4, height: 1),
        window: PixelSize(width: 1, height: 1)
      )
      .x == 1)
  }

  /// The slopes are 3, 3, 0, 0, 5, 5 and 0, so the window at 4 has the greatest sum. Windows 0, 1, 4 and 5 have two
  /// levels. Windows 1 and 4 are nearest to the middle, and the first wins.
  @Test("Edges count by their height, entropy by the number of levels")
  func measures() throws {
    let samples: [UInt8] = [10, 13, 10, 10, 10, 15, 10]
    let (stored, window) = (PixelSize(width: 7, height: 1), PixelSize(width: 2, height: 1))
    #expect(try Self.place(.edges, 7, samples, stored: stored, window: window).x == 4)
    #expect(try Self.place(.entropy, 7, samples, stored: stored, window: window).x == 1)
  }

  /// The levels of the shown column. In orientation 3 the shown first row is the stored last one.
  @Test("The window is found in the shown picture, and told in the stored one", arguments: [1, 3, 6, 8])
  func orientations(_ number: UInt8) throws {
    let orientation = try #require(ExifOrientation(rawValue: number))
    let samples: [UInt8] = [50, 50, 50, 50, 50, 50, 90, 20]
    let shown = PixelSize(width: 1, height: 8)
    let stored = orientation.turned(shown)
    let window = orientation.turned(PixelSize(width: 1, height: 2))
    let box = try Self.place(
      .edges, 1, samples, stored: stored, window: window, orientation: orientation)
    #expect(orientation.display(box, stored: stored) == RealRect(x: 0, y: 5, width: 1, height: 2))
  }
}
