/// Extra fields of zip entries (APPNOTE 6.3.10, section 4.5).
enum ZipExtra {
  /// The content of the first field with this number; nil if there is none. Bytes that aren't fields end the search.
  static func field(_ number: UInt16, in extra: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var rest = extra
    while let found: UInt16 = rest.number(at: 0), let count: UInt16 = rest.number(at: 2),
      let content = rest.part(at: 4, Int(count))
    {
      if found == number { return content }
      rest = rest.dropFirst(4 + Int(count))
    }
    return nil
  }

  /// The number of the field with 64-bit sizes.
  static let zip64: UInt16 = 1
}

/// Replaces numbers that have no room in an entry by those of the field with 64-bit sizes (section 4.5.3).
struct ZipWideNumbers {
  private var rest: ArraySlice<UInt8>?

  init(_ extra: ArraySlice<UInt8>) { rest = ZipExtra.field(ZipExtra.zip64, in: extra) }

  /// The number, or the next one of the field if `stated` has all bits set. Without the field, `stated` counts. Nil if
  /// the field is too short.
  mutating func number(_ stated: UInt32) -> UInt64? {
    if stated != .max || rest == nil { return UInt64(stated) }
    return next(UInt64.self)
  }

  /// The number of a disk, in the same way.
  mutating func disk(_ stated: UInt16) -> UInt32? {
    if stated != .max || rest == nil { return UInt32(stated) }
    return next(UInt32.self)
  }

  private mutating func next<Value: FixedWidthInteger>(_ type: Value.Type) -> Value? {
    guard let value = rest?.number(at: 0, type) else { return nil }
    rest = rest?.dropFirst(Value.bitWidth / 8)
    return value
  }
}
