/// The end of a zip: its end record, and those of zip64 (APPNOTE 6.3.10, sections 4.3.14 to 4.3.16).
struct ZipEnd: Sendable {
  /// The bytes of the end record without its comment, of the locator of zip64 and of the shortest record of zip64.
  static let recordBytes: UInt64 = 22
  static let locatorBytes: UInt64 = 20
  static let wideBytes: UInt64 = 56
  /// The end record lies in so many bytes at the end, and the records of zip64 before it usually too.
  static let tailBytes = UInt64(UInt16.max) + recordBytes + locatorBytes + wideBytes

  /// The offset of the first record of the end. The directory ends there.
  private(set) var place: UInt64
  /// The number of entries, which lacks its upper bits without zip64.
  private(set) var entries: UInt64
  private(set) var directoryBytes: UInt64
  /// The offset of the directory, as the records say it.
  private(set) var directory: UInt64
  private(set) var isWide = false
  /// True if the numbers of disks say that the zip has several files.
  private(set) var hasParts: Bool
  /// The offset of the record of zip64, as its locator says it; nil without a locator.
  private(set) var stated: UInt64?
  /// The offset of the locator.
  private(set) var locator: UInt64 = 0

  /// Finds the end record in the last bytes of a zip of `size` bytes. Its comment must reach to the end. Nil if there
  /// is none.
  init?(tail: ArraySlice<UInt8>, size: UInt64) {
    let start = size - UInt64(tail.count)
    let least = Int(Self.recordBytes)
    guard tail.count >= least else { return nil }
    let found = (0...(tail.count - least)).last { offset in
      guard tail.number(at: offset, UInt32.self) == 0x0605_4B50,
        let comment: UInt16 = tail.number(at: offset + 20)
      else { return false }
      return offset + least + Int(comment) == tail.count
    }
    guard let found, let record = tail.part(at: found, least), let disk: UInt16 = record.number(at: 4),
      let startDisk: UInt16 = record.number(at: 6), let here: UInt16 = record.number(at: 8),
      let entries: UInt16 = record.number(at: 10), let bytes: UInt32 = record.number(at: 12),
      let directory: UInt32 = record.number(at: 16)
    else { return nil }
    place = start + UInt64(found)
    self.entries = UInt64(entries)
    directoryBytes = UInt64(bytes)
    self.directory = UInt64(directory)
    hasParts = here != entries || disk != startDisk || disk != 0 && disk != .max
    readLocator(tail, before: found, start)
  }

  private mutating func readLocator(_ tail: ArraySlice<UInt8>, before record: Int, _ start: UInt64) {
    let offset = record - Int(Self.locatorBytes)
    guard let locator = tail.part(at: offset, Int(Self.locatorBytes)),
      locator.number(at: 0, UInt32.self) == 0x0706_4B50, let stated: UInt64 = locator.number(at: 8),
      let disks: UInt32 = locator.number(at: 16)
    else { return }
    self.stated = stated
    self.locator = start + UInt64(offset)
    // Some programs count no disk.
    if disks > 1 { hasParts = true }
  }

  /// Takes the record of zip64 at an offset, which must end at the locator. False if there is none, or if it
  /// contradicts the end record.
  mutating func widen(_ bytes: ArraySlice<UInt8>, at offset: UInt64) -> Bool {
    guard bytes.number(at: 0, UInt32.self) == 0x0606_4B50, let rest: UInt64 = bytes.number(at: 4),
      let disk: UInt32 = bytes.number(at: 16), let startDisk: UInt32 = bytes.number(at: 20),
      let here: UInt64 = bytes.number(at: 24), let entries: UInt64 = bytes.number(at: 32),
      let size: UInt64 = bytes.number(at: 40), let directory: UInt64 = bytes.number(at: 48)
    else { return false }
    guard offset <= locator, locator - offset >= Self.wideBytes, rest == locator - offset - 12,
      Self.agree(self.entries, entries, UInt64(UInt16.max)),
      Self.agree(directoryBytes, size, UInt64(UInt32.max)),
      Self.agree(self.directory, directory, UInt64(UInt32.max))
    else { return false }
    (place, self.entries, directoryBytes, self.directory) = (offset, entries, size, directory)
    hasParts = hasParts || disk != 0 || startDisk != 0 || here != entries
    isWide = true
    return true
  }

  /// True if the number of the end record is `wide`, or says that it has no room for it.
  private static func agree(_ narrow: UInt64, _ wide: UInt64, _ most: UInt64) -> Bool {
    narrow == wide || narrow == most
  }
}
