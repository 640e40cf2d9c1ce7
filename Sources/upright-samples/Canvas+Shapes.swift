import Glibc

extension Canvas {
  private var everything: Box { Box(0, 0, across, 100) }

  /// Fills the picture: `top` at the upper edge blends into `low` at `horizon`. Everything below is `low`.
  func sky(_ top: Ink, _ low: Ink, horizon: Double) {
    fill(everything, ink: { _, y in mix(top, low, y / horizon) }, cover: { _, _ in 1 })
  }

  /// Clouds above `horizon`. `amount`, 0...1, is about the part of the sky that they cover.
  func clouds(_ ink: Ink, horizon: Double, amount: Double, seed: UInt32) {
    let noise = Noise(seed: seed)
    fill(
      Box(0, 0, across, horizon), ink: { _, _ in ink },
      cover: { x, y in
        let density = noise.layered(x / 28, y / 11) - (1 - amount)
        return density * 3 * (1 - y / horizon)
      })
  }

  /// A disc with a glow `glow` units wide.
  func disc(_ x: Double, _ y: Double, radius: Double, _ ink: Ink, glow: Double = 0) {
    if glow > 0 {
      fill(Box(x, y, x, y).grown(by: radius + glow), ink: { _, _ in ink }) { u, v in
        let away = (hypot(u - x, v - y) - radius) / glow
        return away < 0 ? 0.6 : 0.6 * pow(max(0, 1 - away), 2)
      }
    }
    draw(
      Box(x, y, x, y).grown(by: radius), ink: { _, _ in ink }, distance: { hypot($0 - x, $1 - y) - radius })
  }

  /// Hills, filled down to the picture's bottom. The ridges lie between `top` and `rise` units above `top`.
  ///
  /// `wave` is the width of a hill in units. Towards `foot` the hills fade into `haze`.
  func hills(
    top: Double, rise: Double, wave: Double, _ ink: Ink, haze: Ink, foot: Double = 100, seed: UInt32
  ) {
    let noise = Noise(seed: seed)
    let ridges = (0..<width).map { column in
      top - rise * noise.layered((Double(column) + 0.5) / unit / wave, 0)
    }
    draw(
      Box(0, top - rise, across, 100),
      ink: { x, y in
        let grain = Float(noise.layered(x * 0.9, y * 1.7) - 0.5)
        return mix(ink, haze, (y - top + rise) / (foot - top + rise)) * (1 + 0.35 * grain)
      },
      distance: { x, y in ridges[min(max(Int(x * unit), 0), width - 1)] - y })
  }

  /// A rectangle of one ink.
  func rectangle(_ box: Box, _ ink: Ink) {
    draw(box, ink: { _, _ in ink }, distance: { Self.outside(box, $0, $1) })
  }

  /// A rectangle that gets darker from left to right, as a lit wall or tower does.
  func wall(_ box: Box, _ lit: Ink, _ dark: Ink) {
    draw(
      box, ink: { x, _ in mix(lit, dark, (x - box.left) / (box.right - box.left)) },
      distance: { Self.outside(box, $0, $1) })
  }

  /// Water from `top` down to the picture's bottom, with waves that grow towards the viewer. The ink blends
  /// from `far` at the top into `near` at the bottom. The crests of the waves blend into `sparkle`.
  func water(top: Double, _ far: Ink, _ near: Ink, sparkle: Ink, seed: UInt32) {
    let noise = Noise(seed: seed)
    fill(
      Box(0, top, across, 100),
      ink: { x, y in
        let depth = (y - top) / (100 - top)
        let wave = noise.layered(x / (2 + 14 * depth), (y - top) / (0.4 + 3 * depth))
        let base = mix(far, near, depth)
        return mix(base * Float(0.85 + 0.3 * wave), sparkle, (wave - 0.72) * 4)
      },
      cover: { _, y in (y - top) * unit + 0.5 })
  }

  /// A convex polygon; `corners` lists its corners clockwise.
  func polygon(_ corners: [(x: Double, y: Double)], _ ink: Ink) {
    guard let first = corners.first else { return }
    var box = Box(first.x, first.y, first.x, first.y)
    for corner in corners {
      box = Box(
        min(box.left, corner.x), min(box.top, corner.y), max(box.right, corner.x), max(box.bottom, corner.y))
    }
    let edges = zip(corners, corners.dropFirst() + [first]).map { Edge(from: $0, to: $1) }
    draw(box, ink: { _, _ in ink }) { x, y in edges.map { $0.distance(x, y) }.max() ?? 0 }
  }

  /// The line through a side of a polygon.
  private struct Edge {
    private let start: (x: Double, y: Double)
    /// A vector of length 1 that points to the left for somebody who walks from one corner to the next.
    private let normal: (x: Double, y: Double)

    init(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) {
      self.start = start
      let length = hypot(end.x - start.x, end.y - start.y)
      normal = ((end.y - start.y) / length, (start.x - end.x) / length)
    }

    /// The distance of a point from the line, positive on the left.
    func distance(_ x: Double, _ y: Double) -> Double {
      (x - start.x) * normal.x + (y - start.y) * normal.y
    }
  }

  private static func outside(_ box: Box, _ x: Double, _ y: Double) -> Double {
    max(box.left - x, x - box.right, box.top - y, y - box.bottom)
  }
}
