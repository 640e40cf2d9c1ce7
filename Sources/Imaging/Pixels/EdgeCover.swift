/// How much of the last column or row of a scaled decode the picture covers.
///
/// libjpeg repeats the picture's edge into what is missing of the last blocks. Where a crop reaches beyond the picture,
/// that part of a sample is background.
struct EdgeCover {
  /// 1...8; 8 for all of it.
  private let eighths: Int

  /// For a picture that ends at `edge`, of which `end` is the last that is looked at, both in samples.
  init(_ edge: Double, seenTo end: Double) {
    let part = Int((edge - edge.rounded(.down)) * 8)
    eighths = part == 0 || end <= edge ? 8 : part
  }

  /// Mixes `background` into samples that the picture covers in part.
  func blend<Sample: FixedWidthInteger & UnsignedInteger>(
    _ samples: Slice<UnsafeMutableBufferPointer<Sample>>, _ background: Sample
  ) {
    if eighths == 8 { return }
    for place in samples.indices {
      let sum = Int(samples[place]) * eighths + Int(background) * (8 - eighths)
      samples.base[place] = Sample((sum + 4) / 8)
    }
  }
}
