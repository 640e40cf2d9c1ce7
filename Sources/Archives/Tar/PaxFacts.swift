/// The facts that headers of pax tell about a member (IEEE 1003.1, pax, "pax Extended Header"). An empty value
/// takes back what an earlier header said.
struct PaxFacts: Sendable {
  private(set) var path: [UInt8]?
  private(set) var size: [UInt8]?
  /// True for a sparse file of GNU tar or star.
  private(set) var isSparse = false
  /// The name of a sparse file. GNU tar puts another one into `path`.
  private(set) var sparseName: [UInt8]?

  /// Adds the records of a header. Returns false for anything but a list of records.
  mutating func add(_ header: ArraySlice<UInt8>) -> Bool {
    var rest = header
    while !rest.isEmpty {
      guard let (key, value) = Self.record(&rest) else { return false }
      take(key, value)
    }
    return true
  }

  /// These facts, and those of `global` about which they say nothing.
  func over(_ global: PaxFacts) -> PaxFacts {
    var facts = self
    facts.path = path ?? global.path
    facts.size = size ?? global.size
    facts.isSparse = isSparse || global.isSparse
    facts.sparseName = sparseName ?? global.sparseName
    return facts
  }

  private mutating func take(_ key: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
    if key.elementsEqual("path".utf8) { path = Array(value) }
    if key.elementsEqual("size".utf8) { size = Array(value) }
    if key.starts(with: "GNU.sparse.".utf8) || key.elementsEqual("SCHILY.realsize".utf8) { isSparse = true }
    if key.elementsEqual("GNU.sparse.name".utf8) { sparseName = Array(value) }
  }

  /// The next record, `LENGTH KEY=VALUE` and a line feed. The length is that of the whole record, in decimal digits.
  private static func record(
    _ rest: inout ArraySlice<UInt8>
  ) -> (key: ArraySlice<UInt8>, value: ArraySlice<UInt8>)? {
    let digits = rest.prefix(20).prefix { $0 != UInt8(ascii: " ") }
    guard let length = TarNumber.decimal(digits).flatMap({ Int(exactly: $0) }), length <= rest.count,
      length > digits.count + 1, rest.prefix(length).last == UInt8(ascii: "\n")
    else { return nil }
    let record = rest.prefix(length).dropFirst(digits.count + 1).dropLast()
    guard let sign = record.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    rest = rest.dropFirst(length)
    return (record[..<sign], record[(sign + 1)...])
  }
}
