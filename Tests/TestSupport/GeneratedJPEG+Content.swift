extension GeneratedJPEG {
  /// What a picture shows.
  package enum Content: CaseIterable, Sendable {
    case smooth
    /// Noise of every size, the stronger the larger.
    case photographic
    /// Samples that nothing binds, 0...255.
    case noise
    case flat
    /// 0 and 255 in turn, pixel by pixel.
    case checker
    /// 0 and 255 in bars.
    case bars

    func picture(width: Int, height: Int, channels: Int, _ random: inout SplitMix64) -> TestPicture {
      let seed = random.next()
      switch self {
      case .smooth: return .smooth(width: width, height: height, channels: channels)
      case .photographic:
        return Self.photographic(width: width, height: height, channels: channels, seed)
      case .noise:
        var own = SplitMix64(seed: seed)
        return TestPicture(width: width, height: height, channels: channels) { _, _, _ in
          UInt8.random(in: 0...255, using: &own)
        }
      case .flat:
        return .plain(width: width, height: height, (0..<channels).map { UInt8(seed >> (8 * $0) & 255) })
      case .checker:
        return TestPicture(width: width, height: height, channels: channels) { x, y, channel in
          (x + y + Int(seed >> channel & 1)).isMultiple(of: 2) ? 0 : 255
        }
      case .bars:
        let (period, isAcross) = (Int(seed % 11) + 1, seed >> 32 & 1 == 0)
        return TestPicture(width: width, height: height, channels: channels) { x, y, channel in
          ((isAcross ? x : y) / (period + channel)).isMultiple(of: 2) ? 0 : 255
        }
      }
    }

    /// Squares of 1 to 32 pixels a side, each off by up to 1.5 levels for each pixel of its side.
    private static func photographic(width: Int, height: Int, channels: Int, _ seed: UInt64) -> TestPicture {
      TestPicture(width: width, height: height, channels: channels) { x, y, channel in
        let level = (0...5).reduce(128.0) { level, scale in
          let place = UInt64(x >> scale) | UInt64(y >> scale) << 16 | UInt64(channel * 6 + scale) << 32
          var own = SplitMix64(seed: seed ^ place)
          return level + 1.5 * Double(1 << scale) * Double.random(in: -1...1, using: &own)
        }
        return UInt8(min(max(level, 0), 255))
      }
    }
  }
}
