import System
/// A token of an XML text (XML 1.0, section 2).
enum XMLToken {
  /// The bytes of character data, or of a whole CDATA section.
  case text([UInt8])
  case comment
  case instruction([UInt8])
  case start(XMLTag)
  case end(String)
}

/// A start tag, or the tag of an empty element.
struct XMLTag {
  struct Attribute {
    var name: String
    /// The value between the quotes; references are not resolved.
    var value: String
  }

  var name: String
  var attributes: [Attribute]
  var isEmpty: Bool

  /// The tag as XML text. A value with a double quote in it is enclosed in single quotes.
  var bytes: [UInt8] {
    var text = "<" + name
    for attribute in attributes {
      let quote = attribute.value.utf8.contains(UInt8(ascii: "\"")) ? "'" : "\""
      text += " \(attribute.name)=\(quote)\(attribute.value)\(quote)"
    }
    return Array((text + (isEmpty ? "/>" : ">")).utf8)
  }
}

/// Splits XML text into tokens. Not all of XML is supported: the text must be UTF-8, without a document type.
/// A CDATA section becomes text, unchanged.
struct XMLScanner {

  private let bytes: [UInt8]
  private var place = 0
  private var open: [String] = []

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// All tokens of a text with balanced tags.
  static func tokens(of bytes: [UInt8]) throws(Unfollowable) -> [XMLToken] {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw Unfollowable(reason: "it is not UTF-8")
    }
    guard !bytes.contains(where: { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) }) else {
      throw Unfollowable(reason: "it holds control characters")
    }
    var scanner = XMLScanner(bytes)
    var tokens: [XMLToken] = []
    while let token = try scanner.next() { tokens.append(token) }
    guard scanner.open.isEmpty else { throw Unfollowable(reason: "its tags are not balanced") }
    return tokens
  }

  private mutating func next() throws(Unfollowable) -> XMLToken? {
    guard place < bytes.count else { return nil }
    guard bytes[place] == UInt8(ascii: "<") else { return .text(upTo(UInt8(ascii: "<"))) }
    if starts("<?") { return .instruction(try tagless("a processing instruction", through: "?>", from: 2)) }
    if starts("<!--") {
      _ = try through("-->", from: 4)
      return .comment
    }
    if starts("<![CDATA[") { return .text(try tagless("a CDATA section", through: "]]>", from: 9)) }
    if starts("<!") { throw Unfollowable(reason: "it holds a document type") }
    return starts("</") ? try endTag() : try startTag()
  }

  /// Takes the bytes up to and including `mark`. Throws if these bytes hold a tag. Some readers would find
  /// such a tag, because they end an instruction at the first `>`, or look into CDATA.
  private mutating func tagless(
    _ noun: String, through mark: String, from skipped: Int
  ) throws(Unfollowable) -> [UInt8] {
    let bytes = try through(mark, from: skipped)
    guard !bytes.dropFirst().dropLast().contains(where: { [0x3C, 0x3E].contains($0) }) else {
      throw Unfollowable(reason: "\(noun) holds a tag")
    }
    return bytes
  }

  private func starts(_ text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

  private mutating func upTo(_ byte: UInt8) -> [UInt8] {
    let rest = bytes[place...].prefix { $0 != byte }
    place = rest.endIndex
    return Array(rest)
  }

  private mutating func through(_ mark: String, from skipped: Int) throws(Unfollowable) -> [UInt8] {
    let start = place
    place += skipped
    while place < bytes.count {
      if starts(mark) {
        place += mark.utf8.count
        return Array(bytes[start..<place])
      }
      place += 1
    }
    throw Unfollowable(reason: "its tags are not balanced")
  }

  private mutating func endTag() throws(Unfollowable) -> XMLToken {
    place += 2
    let name = try name()
    skipSpace()
    guard take(">"), open.popLast() == name else { throw Unfollowable(reason: "its tags are not balanced") }
    return .end(name)
  }

  private mutating func startTag() throws(Unfollowable) -> XMLToken {
    place += 1
    var tag = XMLTag(name: try name(), attributes: [], isEmpty: false)
    while true {
      let hadSpace = skipSpace()
      if take("/>") {
        tag.isEmpty = true
        return .start(tag)
      }
      if take(">") { break }
      guard hadSpace else { throw Unfollowable(reason: "a tag can't be read") }
      let attribute = try attribute()
      guard !tag.attributes.contains(where: { $0.name == attribute.name }) else {
        throw Unfollowable(reason: "a tag has the attribute \(attribute.name) twice")
      }
      tag.attributes.append(attribute)
      guard tag.attributes.count <= FixedLimits.Metadata.xmlAttributes else {
        throw Unfollowable(reason: "a tag has more than \(FixedLimits.Metadata.xmlAttributes) attributes")
      }
    }
    open.append(tag.name)
    guard open.count <= FixedLimits.Metadata.xmlDepth else {
      throw Unfollowable(reason: "it is nested too deeply")
    }
    return .start(tag)
  }

  private mutating func attribute() throws(Unfollowable) -> XMLTag.Attribute {
    let name = try name()
    skipSpace()
    guard take("=") else { throw Unfollowable(reason: "a tag can't be read") }
    skipSpace()
    for quote in ["\"", "'"] where take(quote) {
      let value = upTo(quote.utf8.first ?? 0)
      guard take(quote), !value.contains(UInt8(ascii: "<")) else { break }
      return XMLTag.Attribute(name: name, value: String(decoding: value, as: UTF8.self))
    }
    throw Unfollowable(reason: "a tag can't be read")
  }

  /// A name of letters, digits, `_ - . :` and any non-ASCII byte.
  private mutating func name() throws(Unfollowable) -> String {
    let name = bytes[place...].prefix {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
        0x80...:
        true
      default: false
      }
    }
    guard !name.isEmpty else { throw Unfollowable(reason: "a tag can't be read") }
    place = name.endIndex
    return String(decoding: name, as: UTF8.self)
  }

  @discardableResult
  private mutating func skipSpace() -> Bool {
    let space = bytes[place...].prefix { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    place = space.endIndex
    return !space.isEmpty
  }

  private mutating func take(_ text: String) -> Bool {
    guard starts(text) else { return false }
    place += text.utf8.count
    return true
  }
}
