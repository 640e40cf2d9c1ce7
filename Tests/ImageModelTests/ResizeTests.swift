@testable import ImageModel
import TestSupport
import Testing

@Suite struct ResizeTests {
  private func layout(_ resize: Resize, _ width: Int, _ height: Int) throws -> ResizeLayout {
    try resize.layout(of: PixelRect(x: 0, y: 0, width: width, height: height)).get()
  }

  private func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }

  /// What sharp's own tests expect of a picture of 2725x2225.
  @Test(
    arguments: [
      (Resize.Fit.inside, 320, 240, 294, 240), (.inside, 320, 320, 320, 261),
      (.outside, 320, 240, 320, 261), (.outside, 320, 320, 392, 320),
      (.fill, 320, 240, 320, 240), (.cover, 320, 240, 320, 240),
    ])
  func fitsAsSharpDoes(_ fit: Resize.Fit, _ w: Int, _ h: Int, _ width: Int, _ height: Int) throws {
    let found = try layout(Resize(.pixels(width: w, height: h), fit: fit), 2725, 2225)
    #expect(found.content == size(width, height))
    #expect(found.canvas == size(width, height))
    #expect(!found.isNotEnlarged)
  }

  @Test(arguments: [(320, nil, 320, 261), (nil, 320, 392, 320)] as [(Int?, Int?, Int, Int)])
  func oneSideKeepsTheAspect(_ w: Int?, _ h: Int?, _ width: Int, _ height: Int) throws {
    for fit in Resize.Fit.allCases {
      #expect(
        try layout(Resize(.pixels(width: w, height: h), fit: fit), 2725, 2225)
          == ResizeLayout(
            cut: PixelRect(x: 0, y: 0, width: 2725, height: 2225), content: size(width, height),
            canvas: size(width, height), contentX: 0, contentY: 0, isNotEnlarged: false))
    }
  }

  /// A picture of 100x50 on a canvas of 21x30: 21x11 there (50 * 21 / 100 = 10.5), with 19 rows free.
  @Test(
    arguments: zip(
      Gravity.allCases,
      [(0, 9), (0, 0), (0, 0), (0, 9), (0, 19), (0, 19), (0, 19), (0, 9), (0, 0)]))
  func containPutsThePictureOnItsCanvas(_ gravity: Gravity, _ place: (Int, Int)) throws {
    let resize = Resize(.pixels(width: 21, height: 30), fit: .contain, anchor: .gravity(gravity))
    #expect(
      try layout(resize, 100, 50)
        == ResizeLayout(
          cut: PixelRect(x: 0, y: 0, width: 100, height: 50), content: size(21, 11), canvas: size(21, 30),
          contentX: place.0, contentY: place.1, isNotEnlarged: false))
  }

  /// A crop of 100x50 at 7,9 and targets too large for it.
  @Test(
    arguments: [
      (Resize.Fit.inside, 200, 200, PixelRect<Display>(x: 7, y: 9, width: 100, height: 50), 100, 50, 100, 50),
      (.outside, 200, 10, PixelRect(x: 7, y: 9, width: 100, height: 50), 100, 50, 100, 50),
      (.contain, 200, 300, PixelRect(x: 7, y: 9, width: 100, height: 50), 100, 50, 200, 300),
      (.fill, 40, 300, PixelRect(x: 7, y: 9, width: 100, height: 50), 40, 50, 40, 50),
      (.fill, 400, 20, PixelRect(x: 7, y: 9, width: 100, height: 50), 100, 20, 100, 20),
      // 1:1 of 100x50 is 50x50, in the middle; 4:1 is 100x25, at 12.5 to 37.5 down.
      (.cover, 60, 60, PixelRect(x: 32, y: 9, width: 50, height: 50), 50, 50, 50, 50),
      (.cover, 400, 100, PixelRect(x: 7, y: 22, width: 100, height: 25), 100, 25, 100, 25),
      (.cover, 101, 20, PixelRect(x: 7, y: 24, width: 100, height: 20), 100, 20, 100, 20),
    ])
  func nothingIsEnlargedUnasked(
    _ fit: Resize.Fit, _ w: Int, _ h: Int, _ cut: PixelRect<Display>, _ width: Int, _ height: Int,
    _ across: Int, _ down: Int
  ) throws {
    let crop = PixelRect<Display>(x: 7, y: 9, width: 100, height: 50)
    var resize = Resize(.pixels(width: w, height: h), fit: fit)
    let found = try resize.layout(of: crop).get()
    #expect(
      found
        == ResizeLayout(
          cut: cut, content: size(width, height), canvas: size(across, down),
          contentX: (across - width) / 2, contentY: (down - height) / 2, isNotEnlarged: true))
    resize.enlarge = .error
    guard case .failure(.wouldEnlarge) = resize.layout(of: crop) else {
      Issue.record("\(fit) was enlarged")
      return
    }
  }

  @Test func oneSideAndPerCentAreNotEnlargedUnasked() throws {
    for target: Resize.Target in [
      .pixels(width: 101, height: nil), .pixels(width: nil, height: 51), .percent(101),
    ] {
      let found = try layout(Resize(target), 100, 50)
      #expect(found.content == size(100, 50))
      #expect(found.isNotEnlarged)
    }
  }

  @Test func errorNamesTheSizeThatWasAskedFor() {
    let crop = PixelRect<Display>(x: 0, y: 0, width: 100, height: 50)
    let resize = Resize(.pixels(width: 300, height: nil), enlarge: .error)
    #expect(resize.layout(of: crop) == .failure(.wouldEnlarge(size(300, 150))))
    #expect(
      Resize(.pixels(width: 100, height: 50), fit: .cover, enlarge: .error).layout(of: crop)
        == .success(
          ResizeLayout(
            cut: crop, content: size(100, 50), canvas: size(100, 50), contentX: 0, contentY: 0,
            isNotEnlarged: false)))
  }

  @Test func sidesLongerThanAJPEGAreRefused() throws {
    let resize = Resize(.pixels(width: 65500, height: nil), enlarge: .always)
    #expect(try layout(resize, 1, 1).content == size(65500, 65500))
    let long = PixelRect<Display>(x: 0, y: 0, width: 1, height: 2)
    #expect(resize.layout(of: long) == .failure(.tooLarge(size(65500, 131000))))
    let padded = PixelRect<Display>(x: -1, y: 0, width: 65501, height: 1)
    #expect(Resize(.max).layout(of: padded) == .failure(.tooLarge(size(65501, 1))))
    #expect(
      Resize(.percent(1_000_000), enlarge: .always).layout(of: padded)
        == .failure(.tooLarge(size(655_010_000, 10000))))
  }

  @Test(
    arguments: [
      // floor(n * W / d + 1/2), at least 1.
      (65500, 1, 100, nil, 100, 1), (1, 65500, nil, 100, 1, 100), (3, 2, 1, nil, 1, 1), (4, 3, 2, nil, 2, 2),
      (200, 1, 100, nil, 100, 1), (201, 1, 100, nil, 100, 1),
    ] as [(Int, Int, Int?, Int?, Int, Int)])
  func theOtherSideIsRounded(
    _ w: Int, _ h: Int, _ wantedWidth: Int?, _ wantedHeight: Int?, _ width: Int, _ height: Int
  ) throws {
    #expect(
      try layout(Resize(.pixels(width: wantedWidth, height: wantedHeight)), w, h).content
        == size(width, height))
  }

  /// Floating point makes 34.49999 of 2.3 per cent of 1500.
  @Test func halvesOfPerCentGoUp() throws {
    for extent in [10, 50, 150, 300, 1500, 3000, 4500] {
      for percent in 1...1000 {
        let exact = Fraction(extent * percent, 1000)
        let found = try layout(Resize(.percent(Double(percent) / 10)), extent, 1)
        #expect(found.content.width == max(1, exact.nearest), "\(percent) / 10 % of \(extent)")
      }
    }
  }
}
