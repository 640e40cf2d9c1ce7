/// The share of a scaled decode's last column or row that the picture covers.
///
/// Decoders fill incomplete blocks by repeating the picture's edge. If a crop reaches beyond the picture, the
/// share of a sample that the picture doesn't cover is background.
struct EdgeCover {
  /// The covered share in units of 1/96; 96 is the whole sample. JPEG's scales and sampling factors give a
  /// whole number of these units.
  private let covered: Int

  private static let parts = 96

  /// The cover for a picture that ends at `edge`. The resample uses samples up to `end`. Both places are in
  /// samples.
  init(_ edge: Double, seenTo end: Double) {
    let part = Int(((edge - edge.rounded(.down)) * Double(Self.parts)).rounded())
    covered = part == 0 || end <= edge ? Self.parts : part
  }

  /// Mixes `background` into samples that the picture covers in part.
  func blend<Sample: FixedWidthInteger & UnsignedInteger>(
    _ samples: Slice<UnsafeMutableBufferPointer<Sample>>, _ background: Sample
  ) {
    if covered == Self.parts { return }
    for place in samples.indices {
      let sum = Int(samples[place]) * covered + Int(background) * (Self.parts - covered)
      samples.base[place] = Sample((sum + Self.parts / 2) / Self.parts)
    }
  }
}
