/// Tar archives that a test writes byte by byte.
package struct TarBuilder {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// How the header names its format.
  package enum Format { case v7, ustar, gnu }

  /// The fields of a header that differ between tests.
  package struct Fields {
    package var type: Character? = "0"
    package var format = Format.ustar
    package var prefix = ""
    /// Eleven octal digits if nil.
    package var size: [UInt8]?
    /// Bytes that are put at other offsets of the header.
    package var others: [Int: [UInt8]] = [:]
    /// Added to the checksum.
    package var error = 0
    /// True if the checksum counts signed bytes.
    package var isSigned = false

    package init() {}
  }

  /// Appends a header.
  package mutating func header(_ name: [UInt8], size: Int, _ fields: Fields = Fields()) {
    var block = [UInt8](repeating: 0, count: 512)
    func put(_ value: some Sequence<UInt8>, at offset: Int) {
      for (place, byte) in value.enumerated() { block[offset + place] = byte }
    }
    put(name, at: 0)
    put("0000644\0".utf8, at: 100)
    put(fields.size ?? Self.octal(size, 11) + [0], at: 124)
    put("00000000000\0".utf8, at: 136)
    put("        ".utf8, at: 148)
    if let type = fields.type { put(String(type).utf8, at: 156) }
    switch fields.format {
    case .v7: break
    case .ustar: put("ustar\u{0}00".utf8, at: 257)
    case .gnu: put("ustar  \u{0}".utf8, at: 257)
    }
    put(fields.prefix.utf8, at: 345)
    for (offset, value) in fields.others { put(value, at: offset) }
    let sum = block.reduce(0) { $0 + (fields.isSigned ? Int(Int8(bitPattern: $1)) : Int($1)) }
    put(Self.octal(sum + fields.error, 6) + [0, 0x20], at: 148)
    bytes += block
  }

  /// Appends data, and zeros up to the next block.
  package mutating func data(_ data: [UInt8]) {
    bytes += data + [UInt8](repeating: 0, count: (512 - data.count % 512) % 512)
  }

  /// Appends a header and its data.
  package mutating func add(_ name: String, _ data: [UInt8] = [], _ fields: Fields = Fields()) {
    header(Array(name.utf8), size: data.count, fields)
    self.data(data)
  }

  /// Appends a header that describes the next member.
  package mutating func extended(_ type: Character, _ content: [UInt8]) {
    var fields = Fields()
    fields.type = type
    if type == "L" || type == "K" { fields.format = .gnu }
    add("./@Extended", content, fields)
  }

  /// Appends a header of pax with these records.
  package mutating func pax(_ records: [(String, String)], isGlobal: Bool = false) {
    extended(isGlobal ? "g" : "x", records.flatMap { Self.record($0.0, $0.1) })
  }

  /// Appends bytes as they are.
  package mutating func raw(_ more: [UInt8]) { bytes += more }

  /// Appends the two blocks that end an archive.
  package mutating func end() { bytes += [UInt8](repeating: 0, count: 1024) }

  /// `LENGTH KEY=VALUE` and a line feed, where the length counts its own digits.
  package static func record(_ key: String, _ value: String) -> [UInt8] {
    let rest = " \(key)=\(value)\n"
    for digits in 1...7 {
      let length = rest.utf8.count + digits
      if String(length).utf8.count == digits { return Array("\(length)\(rest)".utf8) }
    }
    return []
  }

  private static func octal(_ value: Int, _ count: Int) -> [UInt8] {
    let digits = String(value, radix: 8)
    return Array((String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits).utf8)
  }
}
