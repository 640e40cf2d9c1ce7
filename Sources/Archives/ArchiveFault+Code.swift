extension ArchiveFault {
  /// The kind as two numbers, for ``MemberIndex``.
  var code: (kind: UInt8, number: UInt64) {
    switch kind {
    case .cut(let end): (1, end)
    case .unended: (2, 0)
    case .compressed(let packer): (3, UInt64(packer.rawValue))
    case .noTar: (4, 0)
    case .noZip: (5, 0)
    case .parts: (6, 0)
    case .damaged(let damage): (7, UInt64(damage.rawValue))
    case .limit(let limit): (8, UInt64(limit.rawValue))
    case .unpacking(let fault): (9, UInt64(fault.rawValue))
    case .unpackedBytes(let most): (10, most)
    case .noSevenZip: (11, 0)
    case .encrypted: (12, 0)
    case .noRar: (13, 0)
    }
  }

  /// The fault of two numbers and an offset; nil if no fault has them.
  init?(kind: UInt8, number: UInt64, offset: UInt64) {
    guard let kind = Self.kind(kind, number) else { return nil }
    self.init(kind, at: offset)
  }

  private static func kind(_ kind: UInt8, _ number: UInt64) -> Kind? {
    let raw = UInt8(exactly: number)
    switch (kind, number) {
    case (1, _): return .cut(before: number)
    case (2, 0): return .unended
    case (3, _): return raw.flatMap { Packer(rawValue: $0) }.map { .compressed($0) }
    case (4, 0): return .noTar
    case (5, 0): return .noZip
    case (6, 0): return .parts
    case (7, _): return raw.flatMap { Damage(rawValue: $0) }.map { .damaged($0) }
    case (8, _): return raw.flatMap { Limit(rawValue: $0) }.map { .limit($0) }
    case (9, _): return raw.flatMap { Unpacking(rawValue: $0) }.map { .unpacking($0) }
    case (10, _): return .unpackedBytes(number)
    case (11, 0): return .noSevenZip
    case (12, 0): return .encrypted
    case (13, 0): return .noRar
    default: return nil
    }
  }
}
