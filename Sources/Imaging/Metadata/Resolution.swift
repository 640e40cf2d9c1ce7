/// Pixels per unit of length, across and down.
package struct Resolution: Hashable, Sendable {
  package enum Unit: Hashable, Sendable {
    /// No unit: the numbers only give the aspect ratio of pixels.
    case none
    case inch, centimetre
  }

  /// Pixels across per unit, above 0.
  package var x: Double
  package var y: Double
  package var unit: Unit

  /// Nil unless both numbers are finite and above 0. Also nil for square pixels without a unit, because such
  /// a resolution gives no information.
  init?(x: Double, y: Double, unit: Unit) {
    guard x > 0, y > 0, x.isFinite, y.isFinite, unit != .none || x != y else { return nil }
    (self.x, self.y, self.unit) = (x, y, unit)
  }

  /// The resolution after a quarter turn.
  var transposed: Resolution {
    var other = self
    (other.x, other.y) = (y, x)
    return other
  }

  /// True for 72 pixels an inch. EXIF requires this value if the resolution is unknown (2.32, section 4.6.4).
  var isOfExifByDefault: Bool { x == 72 && y == 72 && unit == .inch }
}

extension Resolution {
  /// The resolution in a JFIF marker (JFIF 1.02). Unit 1 means inches, and unit 2 centimetres.
  init?(jfifUnit: UInt8, x: Int, y: Int) {
    self.init(
      x: Double(x), y: Double(y), unit: jfifUnit == 1 ? .inch : jfifUnit == 2 ? .centimetre : .none)
  }

  /// The resolution for a JFIF marker, in integers. Pixels per centimetre stay if they are whole numbers.
  /// Otherwise they are converted to pixels per inch. Nil if a number doesn't fit into the marker.
  var jfif: (unit: Int32, x: Int32, y: Int32)? {
    let isWhole = x == x.rounded() && y == y.rounded()
    let (number, factor): (Int32, Double) =
      switch unit {
      case .none: (0, 1)
      case .inch: (1, 1)
      case .centimetre: isWhole ? (2, 1) : (1, 2.54)
      }
    let values = [x * factor, y * factor].map { $0.rounded() }
    guard values.allSatisfy({ (1...65535).contains($0) }) else { return nil }
    return (number, Int32(values[0]), Int32(values[1]))
  }

  /// The largest error in pixels per inch after rounding to whole pixels per metre.
  private static let roundedInch = 0.0254 / 2

  /// The resolution in a PNG's `pHYs` (PNG, third edition, section 11.3.4.3). `x` and `y` are pixels per
  /// metre if `unit` is 1. If these numbers come from whole pixels per inch, the result is in pixels per
  /// inch.
  init?(pixelsPerMetre x: Int, _ y: Int, unit: Int) {
    let inches = [x, y].map { Double($0) * 0.0254 }
    if unit != 1 {
      self.init(x: Double(x), y: Double(y), unit: .none)
    } else if inches.allSatisfy({ abs($0 - $0.rounded()) <= Self.roundedInch }) {
      self.init(x: inches[0].rounded(), y: inches[1].rounded(), unit: .inch)
    } else {
      self.init(x: Double(x) / 100, y: Double(y) / 100, unit: .centimetre)
    }
  }

  /// The resolution for `pHYs`. Nil if a number doesn't fit.
  var pixelsPerMetre: (unit: Int32, x: Int32, y: Int32)? {
    let factor = unit == .inch ? 1 / 0.0254 : unit == .centimetre ? 100 : 1
    let values = [x * factor, y * factor].map { $0.rounded() }
    guard values.allSatisfy({ (1...Double(Int32.max)).contains($0) }) else { return nil }
    return (unit == .none ? 0 : 1, Int32(values[0]), Int32(values[1]))
  }
}

extension Resolution {
  /// The resolution in IFD0 of the EXIF block in an APP1 payload: XResolution, YResolution and ResolutionUnit
  /// (EXIF 2.32, section 4.6.4). A missing unit means inches.
  init?(exif payload: [UInt8]) {
    guard let block = TIFFBlock(payload: payload), let main = block.mainDirectory else { return nil }
    let unit = main.entry(TIFFTag.resolutionUnit).flatMap(block.number) ?? 2
    let values = [TIFFTag.xResolution, TIFFTag.yResolution].map { main.entry($0).flatMap(block.ratio) }
    guard let x = values[0] ?? values[1], let y = values[1] ?? values[0] else { return nil }
    self.init(x: x, y: y, unit: unit == 2 ? .inch : unit == 3 ? .centimetre : .none)
  }

  /// Chooses a file's resolution: the first resolution with a unit, or else the first resolution. The
  /// container's resolution comes first, and the EXIF block's second.
  init?(container: Resolution?, exif: [UInt8]?) {
    let found = [container, exif.flatMap(Resolution.init(exif:))].compactMap(\.self)
    guard let resolution = found.first(where: { $0.unit != .none }) ?? found.first else { return nil }
    self = resolution
  }

  /// Fields of IFD0 with the resolution. Nil if a number doesn't fit.
  func fields(isBigEndian: Bool) -> [ExifTree.Field]? {
    guard let x = Self.ratio(x), let y = Self.ratio(y) else { return nil }
    func field(_ tag: Int, _ type: Int, _ numbers: [Int], bytes: Int) -> ExifTree.Field {
      let value = numbers.flatMap { [UInt8]($0, count: bytes, isBigEndian: isBigEndian) }
      return ExifTree.Field(tag: tag, type: type, count: 1, value: value)
    }
    let number = unit == .inch ? 2 : unit == .centimetre ? 3 : 1
    return [
      field(TIFFTag.xResolution, 5, x, bytes: 4), field(TIFFTag.yResolution, 5, y, bytes: 4),
      field(TIFFTag.resolutionUnit, 3, [number], bytes: 2),
    ]
  }

  /// The numerator and denominator of a number. The denominator is 1 for an integer, otherwise 10,000. Nil if
  /// the numerator is 0 or doesn't fit into 32 bits.
  private static func ratio(_ number: Double) -> [Int]? {
    let denominator = number == number.rounded() ? 1 : 10_000
    let numerator = (number * Double(denominator)).rounded()
    guard (1...Double(UInt32.max)).contains(numerator) else { return nil }
    return [Int(numerator), denominator]
  }
}

extension TIFFBlock {
  /// The value of a field that holds one RATIONAL; nil for any other field.
  fileprivate func ratio(_ entry: TIFFEntry) -> Double? {
    guard entry.type == 5, entry.count == 1, let place = entry.values?.lowerBound,
      let numerator = number(at: place, count: 4), let denominator = number(at: place + 4, count: 4)
    else { return nil }
    return denominator == 0 ? nil : Double(numerator) / Double(denominator)
  }
}
