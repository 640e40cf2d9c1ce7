import Glibc
import TestSupport

/// A picture of 16-bit samples: rows without gaps, channels interleaved.
struct DeepPicture: Hashable, Sendable {
  let width: Int
  let height: Int
  let channels: Int
  private var samples: [UInt16]

  /// A picture whose samples a function of column, row and channel gives.
  init(_ width: Int, _ height: Int, _ channels: Int, _ sample: (Int, Int, Int) -> UInt16) {
    (self.width, self.height, self.channels) = (width, height, channels)
    samples = []
    for y in 0..<height {
      for x in 0..<width { for channel in 0..<channels { samples.append(sample(x, y, channel)) } }
    }
  }

  init(_ picture: TestPicture) {
    self.init(picture.width, picture.height, picture.channels) { UInt16(picture[$0, $1, $2]) * 257 }
  }

  /// Slow waves, of more than 8 bits.
  static func smooth(_ width: Int, _ height: Int, _ channels: Int) -> DeepPicture {
    DeepPicture(width, height, channels) { x, y, channel in
      let wave = sin(Double(x) / 21 + Double(channel)) + cos(Double(y) / 17 - Double(channel))
      return UInt16(32768 + 13000 * wave)
    }
  }

  subscript(x: Int, y: Int, channel: Int) -> UInt16 {
    get { samples[(y * width + x) * channels + channel] }
    set { samples[(y * width + x) * channels + channel] = newValue }
  }

  func largestDifference(_ other: DeepPicture) -> Int {
    zip(samples, other.samples).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }

  /// The least peak signal to noise ratio of a channel, in decibels.
  func psnr(_ other: DeepPicture) -> Double {
    (0..<channels).map { channel in
      var sum = 0.0
      for place in stride(from: channel, to: samples.count, by: channels) {
        let difference = Double(samples[place]) - Double(other.samples[place])
        sum += difference * difference
      }
      return 10 * log10(65535 * 65535 * Double(width * height) / sum)
    }.min() ?? -.infinity
  }
}
