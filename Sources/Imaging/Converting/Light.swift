import Glibc
import ImageModel

/// Linear light in 16 bits, by the curve of IEC 61966-2-1. Other profiles' curves are close to it.
enum Light {
  /// A table from sample to light.
  static let decoded = table { value in
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// A table from light to sample.
  static let encoded = table { light in
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  private static func table(_ curve: (Double) -> Double) -> [UInt16] {
    (0...65535).map { UInt16((curve(Double($0) / 65535) * 65535).rounded()) }
  }
}

extension Channel {
  /// Converts the channel's linear light back to samples.
  func encodeLight() {
    guard case .sixteen(let plane) = self else { return }
    Light.encoded.withUnsafeBufferPointer { table in
      plane.forEachSample(with: plane) { light, _ in table[Int(light)] }
    }
  }
}
