/// The sample of a mask's picture that each sample of another picture takes. Samples are never mixed.
package struct MaskMap: Hashable, Sendable {
  /// The axis across the mask's picture, and the axis down it.
  let across, down: MaskAxis
  /// True if the places across the mask's picture go down the other picture.
  package let transposes: Bool
  /// The size of the other picture in samples.
  package let size: PixelSize

  /// The map to a picture of size `size`. Its part `content` shows the part `cut` of the mask's picture, turned by
  /// `turn`. `cut` may reach beyond the mask's picture.
  package init<S, T>(_ cut: PixelRect<S>, to content: PixelRect<T>, of size: PixelSize, turn: ExifOrientation)
  {
    let horizontal = (from: content.x, to: content.right, isReversed: turn.flipsHorizontally)
    let vertical = (from: content.y, to: content.bottom, isReversed: turn.flipsVertically)
    let (x, y) = turn.transposes ? (vertical, horizontal) : (horizontal, vertical)
    across = MaskAxis(from: cut.x, to: cut.right, shown: x.from, x.to, isReversed: x.isReversed)
    down = MaskAxis(from: cut.y, to: cut.bottom, shown: y.from, y.to, isReversed: y.isReversed)
    (transposes, self.size) = (turn.transposes, size)
  }

  /// For each column of the other picture, the column that it takes of a mask's picture of size `mask`; its row if
  /// ``transposes``. -1 for a column that takes none.
  package func columns(of mask: PixelSize) -> [Int32] {
    transposes
      ? down.samples(size.width, of: mask.height) : across.samples(size.width, of: mask.width)
  }

  /// The same for each row of the other picture: a row, or a column if ``transposes``.
  package func rows(of mask: PixelSize) -> [Int32] {
    transposes
      ? across.samples(size.height, of: mask.width) : down.samples(size.height, of: mask.height)
  }

  /// The map from a picture of size `stored` to the one that `turn` makes of it.
  init(turning stored: PixelSize, by turn: ExifOrientation) {
    let shown = turn.turned(stored)
    self.init(PixelRect<Stored>(stored), to: PixelRect<Display>(shown), of: shown, turn: turn)
  }
}

/// An axis of a ``MaskMap``. Sample `k` of the picture's `n` samples takes sample `floor((k + 1/2) * m / n)` of the
/// mask's `m` samples. Numbers begin at 0. On a reversed axis, the mask's numbers begin at its end.
struct MaskAxis: Hashable {
  /// The first of the mask's samples, and their number.
  private let first, count: Int
  /// The first sample that shows them, and their number.
  private let start, shown: Int
  let isReversed: Bool

  init(from first: Int, to end: Int, shown start: Int, _ shownEnd: Int, isReversed: Bool) {
    (self.first, count) = (first, max(1, end - first))
    (self.start, shown) = (start, max(0, shownEnd - start))
    self.isReversed = isReversed
  }

  /// The samples that take one of the mask's `samples`.
  func places(showing samples: Range<Int32>) -> Range<Int32> {
    let (from, to) = (Int(samples.lowerBound) - first, Int(samples.upperBound) - first)
    let (low, high) = isReversed ? (count - to, count - from) : (from, to)
    let (begin, end) = (start + firstPlace(at: low), start + firstPlace(at: high))
    return Int32(clamping: begin)..<Int32(clamping: max(begin, end))
  }

  /// For each of the first `places` samples, the mask's sample that it takes; -1 if there is none among the first `most`.
  func samples(_ places: Int, of most: Int) -> [Int32] {
    (0..<places).map { place in
      guard 0..<shown ~= place - start else { return -1 }
      let taken = (2 * (place - start) + 1) * count / (2 * shown)
      let sample = first + (isReversed ? count - 1 - taken : taken)
      return 0..<most ~= sample ? Int32(clamping: sample) : -1
    }
  }

  /// The number of samples that take one before `sample`.
  private func firstPlace(at sample: Int) -> Int {
    (2 * shown * min(max(sample, 0), count) + count - 1) / (2 * count)
  }
}
