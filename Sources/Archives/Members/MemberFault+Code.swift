extension MemberFault {
  /// The fault as two numbers, for ``MemberIndex``.
  var code: (kind: UInt8, number: UInt64) {
    switch self {
    case .link: (1, 0)
    case .device: (2, 0)
    case .sparse: (3, 0)
    case .encrypted: (4, 0)
    case .method(let number): (5, UInt64(number))
    case .kind(let letter): (6, UInt64(letter))
    case .name(let fault): (7, UInt64(fault.rawValue))
    case .repeated: (8, 0)
    case .tooLarge(let size): (9, size)
    case .overlaps: (10, 0)
    case .damaged(let damage): (11, UInt64(damage.rawValue))
    case .memory(let most): (12, most)
    case .coder(let number): (13, number)
    }
  }

  /// The fault of two numbers; nil if no fault has them.
  init?(kind: UInt8, number: UInt64) {
    switch (kind, number) {
    case (1, 0): self = .link
    case (2, 0): self = .device
    case (3, 0): self = .sparse
    case (4, 0): self = .encrypted
    case (5, _):
      guard let number = UInt16(exactly: number) else { return nil }
      self = .method(number)
    case (6, _):
      guard let letter = UInt8(exactly: number) else { return nil }
      self = .kind(letter)
    case (7, _):
      guard let raw = UInt8(exactly: number), let fault = NameFault(rawValue: raw) else { return nil }
      self = .name(fault)
    case (8, 0): self = .repeated
    case (9, _): self = .tooLarge(number)
    case (10, 0): self = .overlaps
    case (11, _):
      guard let raw = UInt8(exactly: number), let damage = MemberDamage(rawValue: raw) else { return nil }
      self = .damaged(damage)
    case (12, _): self = .memory(number)
    case (13, _): self = .coder(number)
    default: return nil
    }
  }
}
