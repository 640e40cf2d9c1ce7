/// The headers before the header of a member, which say more about it.
struct TarPrelude: Sendable {
  /// The offset of the first of them; nil if there is none.
  var start: UInt64?
  var pax = PaxFacts()
  /// GNU's long name.
  var longName: [UInt8]?
  /// True if there is a target of a link. Links are no sources, so it isn't kept.
  var hasTarget = false
  /// True after a header of pax for the member.
  var hasPax = false

  /// True if no header describes the member.
  var isEmpty: Bool { !hasPax && longName == nil && !hasTarget }

  /// The bytes of the member's name. `facts` are those of pax.
  func name(_ header: TarHeader, _ facts: PaxFacts) -> [UInt8] {
    if let name = facts.sparseName, !name.isEmpty { return name }
    if let path = pax.path, !path.isEmpty { return path }
    if let longName { return longName }
    if let path = facts.path, !path.isEmpty { return path }
    return header.name
  }
}

extension ArchiveFault.Packer {
  /// The program that wrote the first bytes of a compressed file; nil for other bytes.
  init?(_ start: ArraySlice<UInt8>) {
    let found = Self.allCases.first { start.starts(with: $0.magic) }
    guard let found else { return nil }
    self = found
  }

  private var magic: [UInt8] {
    switch self {
    case .gzip: [0x1F, 0x8B, 8]
    case .bzip2: Array("BZh".utf8)
    case .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]
    case .zstd: [0x28, 0xB5, 0x2F, 0xFD]
    case .sevenZip: SevenZipScan.magic
    case .rar: RarHeaders.magic
    }
  }
}
