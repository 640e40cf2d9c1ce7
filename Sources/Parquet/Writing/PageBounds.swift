/// The least and the greatest value of a page.
struct PageBounds: Hashable, Sendable {
  private enum Range: Hashable, Sendable {
    case bools(Bool, Bool)
    case integers(Int64, Int64)
    case reals(Double, Double)
    case texts([UInt8], [UInt8])
  }

  /// Longer texts are no use in an index. A page with one has no bounds.
  private static let mostBytes = 64

  private var range: Range?
  /// False if a value is too long.
  private(set) var isUsable = true

  mutating func add(_ value: Bool) {
    guard case .bools(let least, let greatest)? = range else { return range = .bools(value, value) }
    range = .bools(least && value, greatest || value)
  }

  mutating func add(_ value: Int64) {
    guard case .integers(let least, let greatest)? = range else { return range = .integers(value, value) }
    range = .integers(min(least, value), max(greatest, value))
  }

  /// Adds a finite number.
  mutating func add(_ value: Double) {
    // The format wants -0 as the least zero and +0 as the greatest one.
    let (low, high) = value == 0 ? (-0.0, 0.0) : (value, value)
    guard case .reals(let least, let greatest)? = range else { return range = .reals(low, high) }
    range = .reals(low < least ? low : least, high > greatest ? high : greatest)
  }

  mutating func add(_ text: String.UTF8View) {
    guard isUsable else { return }
    guard text.count <= Self.mostBytes else {
      (range, isUsable) = (nil, false)
      return
    }
    let value = Array(text)
    guard case .texts(let least, let greatest)? = range else { return range = .texts(value, value) }
    range = .texts(
      value.lexicographicallyPrecedes(least) ? value : least,
      greatest.lexicographicallyPrecedes(value) ? value : greatest)
  }

  /// Both values in PLAIN encoding, without a length; nil if the page has no values.
  var encoded: (least: [UInt8], greatest: [UInt8])? {
    switch range {
    case nil: nil
    case .bools(let least, let greatest)?: ([least ? 1 : 0], [greatest ? 1 : 0])
    case .integers(let least, let greatest)?: (Self.bytes(least), Self.bytes(greatest))
    case .reals(let least, let greatest)?: (Self.bytes(least.bitPattern), Self.bytes(greatest.bitPattern))
    case .texts(let least, let greatest)?: (least, greatest)
    }
  }

  private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}
