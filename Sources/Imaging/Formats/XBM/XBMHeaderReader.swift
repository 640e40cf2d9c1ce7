import ImageModel
import System

/// The text of an XBM before its samples (Xlib, "Manipulating Bitmaps"; X10, "bitmap"). The text is C source code:
/// definitions of the size and of the hot spot, and then the beginning of an array.
struct XBMHeaderReader {
  let header: PictureHeader
  /// The offset of the first sample in the file.
  let place: Int
  /// True if a number of the array holds 16 pixels, as in X10. Otherwise it holds 8 pixels.
  let isOfWords: Bool

  /// Reads the text.
  ///
  /// - Throws: `bad_header`, `zero_size`, `io_error`.
  init(_ source: ByteSource) throws(ImageError) {
    var text = XBMText(try source.read(at: 0, count: FixedLimits.Header.xbmBytes))
    var numbers: [String: Int] = [:]
    while let definition = text.definition() {
      for name in Self.names where definition.isOf(name) { numbers[name] = definition.number }
    }
    guard let array = text.array() else {
      throw text.isEmpty ? .noPicture : .badHeader("no array of samples follows its definitions")
    }
    guard let width = numbers["width"], let height = numbers["height"] else {
      throw .badHeader("it defines no width and height")
    }
    place = text.place
    isOfWords = array.contains("short")
    var header = PictureHeader(
      format: .xbm, storedSize: try PixelSize(inHeader: width, height), colors: .grey, bits: 1)
    if let x = numbers["x_hot"], let y = numbers["y_hot"], x >= 0, y >= 0 {
      header.hotSpot = PictureHeader.HotSpot(x: x, y: y)
    }
    self.header = header
  }

  /// The ends of the names that count. A name may also be no more than its end.
  private static let names = ["width", "height", "x_hot", "y_hot"]

  /// True if a file begins with blanks and comments, and then with a definition that an XBM has. The file's first
  /// bytes `start` hold all this.
  static func isXBM(_ start: [UInt8]) -> Bool {
    var text = XBMText(start)
    return text.definition().map { definition in names.contains { definition.isOf($0) } } ?? false
  }
}

/// Takes definitions and words from C source code.
private struct XBMText {
  /// A definition of a number.
  struct Definition {
    let name: [UInt8]
    let number: Int

    /// True if the name is `end`, or ends with `_` and `end`.
    func isOf(_ end: String) -> Bool {
      name.elementsEqual(end.utf8) || name.reversed().starts(with: "_\(end)".utf8.reversed())
    }
  }

  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// The offset of the next byte.
  var place: Int { rest.startIndex }
  var isEmpty: Bool { rest.isEmpty }

  /// Takes the next `#define` of a number, and skips other lines of the preprocessor. Nil if something else
  /// follows, or if the text ends within the line.
  mutating func definition() -> Definition? {
    while true {
      skipBlanks()
      let line = rest.prefix { !Self.isLineEnd($0) }
      guard line.first == UInt8(ascii: "#"), line.endIndex < rest.endIndex else { return nil }
      rest = rest[line.endIndex...]
      let words = line.split(whereSeparator: Self.isBlank)
      if words.count == 3, words[0].elementsEqual("#define".utf8),
        let number = Int(String(decoding: words[2], as: UTF8.self))
      {
        return Definition(name: Array(words[1]), number: number)
      }
    }
  }

  /// Takes the beginning of an array of numbers, up to its brace. Returns the words before the brace. Nil if something
  /// else follows.
  mutating func array() -> Set<String>? {
    skipBlanks()
    guard let brace = rest.firstIndex(of: UInt8(ascii: "{")) else { return nil }
    let words = rest[..<brace].split { Self.isBlank($0) || Self.isLineEnd($0) }
      .map { String(decoding: $0, as: UTF8.self) }
    guard words.contains("char") || words.contains("short"), words.contains(where: { $0.contains("bits") })
    else { return nil }
    rest = rest[brace...].dropFirst()
    return Set(words)
  }

  /// Skips blanks, ends of lines and comments.
  private mutating func skipBlanks() {
    while true {
      rest = rest.drop { Self.isBlank($0) || Self.isLineEnd($0) }
      guard rest.starts(with: "/*".utf8) else { return }
      rest = rest.dropFirst(2)
      while !rest.isEmpty, !rest.starts(with: "*/".utf8) { rest = rest.dropFirst() }
      rest = rest.dropFirst(2)
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
