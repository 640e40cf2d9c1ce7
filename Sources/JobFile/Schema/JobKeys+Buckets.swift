import ImageModel

/// Keys of buckets.
extension JobKeys {
  private static let sizePattern = "^0*[1-9][0-9]{0,4}x0*[1-9][0-9]{0,4}$"
  static let buckets: [JobKey] = [
    JobKey("area", .pattern(sizePattern), "The most pixels of a bucket, as a size: 1024x1024."),
    JobKey("step", .whole(1...4096), default: 64, "Sides are multiples of this number of pixels."),
    JobKey("min", .whole(1...65500), "The shortest side. Default: half of the shorter side of 'area'."),
    JobKey("max", .whole(1...65500), "The longest side. Default: twice the longer side of 'area'."),
    JobKey(
      "sizes", .someList(of: .pattern(sizePattern)).with(["maxItems": 1000]),
      "The buckets themselves, in place of 'area'."),
    JobKey(
      "rule", .choice(Buckets.Rule.self), default: "kohya",
      "How the bucket of the nearest aspect is found, as a trainer does it."),
    JobKey(
      "batch", .whole(1...1_000_000, "^0*[1-9][0-9]*$"),
      "The pictures of a trainer's batch: a plan tells the batches of each bucket."),
    JobKey(
      "tail", .choice(Buckets.Tail.self), default: "keep",
      "The pictures of a bucket beyond whole batches: keep them, or drop them, chosen by hash."),
    gravity.shared, focusKey.shared,
    JobKey("filter", .choice(ResampleFilter.self), default: "lanczos3", "The kernel of the resample."),
  ]
  static let bucketsKey = JobKey(
    "buckets",
    .mapping(buckets).with(notBoth).with([
      "oneOf": [["required": ["area"]], ["required": ["sizes"]]],
      "dependencies": ["tail": ["batch"]],
    ]),
    "Sizes for training: each picture gets the one of the nearest aspect. In place of 'resize'.")
}
