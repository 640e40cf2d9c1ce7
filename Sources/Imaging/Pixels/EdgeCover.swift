/// How much of the last column or row of a scaled decode the picture covers.
///
/// Decoders repeat the picture's edge into what is missing of the last blocks. Where a crop reaches beyond the picture,
/// that part of a sample is background.
struct EdgeCover {
  /// 1...96, which pictures of all scales and sampling factors divide; 96 for all of it.
  private let covered: Int

  private static let parts = 96

  /// For a picture that ends at `edge`, of which `end` is the last that is looked at, both in samples.
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
