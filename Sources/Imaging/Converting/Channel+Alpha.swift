import ImageModel

/// Combines colours with an alpha of the same depth and size.
extension Channel {
  /// Divides premultiplied colours by alpha; fully transparent pixels become 0.
  func divide(by alpha: Channel) {
    guard case (.sixteen(let plane), .sixteen(let alpha)) = (self, alpha) else { return }
    plane.forEachSample(with: alpha) { sample, alpha in
      if alpha == 65535 { return sample }
      if sample >= alpha { return alpha == 0 ? 0 : 65535 }
      return UInt16(truncatingIfNeeded: (UInt32(sample) &* 65535 &+ UInt32(alpha) / 2) / UInt32(alpha))
    }
  }

  /// Composes colours over `background`, a sample of 8 bits.
  func compose(_ alpha: Channel, over background: UInt8) {
    switch (self, alpha) {
    case (.sixteen(let plane), .sixteen(let alpha)):
      let background = UInt16(background) * 257
      plane.forEachSample(with: alpha) { sample, alpha in
        let (sum, overflow) = sample.scaled(by: alpha)
          .addingReportingOverflow(background.scaled(by: 65535 &- alpha))
        return overflow ? 65535 : sum
      }
    case (.eight(let plane), .eight(let alpha)):
      let background = UInt32(background)
      plane.forEachSample(with: alpha) { sample, alpha in
        let sum = UInt32(sample) &* UInt32(alpha) &+ background &* UInt32(255 &- alpha) &+ 128
        return UInt8(truncatingIfNeeded: (sum &+ sum >> 8) >> 8)
      }
    default: return
    }
  }
}

extension ContentPlane {
  /// Replaces each sample by the result of `body`. `body` gets the sample, and the sample of `other` at the
  /// same place.
  @inline(__always)
  func forEachSample(with other: ContentPlane, _ body: (Sample, Sample) -> Sample) {
    for y in 0..<content.height {
      let row = plane.row(content.y + y)
      let others = other.plane.row(other.content.y + y)
      for x in 0..<content.width {
        row[content.x + x] = body(row[content.x + x], others[other.content.x + x])
      }
    }
  }
}
