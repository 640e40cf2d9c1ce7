import ImageModel

extension GreyPicture {
  /// The place where `window` shows the most detail; of equal places the one nearest to the middle, then the first from
  /// the top and the left. This picture shows a picture of the size `stored` small, and turned by `orientation`.
  ///
  /// The window takes whole pixels of this picture. All arithmetic is in integers.
  package func place(
    of window: DetailWindow, stored: PixelSize, _ orientation: ExifOrientation
  ) -> DetailPlace {
    let shown = orientation.turned(stored)
    let part = orientation.display(RealRect(window.part), stored: stored)
    let extent = orientation.turned(window.size)
    let across = Slide(
      of: extent.width, from: Int(part.x), to: Int(part.right), of: shown.width, small: size.width)
    let down = Slide(
      of: extent.height, from: Int(part.y), to: Int(part.bottom), of: shown.height, small: size.height)
    let (column, row) = best(window.focus, across, down)
    let units = PixelSize(width: DetailPlace.units, height: DetailPlace.units)
    let place = orientation.stored(
      RealPoint<Display>(across.share(column), down.share(row)), stored: units)
    return DetailPlace(x: UInt16(place.x), y: UInt16(place.y))
  }

  /// The numbers of the best places across and down.
  private func best(_ focus: DetailFocus, _ across: Slide, _ down: Slide) -> (column: Int, row: Int) {
    var tally = DetailTally(focus, self)
    // The window slides along the axis with more places. Only its two edges then change the tally.
    let isAcross = across.places >= down.places
    let (along, other) = isAcross ? (across, down) : (down, across)
    let (step, jump) = isAcross ? (1, size.width) : (size.width, 1)
    var best: (value: Int, distance: Int, column: Int, row: Int)?
    for place in 0..<other.places {
      tally.clear()
      let lines = other.start + place..<other.start + place + other.length
      func change(_ number: Int, by count: Int) {
        for line in lines { tally.change(line * jump + number * step, by: count) }
      }
      for number in along.start..<along.start + along.length { change(number, by: 1) }
      for moved in 0..<along.places {
        if moved > 0 {
          change(along.start + moved - 1, by: -1)
          change(along.start + moved + along.length - 1, by: 1)
        }
        let (column, row) = isAcross ? (moved, place) : (place, moved)
        let distance = across.distance(column) + down.distance(row)
        if let best,
          (best.value, -best.distance, -best.row, -best.column)
            >= (tally.value, -distance, -row, -column)
        {
          continue
        }
        best = (tally.value, distance, column, row)
      }
    }
    return best.map { ($0.column, $0.row) } ?? (0, 0)
  }
}

/// The places of a window on one axis of a small picture, in whole pixels.
private struct Slide {
  /// The first pixel of the part in which the window slides.
  let start: Int
  /// The window's extent, at least one pixel.
  let length: Int
  /// The number of places, at least one.
  let places: Int

  /// The places of a window of `extent` pixels between `first` and `end`, on an axis of `full` pixels that the picture
  /// shows in `small` pixels. Edges go to the nearest pixel.
  init(of extent: Int, from first: Int, to end: Int, of full: Int, small: Int) {
    let scaled = { (2 * $0 * small + full) / (2 * full) }
    start = min(max(scaled(max(first, 0)), 0), small - 1)
    let stop = min(max(scaled(max(end, 0)), start + 1), small)
    length = min(max(scaled(extent), 1), stop - start)
    places = stop - start - length + 1
  }

  /// Twice the distance of a place from the middle.
  func distance(_ place: Int) -> Int { abs(2 * place - (places - 1)) }

  /// The share of the free space before a place, in units of 1 / ``DetailPlace/units``, rounded. Free space of less than
  /// a pixel lies in equal parts on both sides.
  func share(_ place: Int) -> Double {
    let last = places - 1
    return last == 0
      ? Double(DetailPlace.units) / 2 : Double((2 * DetailPlace.units * place + last) / (2 * last))
  }
}

/// The detail of the pixels in a window.
private struct DetailTally {
  /// The value of the window; greater for more detail.
  private(set) var value = 0
  /// For each pixel, its grey level for entropy, and its slope for edges.
  private let pixels: [Int]
  /// The pixels of each level, for entropy alone.
  private var counts: [Int]?

  init(_ focus: DetailFocus, _ picture: GreyPicture) {
    switch focus {
    case .entropy: (pixels, counts) = (picture.samples.map { Int($0) }, [Int](repeating: 0, count: 256))
    case .edges: pixels = picture.slopes
    }
  }

  mutating func clear() {
    value = 0
    counts = counts.map { [Int](repeating: 0, count: $0.count) }
  }

  /// Adds a pixel with a `step` of 1, and removes it with -1.
  ///
  /// With N pixels, the entropy is log N - (sum of n log n) / N. All windows have the same N, so the negative sum orders
  /// them.
  mutating func change(_ pixel: Int, by step: Int) {
    let number = pixels[pixel]
    guard let count = counts?[number] else { return value += step * number }
    value += GreyPicture.entropyTerms[count] - GreyPicture.entropyTerms[count + step]
    counts?[number] = count + step
  }
}

extension GreyPicture {
  /// n log2 n for counts n of pixels, in units of 2^-16, rounded.
  fileprivate static let entropyTerms = (0...side * side).map { count in
    count < 2 ? 0 : Int((Double(count) * binaryLogarithm(of: count) * 65536).rounded())
  }

  /// For each pixel, the sum of its differences from the right and from the lower neighbour; a neighbour beyond the
  /// picture doesn't count.
  fileprivate var slopes: [Int] {
    samples.indices.map { place in
      let level = Int(samples[place])
      let right = (place + 1) % size.width == 0 ? level : Int(samples[place + 1])
      let below = place + size.width < samples.count ? Int(samples[place + size.width]) : level
      return abs(right - level) + abs(below - level)
    }
  }
}
