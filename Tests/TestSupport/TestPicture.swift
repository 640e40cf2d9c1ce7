import Glibc

/// A picture of 8-bit samples: rows without gaps, channels interleaved.
package struct TestPicture: Hashable, Sendable {
  package var width: Int
  package var height: Int
  package var channels: Int
  package var samples: [UInt8]

  /// A picture of given samples.
  package init(width: Int, height: Int, channels: Int, samples: [UInt8]) {
    precondition(samples.count == width * height * channels)
    self.width = width
    self.height = height
    self.channels = channels
    self.samples = samples
  }

  /// A picture whose samples a function of column, row and channel gives.
  package init(width: Int, height: Int, channels: Int, _ sample: (Int, Int, Int) -> UInt8) {
    var samples: [UInt8] = []
    samples.reserveCapacity(width * height * channels)
    for y in 0..<height {
      for x in 0..<width { for channel in 0..<channels { samples.append(sample(x, y, channel)) } }
    }
    self.init(width: width, height: height, channels: channels, samples: samples)
  }

  /// One sample.
  package subscript(x: Int, y: Int, channel: Int) -> UInt8 {
    get { samples[(y * width + x) * channels + channel] }
    set { samples[(y * width + x) * channels + channel] = newValue }
  }
}

extension TestPicture {
  /// Slow waves that differ in each channel and look the same neither turned nor mirrored.
  package static func smooth(width: Int, height: Int, channels: Int = 3) -> TestPicture {
    let turn = 2 * Double.pi
    return TestPicture(width: width, height: height, channels: channels) { x, y, channel in
      let (u, v) = ((Double(x) + 0.5) / Double(width), (Double(y) + 0.5) / Double(height))
      let phase = Double(channel) * 1.1
      let wave = cos(turn * (0.8 * u + 0.3 * v) + phase) + 0.7 * sin(turn * (0.9 * v - 0.2 * u) + 2 * phase)
      return UInt8(128 + 45 * wave + 30 * u - 20 * v)
    }
  }

  /// Slow waves with every sample off by up to 60 levels at random.
  package static func noisy(width: Int, height: Int, channels: Int = 3, seed: UInt64 = 1) -> TestPicture {
    var random = SplitMix64(seed: seed)
    var picture = smooth(width: width, height: height, channels: channels)
    for index in picture.samples.indices {
      let noise = Int.random(in: -60...60, using: &random)
      picture.samples[index] = UInt8(min(max(Int(picture.samples[index]) + noise, 0), 255))
    }
    return picture
  }

  /// One sample a channel, everywhere.
  package static func plain(width: Int, height: Int, _ sample: [UInt8]) -> TestPicture {
    TestPicture(width: width, height: height, channels: sample.count) { sample[$2] }
  }
}

extension TestPicture {
  /// The part from (`x`, `y`) on, which must lie inside.
  package func cropped(x: Int, y: Int, width: Int, height: Int) -> TestPicture {
    var part: [UInt8] = []
    part.reserveCapacity(width * height * channels)
    for row in y..<y + height {
      let start = (row * self.width + x) * channels
      part += samples[start..<start + width * channels]
    }
    return TestPicture(width: width, height: height, channels: channels, samples: part)
  }

  /// This picture on a canvas of one colour, its corner at (`x`, `y`); what lies outside the canvas is lost.
  package func placed(x: Int, y: Int, onWidth: Int, height: Int, background: [UInt8]) -> TestPicture {
    TestPicture(width: onWidth, height: height, channels: channels) { column, row, channel in
      let (own, down) = (column - x, row - y)
      let isInside = (0..<width).contains(own) && (0..<self.height).contains(down)
      return isInside ? self[own, down, channel] : background[channel]
    }
  }

  /// The peak signal to noise ratio of one channel in decibels; infinite where both are equal, and minus infinite
  /// where their sizes differ.
  package func psnr(_ other: TestPicture, channel: Int) -> Double {
    guard (width, height, channels) == (other.width, other.height, other.channels) else { return -.infinity }
    var sum = 0
    samples.withUnsafeBufferPointer { mine in
      other.samples.withUnsafeBufferPointer { others in
        var index = channel
        while index < mine.count {
          let difference = Int(mine[index]) - Int(others[index])
          sum += difference * difference
          index += channels
        }
      }
    }
    return 10 * log10(255 * 255 * Double(width * height) / Double(sum))
  }

  /// The largest difference of two samples in the same place; `Int.max` where the sizes differ.
  package func largestDifference(_ other: TestPicture) -> Int {
    guard (width, height, channels) == (other.width, other.height, other.channels) else { return .max }
    return zip(samples, other.samples).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }

  /// The least of all channels' ``psnr(_:channel:)``.
  package func psnr(_ other: TestPicture) -> Double {
    (0..<channels).map { psnr(other, channel: $0) }.min() ?? -.infinity
  }
}
