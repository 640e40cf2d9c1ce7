/// A header block of a tar: POSIX ustar (IEEE 1003.1, pax, "ustar Interchange Format"), GNU's, or that of Unix V7.
struct TarHeader {
  /// The bytes of a header. Headers and data begin at its multiples.
  static let block = 512
  /// The letter of ``Kind/encrypted``. Other programs don't use it.
  static let encrypted: UInt8 = 0xE5

  /// The content behind the header.
  enum Kind: Hashable {
    /// A file, or a folder if its whole name ends in a slash: before ustar, folders had no kind of their own.
    case file
    case folder
    /// A folder of an incremental backup of GNU, with a list of its names as data.
    case dump
    case link
    case device
    /// A sparse file of GNU. If `more` is true, a block with more of its map follows the header.
    case sparse(more: Bool)
    /// A header of pax for the next member, or for all later members.
    case pax(isGlobal: Bool)
    /// GNU's long name of the next member.
    case longName
    /// GNU's long target of the next member, which is a link.
    case longTarget
    /// The name of the whole archive.
    case label
    /// A member that is encrypted. Only the tar that ``RarUnpacker`` writes says this.
    case encrypted
    case unknown(UInt8)
  }

  let kind: Kind
  /// The name, with its prefix.
  let name: [UInt8]
  /// The size in bytes; nil if it is no number from 0 to 2^63 - 1.
  let size: UInt64?

  /// Reads a block of 512 bytes; nil if its checksum is wrong.
  init?(_ block: ArraySlice<UInt8>) {
    guard block.count == Self.block, Self.hasChecksum(block) else { return nil }
    let letter = block.number(at: 156, UInt8.self) ?? 0
    let isPOSIX = Self.field(block, 257, 6).elementsEqual("ustar\0".utf8)
    let prefix = isPOSIX ? Self.text(block, 345, 155) : []
    let own = Self.text(block, 0, 100)
    name = prefix.isEmpty ? Array(own) : Array(prefix) + [UInt8(ascii: "/")] + own
    size = TarNumber.read(Self.field(block, 124, 12))
    kind = Self.kind(letter, block)
  }

  /// True if data follows the header. Links, devices and folders have none, whatever their sizes say.
  var hasData: Bool {
    switch kind {
    case .folder, .link, .device, .label, .encrypted: false
    default: true
    }
  }

  private static func kind(_ letter: UInt8, _ block: ArraySlice<UInt8>) -> Kind {
    switch letter {
    case 0, UInt8(ascii: "0"), UInt8(ascii: "7"): .file
    case UInt8(ascii: "1"), UInt8(ascii: "2"): .link
    case UInt8(ascii: "3"), UInt8(ascii: "4"), UInt8(ascii: "6"): .device
    case UInt8(ascii: "5"): .folder
    case UInt8(ascii: "D"): .dump
    case UInt8(ascii: "S"): .sparse(more: block.number(at: 482, UInt8.self) != 0)
    case UInt8(ascii: "x"), UInt8(ascii: "X"): .pax(isGlobal: false)
    case UInt8(ascii: "g"): .pax(isGlobal: true)
    case UInt8(ascii: "L"): .longName
    case UInt8(ascii: "K"): .longTarget
    case UInt8(ascii: "V"): .label
    case encrypted: .encrypted
    default: .unknown(letter)
    }
  }

  /// The sum of all bytes, in which those of the checksum count as spaces. Old programs added signed bytes.
  private static func hasChecksum(_ block: ArraySlice<UInt8>) -> Bool {
    guard let stated = TarNumber.read(field(block, 148, 8)) else { return false }
    let own = field(block, 148, 8)
    let spaces = 8 * Int(UInt8(ascii: " "))
    let unsigned = sum(block) { Int($0) } - sum(own) { Int($0) } + spaces
    if stated == UInt64(unsigned) { return true }
    let signed = sum(block) { Int(Int8(bitPattern: $0)) } - sum(own) { Int(Int8(bitPattern: $0)) } + spaces
    return Int(exactly: stated) == signed
  }

  private static func sum(_ bytes: ArraySlice<UInt8>, _ value: (UInt8) -> Int) -> Int {
    bytes.reduce(0) { $0 + value($1) }
  }

  private static func field(_ block: ArraySlice<UInt8>, _ offset: Int, _ count: Int) -> ArraySlice<UInt8> {
    block.part(at: offset, count) ?? []
  }

  /// The bytes of a field before its first zero.
  private static func text(_ block: ArraySlice<UInt8>, _ offset: Int, _ count: Int) -> ArraySlice<UInt8> {
    field(block, offset, count).prefix { $0 != 0 }
  }
}

extension ArraySlice<UInt8> {
  /// True for the block that marks the end of a tar.
  var isZero: Bool { allSatisfy { $0 == 0 } }
}
