/// Sizes for training, among which each picture gets the one of the nearest aspect.
package struct Buckets: Hashable, Sendable {
  /// How the nearest aspect is found. Each rule is that of a trainer.
  package enum Rule: String, CaseIterable, Sendable {
    /// The least difference of width / height; of equal ones the first bucket. A picture that has a bucket's size gets
    /// this bucket. The same as `BucketManager.select_bucket` of kohya's sd-scripts without `no_upscale`.
    case kohya
    /// The least difference of the products height x bucket's width and width x bucket's height; of equal ones the last
    /// bucket. The same as `find_nearest_bucket` of diffusers, which its training examples use.
    case diffusers
  }

  /// The treatment of the pictures of a bucket beyond whole batches.
  package enum Tail: String, CaseIterable, Sendable {
    /// They stay, and the last batch is smaller.
    case keep
    /// They are left out.
    case drop
  }

  /// The buckets' sizes, as shown; at least one.
  package let sizes: [PixelSize]
  package var rule: Rule
  /// The part of a picture that stays if the picture doesn't have its bucket's aspect.
  package var anchor: Anchor
  package var filter: ResampleFilter
  /// The number of pictures in a batch of a trainer; nil if the job doesn't tell.
  package var batch: Int?
  package var tail: Tail

  package init(
    _ sizes: [PixelSize], rule: Rule = .kohya, anchor: Anchor = .gravity(.center),
    filter: ResampleFilter = .lanczos3, batch: Int? = nil, tail: Tail = .keep
  ) {
    self.sizes = sizes
    self.rule = rule
    self.anchor = anchor
    self.filter = filter
    self.batch = batch
    self.tail = tail
  }

  /// The sizes that have at most the pixels of `area`, in ascending order of width and height.
  ///
  /// Widths are the multiples of `step` in `sides`. Each width has the largest height that is a multiple of `step`,
  /// and each such size also lies on its side. A square is added. The same as `make_bucket_resolutions` of kohya's
  /// sd-scripts. Both ends of `sides` are multiples of `step`.
  package static func sizes(area: PixelSize, step: Int, sides: ClosedRange<Int>) -> [PixelSize] {
    let side = Int(Double(area.area).squareRoot()) / step * step
    var sizes: Set<PixelSize> = [PixelSize(width: side, height: side)]
    for width in stride(from: sides.lowerBound, through: sides.upperBound, by: step) {
      let height = min(sides.upperBound, area.area / width / step * step)
      if height < sides.lowerBound { continue }
      sizes.insert(PixelSize(width: width, height: height))
      sizes.insert(PixelSize(width: height, height: width))
    }
    return sizes.sorted { ($0.width, $0.height) < ($1.width, $1.height) }
  }

  /// The bucket's size for a picture of this size, both as shown.
  package func size(for picture: PixelSize) -> PixelSize {
    switch rule {
    case .kohya:
      if sizes.contains(picture) { return picture }
      let aspect = picture.aspect
      return sizes.min { abs($0.aspect - aspect) < abs($1.aspect - aspect) } ?? picture
    case .diffusers:
      let distance = { (size: PixelSize) in
        abs(picture.height * size.width - picture.width * size.height)
      }
      return sizes.reversed().min { distance($0) < distance($1) } ?? picture
    }
  }

  /// The resize of a crop of this size: the crop covers its bucket, and is enlarged where it is smaller.
  package func resize(of crop: PixelSize) -> Resize {
    let size = size(for: crop)
    return Resize(
      .pixels(width: size.width, height: size.height), fit: .cover, anchor: anchor, filter: filter,
      enlarge: .always)
  }
}

extension PixelSize {
  /// Width / height.
  fileprivate var aspect: Double { Double(width) / Double(height) }
}
