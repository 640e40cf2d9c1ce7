import ImageModel

/// The scene on a sample picture.
enum Scene {
  case hills
  case lighthouse
  case lake
  case town
  case mist
  case evening
  /// The lights of ``evening`` alone, on black.
  case lights
  /// A sign that says which way is up, with a number.
  case sign(Int)

  /// The picture as a viewer should see it. Throws `memory`.
  func drawn(_ size: PixelSize) throws(ImageError) -> Canvas {
    let canvas = try Canvas(size)
    switch self {
    case .hills: Self.hills(canvas)
    case .lighthouse: Self.lighthouse(canvas)
    case .lake: Self.lake(canvas)
    case .town: Self.town(canvas)
    case .mist: Self.mist(canvas)
    case .evening: Self.evening(canvas)
    case .lights:
      Self.lights(canvas, house: Ink(0, 0, 0), window: Ink(repeating: 120), lamp: Ink(repeating: 255))
    case .sign(let number): Self.sign(canvas, number)
    }
    return canvas
  }
}

extension Scene {
  private static func hills(_ canvas: Canvas) {
    canvas.sky(Ink(64, 116, 190), Ink(250, 214, 160), horizon: 60)
    canvas.clouds(Ink(255, 246, 236), horizon: 55, amount: 0.52, seed: 11)
    canvas.disc(canvas.across * 0.72, 40, radius: 5, Ink(255, 240, 190), glow: 26)
    canvas.hills(top: 62, rise: 26, wave: 34, Ink(128, 140, 176), haze: Ink(214, 196, 180), foot: 70, seed: 3)
    canvas.hills(top: 70, rise: 20, wave: 26, Ink(92, 124, 120), haze: Ink(170, 176, 140), foot: 84, seed: 7)
    canvas.hills(top: 84, rise: 18, wave: 40, Ink(86, 130, 62), haze: Ink(150, 168, 70), seed: 19)
    let noise = Noise(seed: 5)
    for place in 0..<16 {
      let x = (Double(place) + noise.value(Double(place), 0.5)) * canvas.across / 16
      canvas.spruce(
        x, 84 + 12 * noise.value(0.5, Double(place)), height: 9 + 8 * noise.value(Double(place), 9),
        Ink(36, 74, 46))
    }
  }

  private static func lighthouse(_ canvas: Canvas) {
    let middle = canvas.across * 0.52
    canvas.sky(Ink(44, 92, 160), Ink(196, 222, 236), horizon: 68)
    canvas.clouds(Ink(250, 250, 252), horizon: 62, amount: 0.58, seed: 23)
    canvas.water(top: 66, Ink(70, 128, 150), Ink(24, 70, 104), sparkle: Ink(226, 240, 246), seed: 29)
    canvas.hills(top: 88, rise: 12, wave: 22, Ink(120, 108, 92), haze: Ink(76, 70, 62), seed: 31)
    for band in 0..<6 {
      let top = 26 + Double(band) * 9.5
      canvas.wall(
        Box(middle - 4.6 - Double(band) * 0.45, top, middle + 4.6 + Double(band) * 0.45, top + 9.6),
        band % 2 == 0 ? Ink(250, 246, 240) : Ink(206, 52, 44),
        band % 2 == 0 ? Ink(150, 156, 170) : Ink(112, 26, 30))
    }
    canvas.rectangle(Box(middle - 6.4, 24.2, middle + 6.4, 26.2), Ink(50, 54, 62))
    canvas.rectangle(Box(middle - 3.4, 17, middle + 3.4, 24.4), Ink(255, 228, 140))
    canvas.rectangle(Box(middle - 0.3, 17, middle + 0.3, 24.4), Ink(60, 60, 60))
    canvas.polygon([(middle, 11.5), (middle + 4.4, 17), (middle - 4.4, 17)], Ink(176, 40, 38))
    canvas.rectangle(Box(middle - 1.6, 74, middle + 1.6, 83), Ink(70, 50, 40))
  }

  private static func lake(_ canvas: Canvas) {
    canvas.sky(Ink(52, 66, 128), Ink(255, 176, 120), horizon: 56)
    canvas.clouds(Ink(255, 190, 160), horizon: 52, amount: 0.5, seed: 41)
    canvas.disc(canvas.across * 0.3, 48, radius: 4, Ink(255, 232, 180), glow: 30)
    canvas.hills(top: 56, rise: 34, wave: 40, Ink(88, 80, 122), haze: Ink(176, 120, 116), foot: 60, seed: 43)
    canvas.hills(top: 60, rise: 12, wave: 24, Ink(48, 58, 78), haze: Ink(60, 66, 80), foot: 62, seed: 47)
    canvas.water(top: 60, Ink(220, 150, 120), Ink(40, 54, 100), sparkle: Ink(255, 226, 190), seed: 53)
    for place in 0..<5 {
      canvas.spruce(
        canvas.across - 8 - Double(place) * 7, 96 - Double(place % 2) * 5, height: 30 - Double(place) * 3,
        Ink(20, 34, 38))
    }
    canvas.polygon([(40, 79), (56, 79), (53, 82.5), (43, 82.5)], Ink(90, 44, 34))
    canvas.polygon([(47.6, 62), (47.6, 77.8), (39.6, 77.8)], Ink(250, 240, 226))
    canvas.polygon([(48.4, 64), (55, 77.8), (48.4, 77.8)], Ink(226, 206, 190))
  }

  private static func town(_ canvas: Canvas) {
    canvas.sky(Ink(96, 154, 214), Ink(226, 236, 236), horizon: 70)
    canvas.clouds(Ink(255, 255, 255), horizon: 60, amount: 0.5, seed: 61)
    canvas.hills(
      top: 72, rise: 22, wave: 50, Ink(110, 148, 110), haze: Ink(150, 176, 130), foot: 80, seed: 67)
    let glass = Ink(96, 128, 156)
    let walls = [
      Ink(226, 190, 140), Ink(196, 120, 96), Ink(222, 214, 200), Ink(170, 184, 196), Ink(232, 206, 120),
    ]
    var x = 4.0
    for place in 0..<6 {
      let width = 17 + Double(place * 5 % 9)
      let top = 36 + Double(place * 7 % 16)
      canvas.house(
        Box(x, top, x + width, 84), roof: 11, wall: walls[place % walls.count],
        tiles: place % 2 == 0 ? Ink(150, 66, 52) : Ink(92, 84, 92), lit: glass)
      x += width + 2.5
    }
    canvas.wall(Box(0, 84, canvas.across, 87), Ink(190, 186, 178), Ink(170, 166, 160))
    canvas.wall(Box(0, 87, canvas.across, 100), Ink(98, 98, 104), Ink(82, 82, 90))
    for dash in 0..<9 {
      let left = 4 + Double(dash) * 18
      canvas.rectangle(Box(left, 93, left + 9, 94), Ink(236, 232, 214))
    }
    canvas.tree(canvas.across * 0.62, 88, height: 34, Ink(92, 146, 70))
    board(canvas, x: canvas.across * 0.3, foot: 90, scale: 1, below: "")
  }

  private static func mist(_ canvas: Canvas) {
    canvas.sky(Ink(200, 200, 200), Ink(240, 240, 240), horizon: 80)
    canvas.disc(canvas.across * 0.66, 30, radius: 6, Ink(255, 255, 255), glow: 22)
    for layer in 0..<4 {
      let tone = Float(196 - layer * 46)
      let foot = 66 + Double(layer) * 10
      canvas.hills(
        top: foot, rise: 9, wave: 30, Ink(tone, tone, tone), haze: Ink(repeating: tone + 30), foot: foot + 14,
        seed: UInt32(71 + layer))
      let noise = Noise(seed: UInt32(83 + layer))
      for place in 0..<9 {
        let x = (Double(place) + noise.value(Double(place), 1.5)) * canvas.across / 9
        canvas.spruce(x, foot + 10, height: 12 + Double(layer) * 7, Ink(repeating: tone * 0.8))
      }
    }
  }

  private static func evening(_ canvas: Canvas) {
    canvas.sky(Ink(16, 22, 52), Ink(126, 84, 96), horizon: 74)
    canvas.hills(top: 70, rise: 22, wave: 46, Ink(26, 30, 54), haze: Ink(56, 46, 70), foot: 84, seed: 131)
    canvas.wall(Box(0, 84, canvas.across, 100), Ink(46, 46, 58), Ink(34, 34, 46))
    for lamp in 0..<3 {
      let x = lampPlace(lamp, canvas)
      canvas.rectangle(Box(x - 0.5, 44, x + 0.5, 92), Ink(20, 20, 26))
    }
    lights(canvas, house: Ink(66, 58, 78), window: Ink(255, 206, 120), lamp: Ink(255, 244, 214))
  }

  private static func lights(_ canvas: Canvas, house: Ink, window: Ink, lamp: Ink) {
    for place in 0..<3 {
      let left = 8 + Double(place) * 48
      canvas.wall(Box(left, 50, left + 26, 86), house, house * 0.8)
      for (column, floor) in [(0, 0), (1, 0), (0, 1), (1, 1)] where (column + floor + place) % 3 != 0 {
        let (x, y) = (left + 5 + Double(column) * 10, 54 + Double(floor) * 15)
        canvas.rectangle(Box(x, y, x + 6, y + 9), window)
      }
    }
    for place in 0..<3 { canvas.disc(lampPlace(place, canvas), 42, radius: 3.4, lamp, glow: 9) }
  }

  private static func lampPlace(_ lamp: Int, _ canvas: Canvas) -> Double {
    canvas.across * (0.28 + 0.32 * Double(lamp))
  }

  private static func sign(_ canvas: Canvas, _ number: Int) {
    let hue = Float(number - 1) / 7
    canvas.sky(Ink(110 - 50 * hue, 160, 210), Ink(240, 226 - 30 * hue, 190 + 40 * hue), horizon: 76)
    canvas.clouds(Ink(255, 255, 255), horizon: 64, amount: 0.46, seed: UInt32(100 + number))
    canvas.hills(top: 80, rise: 16, wave: 36, Ink(120, 150, 96), haze: Ink(96, 128, 66), seed: 107)
    canvas.tree(canvas.across * 0.86, 90, height: 44, Ink(100, 150, 72))
    canvas.house(
      Box(6, 60, 28, 86), roof: 12, wall: Ink(230, 200, 150), tiles: Ink(160, 70, 54), lit: Ink(96, 128, 156))
    board(canvas, x: canvas.across * 0.5, foot: 94, scale: 1.9, below: String(number))
  }

  /// A blue sign on a post, with the word UP, an arrow, and the text `below` under it.
  private static func board(_ canvas: Canvas, x: Double, foot: Double, scale: Double, below: String) {
    let size = 12 * scale
    let top = foot - 44 * scale.squareRoot() - size
    canvas.wall(Box(x - 0.6 * scale, top, x + 0.6 * scale, foot), Ink(180, 184, 190), Ink(110, 114, 120))
    let face = Box(x - size, top, x + size, top + size * (below.isEmpty ? 1.2 : 1.9))
    canvas.rectangle(face, Ink(250, 250, 250))
    canvas.rectangle(face.grown(by: -0.7 * scale), Ink(24, 78, 160))
    canvas.words("UP", x - size * 0.78, top + size * 0.2, letterHeight: size * 0.72, Ink(255, 255, 255))
    canvas.words(below, x - size * 0.3, top + size * 1.1, letterHeight: size * 0.6, Ink(255, 214, 70))
    canvas.arrow(x + size * 0.6, top + size * 0.2, height: size * 0.75, Ink(255, 255, 255))
  }
}
