import ImageModel

/// The facts about an animation's frames that a PNG's control chunks give (PNG, third edition, section 11.3.6).
struct PNGFrames {
  /// The bytes of `fcTL`.
  static let controlBytes = 26

  /// The frames and the plays that `acTL` announces.
  var (announced, plays) = (0, 0)
  /// False if more of the file follows than Upright reads.
  var areCounted = false
  private var count = 0
  /// The sum of the frames' times, in microseconds.
  private var microseconds = 0
  private var hasAlpha = false
  /// True if a frame's disposal brings back what it covers.
  private var areRestored = false
  /// The pixels of the largest frame.
  private var largest = 0

  /// Takes the fields of `fcTL`.
  mutating func add(_ fields: HeaderFields, _ header: PictureHeader) throws(ImageError) {
    guard count < announced else { return }
    var fields = fields
    try fields.skip(4)
    let (width, height) = (try fields.number(4), try fields.number(4))
    try fields.skip(8)
    let (delay, unit) = (try fields.number(2), try fields.number(2))
    let disposal = try fields.number(1)
    let isWhole = PixelSize(width: width, height: height) == header.storedSize
    // A frame that is cleared leaves nothing. So does the first frame if it is taken back.
    hasAlpha = hasAlpha || disposal == 1 || count == 0 && (!isWhole || disposal == 2)
    areRestored = areRestored || count > 0 && disposal == 2
    largest = max(largest, min(width, header.storedSize.width) * min(height, header.storedSize.height))
    let second = unit == 0 ? 100 : unit
    microseconds += (delay * 1_000_000 + second / 2) / second
    count += 1
  }

  /// The frames that the file has, and no more than it announces. A file that ends early counts as it is.
  func sourceFrames(of header: PictureHeader) -> SourceFrames {
    let canvas = 4 * header.storedSize.area
    // The second decoder with its buffer; libpng's rows at the file's depth, and decoded; all rows of an interlaced frame.
    let rows = 500_000 + 40 * header.storedSize.width + (header.isInterlaced ? 4 * largest : 0)
    return SourceFrames(
      count: max(count, 1), duration: (microseconds + 500) / 1000,
      plays: min(plays, SourceFrames.mostPlays), hasAlpha: header.hasAlpha || hasAlpha,
      wholeBytes: (areRestored ? 2 * canvas : canvas) + rows, isCounted: areCounted)
  }
}
