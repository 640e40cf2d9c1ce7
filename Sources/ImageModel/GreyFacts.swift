/// Facts about the grey levels of a small picture of a source. Equal pictures have equal facts on all machines.
package struct GreyFacts: Hashable, Sendable, Codable {
  /// The variance of the picture's Laplacian, rounded to hundredths. A blurred picture has a small one.
  package var sharpness: Double
  /// Shannon's entropy of the histogram of 256 grey levels, 0...8 bits, rounded to ten-thousandths.
  package var entropy: Double
  /// The mean of the grey levels, 0...255, rounded to hundredths.
  package var mean: Double
  /// The standard deviation of the grey levels, 0...127.5, rounded to hundredths.
  package var deviation: Double
  package var phash: PictureHash
  package var dhash: PictureHash

  package init(
    sharpness: Double, entropy: Double, mean: Double, deviation: Double, phash: PictureHash,
    dhash: PictureHash
  ) {
    (self.sharpness, self.entropy, self.mean, self.deviation) = (sharpness, entropy, mean, deviation)
    (self.phash, self.dhash) = (phash, dhash)
  }
}

/// A hash of 64 bits that is much the same for pictures that look alike. The first bit is the highest one.
package struct PictureHash: Hashable, Sendable, TextCodable {
  package let bits: UInt64

  package init(_ bits: UInt64) { self.bits = bits }

  /// The hash whose bits are true in this order; bits beyond the 64th don't count.
  package init(_ bits: [Bool]) {
    self.bits = bits.prefix(64).reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
  }

  /// The hash as 16 hexadecimal digits.
  package var description: String {
    let digits = String(bits, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The hash that 16 lowercase hexadecimal digits give; nil for any other text.
  package init?(_ description: String) {
    guard let bits = UInt64(description, radix: 16) else { return nil }
    self.bits = bits
    if self.description != description { return nil }
  }

  /// The number of bits that differ, 0...64.
  package func distance(to other: PictureHash) -> Int { (bits ^ other.bits).nonzeroBitCount }
}
