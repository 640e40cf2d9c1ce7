/// Things that are made of shapes.
extension Canvas {
  /// A spruce with its foot at a point.
  func spruce(_ x: Double, _ y: Double, height: Double, _ ink: Ink) {
    rectangle(Box(x - height * 0.03, y - height * 0.2, x + height * 0.03, y), ink * 0.6)
    for tier in 0..<4 {
      let top = y - height * (1 - 0.17 * Double(tier))
      let half = height * (0.11 + 0.06 * Double(tier))
      polygon([(x, top), (x + half, top + height * 0.33), (x - half, top + height * 0.33)], ink)
      polygon([(x, top), (x + half, top + height * 0.33), (x, top + height * 0.33)], ink * 0.82)
    }
  }

  /// A leafy tree with its foot at a point.
  func tree(_ x: Double, _ y: Double, height: Double, _ ink: Ink) {
    rectangle(Box(x - height * 0.04, y - height * 0.5, x + height * 0.04, y), Ink(88, 66, 50))
    for (dx, dy, size, light) in [
      (0.02, 0.62, 0.27, 0.75), (-0.15, 0.66, 0.2, 0.85), (0.15, 0.74, 0.19, 0.8), (-0.03, 0.8, 0.2, 1.0),
      (-0.1, 0.74, 0.12, 1.12),
    ] {
      disc(x + dx * height, y - dy * height, radius: size * height, ink * Float(light))
    }
  }

  /// A house with a gable, a door, and rows of windows; `lit` is the ink of the windows.
  func house(_ box: Box, roof: Double, wall ink: Ink, tiles: Ink, lit: Ink) {
    let (width, height) = (box.right - box.left, box.bottom - box.top)
    wall(box, ink, ink * 0.8)
    polygon(
      [
        ((box.left + box.right) / 2, box.top - roof), (box.right + width * 0.07, box.top),
        (box.left - width * 0.07, box.top),
      ], tiles)
    let columns = max(2, Int(width / 7))
    let floors = max(1, Int(height / 9))
    let (stepX, stepY) = (width / Double(columns), height / Double(floors))
    for floor in 0..<floors {
      for column in 0..<columns {
        let x = box.left + (Double(column) + 0.5) * stepX
        let y = box.top + (Double(floor) + 0.48) * stepY
        let isDoor = floor == floors - 1 && column == columns / 2
        let window =
          isDoor ? Box(x - 1.5, y - 1.5, x + 1.5, box.bottom) : Box(x - 1.4, y - 2.2, x + 1.4, y + 2)
        rectangle(window.grown(by: 0.35), isDoor ? Ink(70, 44, 34) : Ink(244, 240, 230))
        rectangle(window, isDoor ? Ink(120, 72, 44) : lit)
        if !isDoor { rectangle(Box(x - 0.15, window.top, x + 0.15, window.bottom), Ink(244, 240, 230)) }
      }
    }
  }

  /// Draws words in capital letters and digits. Their upper left corner is at the point (`x`, `y`).
  func words(_ text: String, _ x: Double, _ y: Double, letterHeight: Double, _ ink: Ink) {
    let dot = letterHeight / 7
    for (place, letter) in text.enumerated() {
      for (row, line) in (BlockLetters.rows[letter] ?? []).enumerated() {
        for (column, mark) in line.enumerated() where mark == "#" {
          let left = x + (Double(place) * 6 + Double(column)) * dot
          let top = y + Double(row) * dot
          // A little larger, so that no seam shows between dots.
          rectangle(Box(left, top, left + dot, top + dot).grown(by: 0.3 / unit), ink)
        }
      }
    }
  }

  /// An arrow that points up, its tip at a point.
  func arrow(_ x: Double, _ y: Double, height: Double, _ ink: Ink) {
    let half = height * 0.3
    polygon([(x, y), (x + half, y + height * 0.45), (x - half, y + height * 0.45)], ink)
    rectangle(Box(x - half * 0.4, y + height * 0.44, x + half * 0.4, y + height), ink)
  }
}

/// The letters and digits of the signs, five by seven dots each.
enum BlockLetters {
  static let rows: [Character: [String]] = [
    "U": ["#...#", "#...#", "#...#", "#...#", "#...#", "#...#", ".###."],
    "P": ["####.", "#...#", "#...#", "####.", "#....", "#....", "#...."],
    "1": ["..#..", ".##..", "..#..", "..#..", "..#..", "..#..", ".###."],
    "2": [".###.", "#...#", "....#", "...#.", "..#..", ".#...", "#####"],
    "3": [".###.", "#...#", "....#", "..##.", "....#", "#...#", ".###."],
    "4": ["...#.", "..##.", ".#.#.", "#..#.", "#####", "...#.", "...#."],
    "5": ["#####", "#....", "####.", "....#", "....#", "#...#", ".###."],
    "6": [".###.", "#....", "#....", "####.", "#...#", "#...#", ".###."],
    "7": ["#####", "....#", "...#.", "..#..", "..#..", "..#..", "..#.."],
    "8": [".###.", "#...#", "#...#", ".###.", "#...#", "#...#", ".###."],
  ]
}
