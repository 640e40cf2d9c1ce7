/// A part of a journal that was read in one call.
struct JournalGlance {
  /// Bytes to read in one call.
  static let length = 1 << 13

  private let held: [UInt8]
  private let offset: Int

  /// Makes a part of a journal from `bytes`, which begin at `offset` in the journal.
  init(_ bytes: [UInt8] = [], at offset: Int = 0) {
    held = bytes
    self.offset = offset
  }

  /// The `count` bytes at an offset; nil if some are not in this part.
  func bytes(_ count: Int, at offset: Int) -> ArraySlice<UInt8>? {
    let first = offset - self.offset
    guard first >= 0, count >= 0, count <= held.count - first else { return nil }
    return held[first..<first + count]
  }

  /// The first `count` bytes, or fewer if there are fewer.
  func start(_ count: Int) -> ArraySlice<UInt8> { held.prefix(count) }
}
