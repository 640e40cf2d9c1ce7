/// The header right before the data of a zip member (APPNOTE 6.3.10, section 4.3.7).
package enum ZipLocalHeader {
  /// The bytes before the name.
  package static let fixedBytes = 30

  package enum Reading: Hashable, Sendable {
    /// The member's place, with the offset of its data.
    case place(MemberPlace)
    /// The header has so many bytes, which is more than were given.
    case needs(Int)
  }

  /// Reads the header at the start of `bytes`. They begin at the member's ``MemberPlace/header``, and may go on behind
  /// the header. `end` is the size of the archive, in bytes.
  ///
  /// Throws ``MemberFault/damaged(_:)`` if there is no header, or one that contradicts the directory, whose member is
  /// given. The sizes and the CRC-32 aren't compared if they follow the data (bit 3 of the flags).
  package static func read(
    _ bytes: ArraySlice<UInt8>, of member: ArchiveMember, before end: UInt64
  ) throws(MemberFault) -> Reading {
    let place = member.place
    guard bytes.count >= fixedBytes else { return try needs(fixedBytes, place, end) }
    guard bytes.number(at: 0, UInt32.self) == 0x0403_4B50, let name: UInt16 = bytes.number(at: 26),
      let extra: UInt16 = bytes.number(at: 28)
    else { throw .damaged(.noHeader) }
    let count = fixedBytes + Int(name) + Int(extra)
    guard bytes.count >= count, let raw = bytes.part(at: fixedBytes, Int(name)),
      let fields = bytes.part(at: fixedBytes + Int(name), Int(extra))
    else { return try needs(count, place, end) }
    try check(bytes, raw, fields, member)
    let (offset, isOver) = place.header.addingReportingOverflow(UInt64(count))
    guard !isOver, offset <= end, place.packed <= end - offset else { throw .damaged(.outside) }
    return .place(
      MemberPlace(
        header: place.header, offset: offset, packed: place.packed, size: place.size, method: place.method,
        checksum: place.checksum))
  }

  private static func needs(
    _ count: Int, _ place: MemberPlace, _ end: UInt64
  ) throws(MemberFault) -> Reading {
    guard place.header <= end, UInt64(count) <= end - place.header else { throw .damaged(.outside) }
    return .needs(count)
  }

  private static func isName(_ bytes: ArraySlice<UInt8>, of member: ArchiveMember) -> Bool {
    guard case .name(let name) = MemberName.read(bytes, backslashes: true) else { return false }
    return name.utf8.elementsEqual(member.name.utf8)
  }

  private static func check(
    _ bytes: ArraySlice<UInt8>, _ raw: ArraySlice<UInt8>, _ extra: ArraySlice<UInt8>, _ member: ArchiveMember
  ) throws(MemberFault) {
    let place = member.place
    guard let flags: UInt16 = bytes.number(at: 6), let method: UInt16 = bytes.number(at: 8),
      // A local header doesn't say which system it is from.
      [false, true].contains(where: {
        isName(ZipText.name(raw, flags: flags, extra, isUnix: $0), of: member)
      }),
      method == place.method.zip, flags & (1 | 1 << 6) == 0
    else { throw .damaged(.otherHeader) }
    if flags & 1 << 3 != 0 { return }
    var wide = ZipWideNumbers(extra)
    guard let packed: UInt32 = bytes.number(at: 18), let size: UInt32 = bytes.number(at: 22),
      wide.number(size) == place.size, wide.number(packed) == place.packed,
      bytes.number(at: 14, UInt32.self) == place.checksum
    else { throw .damaged(.otherHeader) }
  }
}
