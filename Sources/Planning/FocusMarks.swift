import ImageModel

/// The marks on a picture in which crops may be centred.
struct FocusMarks {
  /// The boxes of the picture.
  let boxes: [RealRect<Stored>]
  /// The focus that a list gives for the picture.
  let listed: Anchor?
  /// Finds the place where a window shows the most detail; nil if it is unknown.
  let place: (DetailWindow) -> DetailPlace?

  /// The boxes in which a crop or a cut at this anchor is centred. `window` is the cut in the middle of `part`, as
  /// `orientation` shows the picture of the size `stored`.
  func boxes(
    for anchor: Anchor?, _ window: PixelRect<Display>?, in part: PixelRect<Display>, stored: PixelSize,
    _ orientation: ExifOrientation
  ) -> [RealRect<Stored>] {
    guard case .detail(let focus) = anchor else { return boxes }
    // A padded crop shows more than the picture.
    let seen = part.intersection(PixelRect(orientation.turned(stored)))
    guard let window, window.size != part.size, !seen.isEmpty else { return [] }
    let detail = DetailWindow(
      focus, in: orientation.stored(seen, stored: stored), size: orientation.turned(window.size))
    return place(detail).map { [detail.box(at: $0)] } ?? []
  }
}
