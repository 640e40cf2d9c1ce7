/// A dictionary page: the values that the pages behind it name by their numbers.
struct ParquetDictionary {
  let place: ParquetPage.Place
  private let bytes: [UInt8]
  private let count: Int
  /// The bytes of each value; nil if each has a length of its own.
  private let size: Int?
  /// The places of the values, behind their lengths, if they have lengths of their own.
  private var starts: [UInt32] = []

  init(_ page: ParquetPage, of leaf: ParquetLeaf) throws(ParquetFault) {
    guard [PageHeader.Encoding.plain, PageHeader.Encoding.plainDictionary].contains(page.encoding),
      leaf.type != .boolean
    else {
      throw .unsupported(
        "the dictionary of '\(leaf.path)' has an encoding that isn't read (\(page.encoding))")
    }
    (place, bytes, count, size) = (page.place, page.values, page.count, leaf.valueBytes)
    if let size {
      let (all, isOver) = size.multipliedReportingOverflow(by: count)
      if isOver || all > bytes.count { throw Self.short(leaf) }
      return
    }
    // Each value has 4 bytes at least.
    guard count <= bytes.count / 4 else { throw Self.short(leaf) }
    starts.reserveCapacity(count)
    var next = 0
    for _ in 0..<count {
      guard let length = bytes.length(at: next), length <= bytes.count - next - 4 else {
        throw Self.short(leaf)
      }
      starts.append(UInt32(next + 4))
      next += 4 + length
    }
  }

  private static func short(_ leaf: ParquetLeaf) -> ParquetFault {
    .damaged("the dictionary of '\(leaf.path)' ends early")
  }

  /// The value with this number; nil if there is none.
  subscript(number: Int) -> ArraySlice<UInt8>? {
    guard number < count else { return nil }
    if let size { return bytes[number * size..<(number + 1) * size] }
    let start = Int(starts[number])
    guard let length = bytes.length(at: start - 4) else { return nil }
    return bytes[start..<start + length]
  }
}

/// The values in a page that aren't null, in their order. A value is its bytes in PLAIN encoding, without a
/// length.
struct PageValues {
  private enum Source {
    case plain
    case bits
    case runs(HybridRuns)
    case dictionary(HybridRuns, ParquetDictionary)
  }

  private let bytes: [UInt8]
  private let leaf: ParquetLeaf
  private var source: Source
  /// The place of the next value. Of bits, that of the next bit.
  private var place: Int

  private static let bools: [UInt8] = [0, 1]

  init(_ page: ParquetPage, _ dictionary: ParquetDictionary?, of leaf: ParquetLeaf) throws(ParquetFault) {
    (bytes, self.leaf, place) = (page.values, leaf, page.start)
    switch page.encoding {
    case PageHeader.Encoding.plain where leaf.type == .boolean:
      source = .bits
      place *= 8
    case PageHeader.Encoding.plain: source = .plain
    case PageHeader.Encoding.runs where leaf.type == .boolean:
      let length = bytes.length(at: place) ?? 0
      let start = min(place + 4, bytes.count)
      source = .runs(HybridRuns(bytes, start..<start + min(length, bytes.count - start), width: 1))
    case PageHeader.Encoding.plainDictionary, PageHeader.Encoding.dictionary:
      guard let dictionary else { throw .damaged("'\(leaf.path)' has no dictionary") }
      // A page of nulls has no values, and need not have a width.
      let width = place < bytes.count ? Int(bytes[place]) : 0
      guard width <= 32 else { throw .damaged("a page of '\(leaf.path)' has numbers of \(width) bits") }
      let start = min(place + 1, bytes.count)
      source = .dictionary(HybridRuns(bytes, start..<bytes.count, width: width), dictionary)
    case let number:
      throw .unsupported("'\(leaf.path)' has the encoding \(Self.name(number)), which isn't read")
    }
  }

  /// True if the values lie in the dictionary, and not in the page.
  var isDictionary: Bool { if case .dictionary = source { true } else { false } }

  private static func name(_ encoding: Int) -> String {
    switch encoding {
    case 4: "BIT_PACKED"
    case 5: "DELTA_BINARY_PACKED"
    case 6: "DELTA_LENGTH_BYTE_ARRAY"
    case 7: "DELTA_BYTE_ARRAY"
    case 9: "BYTE_STREAM_SPLIT"
    default: "\(encoding)"
    }
  }

  /// The next value. Throws if the page has none.
  mutating func next() throws(ParquetFault) -> ArraySlice<UInt8> {
    guard let value = nextValue() else { throw .damaged("a page of '\(leaf.path)' has too few values") }
    return value
  }

  private mutating func nextValue() -> ArraySlice<UInt8>? {
    switch source {
    case .plain: return nextPlain()
    case .bits:
      guard place >> 3 < bytes.count else { return nil }
      defer { place += 1 }
      return Self.bool(bytes[place >> 3] >> (place & 7) & 1 == 1)
    case .runs(var runs):
      guard let number = runs.next() else { return nil }
      source = .runs(runs)
      return Self.bool(number == 1)
    case .dictionary(var runs, let dictionary):
      guard let number = runs.next() else { return nil }
      source = .dictionary(runs, dictionary)
      return dictionary[Int(number)]
    }
  }

  private static func bool(_ value: Bool) -> ArraySlice<UInt8> { value ? bools[1...] : bools[..<1] }

  private mutating func nextPlain() -> ArraySlice<UInt8>? {
    var start = place
    let size: Int
    if let fixed = leaf.valueBytes {
      size = fixed
    } else {
      guard let length = bytes.length(at: place) else { return nil }
      (start, size) = (place + 4, length)
    }
    guard size <= bytes.count - start else { return nil }
    place = start + size
    return bytes[start..<place]
  }
}
