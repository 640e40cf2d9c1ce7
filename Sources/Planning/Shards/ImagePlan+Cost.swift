import ImageModel

extension ImagePlan {
  /// The nanoseconds that one processor likely needs for the outputs. The number serves only to compare
  /// images.
  ///
  /// Entropy decoding reads the file down to the region's last row; other costs depend on the number of
  /// samples.
  package var cost: Int {
    var cost = Cost.image + (hash == .none ? 0 : Cost.hashed * (bytes ?? 0))
    for decode in decodes {
      let rows = storedSize?.height ?? decode.region.bottom
      let share = Double(min(decode.region.bottom, rows)) / Double(max(1, rows))
      cost += Int(share * Double(Cost.byte * (decode.thumbnail?.bytes ?? bytes ?? 0)))
      cost += Cost.sample * decode.samples.size.area
    }
    for (index, output) in outputs.enumerated() where failure(ofOutput: index) == nil {
      cost += Cost.output + Cost.pixel * (output.size?.area ?? 0)
    }
    return cost
  }
}

/// Nanoseconds, rounded from measurements of photos on one processor.
private enum Cost {
  /// For each image: to open it, to hand it over and to note the outcome.
  static let image = 300_000
  /// For each output: to create its file and to rename it.
  static let output = 150_000
  /// For each hashed byte.
  static let hashed = 1
  /// For each decoded byte.
  static let byte = 9
  /// For each decoded sample, with its share of the resample.
  static let sample = 3
  /// For each encoded pixel.
  static let pixel = 15
}
