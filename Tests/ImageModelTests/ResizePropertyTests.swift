import ImageModel
import TestSupport
import Testing

/// Random resizes, reckoned a second time from their scale in rational numbers.
@Suite struct ResizePropertyTests {
  private struct Case {
    var crop: PixelRect<Display>
    var target: PixelSize
    var fit: Resize.Fit
    var gravity: Gravity
  }

  /// All but `letterbox`, whose rounding is that of another program.
  private static let fits: [Resize.Fit] = [.inside, .outside, .cover, .contain, .fill]

  private func side(_ random: inout SplitMix64) -> Int {
    let all = [1, 2, 3, 7, 49, 50, 99, 100, 101, 333, 1000, 4032, 65500]
    return Bool.random(using: &random)
      ? all[Int.random(in: 0..<all.count, using: &random)] : Int.random(in: 1...300, using: &random)
  }

  private func random(_ random: inout SplitMix64) -> Case {
    Case(
      crop: PixelRect(x: 5, y: -3, width: side(&random), height: side(&random)),
      target: PixelSize(width: side(&random), height: side(&random)),
      fit: Self.fits[Int.random(in: 0..<5, using: &random)],
      gravity: Gravity.allCases[Int.random(in: 0..<9, using: &random)])
  }

  /// Scale factors across and down, of which `inside` takes the lesser and `outside` and `cover` the greater.
  private func scales(_ it: Case) -> (Fraction, Fraction) {
    (Fraction(it.target.width, it.crop.width), Fraction(it.target.height, it.crop.height))
  }

  private func scaled(_ crop: PixelRect<Display>, _ scale: Fraction) -> PixelSize {
    PixelSize(
      width: max(1, (Fraction(crop.width) * scale).nearest),
      height: max(1, (Fraction(crop.height) * scale).nearest))
  }

  /// Edges of the part that `cover` shows, from the origin of the crop: target / scale.
  private func span(_ target: Int, _ scale: Fraction, _ extent: Int, _ place: Fraction) -> (Int, Int) {
    let length = Fraction(target) / scale
    let start = (Fraction(extent) - length) * place
    let first = min(start.nearest, extent - 1)
    return (first, max((start + length).nearest, first + 1))
  }

  private func cut(_ it: Case, _ scale: Fraction) -> PixelRect<Display> {
    let name = it.gravity.rawValue
    let across = name.contains("west") ? Fraction(0) : name.contains("east") ? Fraction(1) : Fraction(1, 2)
    let down = name.contains("north") ? Fraction(0) : name.contains("south") ? Fraction(1) : Fraction(1, 2)
    let (left, right) = span(it.target.width, scale, it.crop.width, across)
    let (top, bottom) = span(it.target.height, scale, it.crop.height, down)
    return PixelRect(
      x: it.crop.x + left, y: it.crop.y + top, width: right - left, height: bottom - top)
  }

  @Test func layoutsAreThoseOfExactArithmetic() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<20_000 {
      let it = self.random(&random)
      let (across, down) = scales(it)
      let one = Fraction(1)
      let largest = max(across, down)
      var cut = it.crop
      var content = it.target
      var isEnlarging = false
      switch it.fit {
      case .inside, .contain:
        content = scaled(it.crop, min(across, down))
        isEnlarging = min(across, down) > one
        if isEnlarging { content = it.crop.size }
      case .outside:
        content = scaled(it.crop, largest)
        isEnlarging = largest > one
        if isEnlarging { content = it.crop.size }
      case .cover:
        cut = self.cut(it, largest)
        isEnlarging = largest > one
        if isEnlarging { content = cut.size }
      case .fill:
        isEnlarging = largest > one
        content = PixelSize(
          width: min(it.target.width, it.crop.width), height: min(it.target.height, it.crop.height))
      case .letterbox: continue
      }
      let resize = Resize(
        .pixels(width: it.target.width, height: it.target.height), fit: it.fit, anchor: .gravity(it.gravity))
      let found = try? resize.layout(of: it.crop).get()
      #expect(found?.cut == cut, "\(it)")
      #expect(found?.content == content, "\(it)")
      #expect(found?.canvas == (it.fit == .contain ? it.target : content), "\(it)")
      #expect(found?.isNotEnlarged == isEnlarging, "\(it)")
      var strict = resize
      strict.enlarge = .error
      #expect(((try? strict.layout(of: it.crop).get()) == nil) == isEnlarging, "\(it)")
    }
  }
}
