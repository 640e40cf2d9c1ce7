import ImageModel

/// Converts cyan, magenta, yellow and black to RGB without a profile. The value 0 means no ink.
enum Ink {
  /// Replaces the first four planes by red, green and blue. Ink absorbs light in proportion: red is (1 -
  /// C)(1 - K), and so on.
  static func convertToRGB(_ content: inout [Channel]) {
    guard content.count >= 4 else { return }
    let black = content.remove(at: 3)
    for plane in content.prefix(3) { plane.showLight(under: black) }
  }
}

extension Channel {
  fileprivate func showLight(under black: Channel) {
    switch (self, black) {
    case (.eight(let plane), .eight(let black)):
      plane.forEachSample(with: black) { ink, black in
        let product = UInt32(255 &- ink) &* UInt32(255 &- black) &+ 128
        return UInt8(truncatingIfNeeded: (product &+ product >> 8) >> 8)
      }
    case (.sixteen(let plane), .sixteen(let black)):
      plane.forEachSample(with: black) { ink, black in (65535 &- ink).scaled(by: 65535 &- black) }
    default: return
    }
  }
}
