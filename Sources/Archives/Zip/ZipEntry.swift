/// An entry of a zip's directory (APPNOTE 6.3.10, section 4.3.12).
struct ZipEntry {
  static let fixedBytes = 46
  private static let signature: UInt32 = 0x0201_4B50

  enum Kind: Hashable {
    case file
    case folder
    case link
    case device
  }

  private let fields: ArraySlice<UInt8>
  let raw: ArraySlice<UInt8>
  let extra: ArraySlice<UInt8>

  /// The bytes of the entry that begins here; nil if it isn't known yet, because there are too few bytes.
  static func length(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let name: UInt16 = bytes.number(at: 28), let extra: UInt16 = bytes.number(at: 30),
      let comment: UInt16 = bytes.number(at: 32)
    else { return nil }
    return fixedBytes + Int(name) + Int(extra) + Int(comment)
  }

  /// Reads an entry at the start of `bytes`; nil if there is none.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.number(at: 0, UInt32.self) == Self.signature,
      let fields = bytes.part(at: 0, Self.fixedBytes),
      let name: UInt16 = fields.number(at: 28), let extra: UInt16 = fields.number(at: 30),
      let raw = bytes.part(at: Self.fixedBytes, Int(name)),
      let extras = bytes.part(at: Self.fixedBytes + Int(name), Int(extra))
    else { return nil }
    (self.fields, self.raw, self.extra) = (fields, raw, extras)
  }

  var flags: UInt16 { fields.number(at: 8) ?? 0 }
  var method: UInt16 { fields.number(at: 10) ?? 0 }
  var checksum: UInt32 { fields.number(at: 16) ?? 0 }
  /// The name in UTF-8.
  var name: ArraySlice<UInt8> { ZipText.name(raw, flags: flags, extra, isUnix: isUnix) }

  /// The numbers of the entry. Nil if the extra field lacks one of them.
  var numbers: (packed: UInt64, size: UInt64, header: UInt64, disk: UInt32)? {
    var wide = ZipWideNumbers(extra)
    guard let packed: UInt32 = fields.number(at: 20), let size: UInt32 = fields.number(at: 24),
      let header: UInt32 = fields.number(at: 42), let disk: UInt16 = fields.number(at: 34)
    else { return nil }
    // The order in the field.
    guard let size = wide.number(size), let packed = wide.number(packed), let header = wide.number(header),
      let disk = wide.disk(disk)
    else { return nil }
    return (packed, size, header, disk)
  }

  /// True if the entry was made on Unix or macOS.
  private var isUnix: Bool {
    let system: UInt8? = fields.number(at: 5)
    return system == 3 || system == 19
  }

  /// The kind by the name and by the attributes of the file system. Only Unix and macOS write modes.
  var kind: Kind {
    let attributes: UInt32 = fields.number(at: 38) ?? 0
    if raw.last == UInt8(ascii: "/") { return .folder }
    if isUnix {
      switch attributes >> 16 & 0o170000 {
      case 0o120000: return .link
      case 0o040000: return .folder
      case 0, 0o100000: return .file
      default: return .device
      }
    }
    let isFolder = attributes & 0x10 != 0 || raw.last == UInt8(ascii: "\\")
    let isEmpty = fields.number(at: 24, UInt32.self) == 0
    return isFolder && isEmpty ? .folder : .file
  }

  /// True for encryption of the data, or of the directory (sections 4.4.4 and 4.4.5).
  var isEncrypted: Bool { flags & (1 | 1 << 6 | 1 << 13) != 0 || method == 99 }

  /// The method, if it is read. Data that patches an earlier version of a file isn't.
  var packing: MemberPlace.Method? { flags & 1 << 5 == 0 ? MemberPlace.Method(zip: method) : nil }
}

extension MemberPlace.Method {
  /// The method of a number in a zip; nil for a method that isn't read.
  init?(zip number: UInt16) {
    switch number {
    case 0: self = .stored
    case 8: self = .deflate
    case 93: self = .zstd
    default: return nil
    }
  }

  /// The method's number in a zip.
  var zip: UInt16 {
    switch self {
    case .stored: 0
    case .deflate: 8
    case .zstd: 93
    }
  }
}
