import ImageModel

extension ImagePlan {
  /// What making the outputs is likely to take, in nanoseconds of a processor: for comparing images, and no promise.
  ///
  /// The entropy decoding runs over the file down to the region's last row; what else there is goes by samples.
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
  /// An image's open, hand-over and notes.
  static let image = 300_000
  /// An output's file and rename.
  static let output = 150_000
  /// A byte that is hashed.
  static let hashed = 1
  /// A byte that is decoded.
  static let byte = 9
  /// A decoded sample, with its share of the resampling.
  static let sample = 3
  /// A pixel that is encoded.
  static let pixel = 15
}
