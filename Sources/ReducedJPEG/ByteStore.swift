import Glibc
import ImageModel

/// A growing array of bytes.
final class ByteStore {
  private(set) var base: UnsafeMutablePointer<UInt8>?
  private var capacity = 0
  var count = 0

  deinit { free(base) }

  /// The place for the next bytes, with room for `more` bytes. Throws `memory`.
  func room(for more: Int) throws(DecodeEnd) -> UnsafeMutablePointer<UInt8>? {
    if count + more > capacity {
      let size = max(count + more, capacity + capacity / 2)
      guard let memory = realloc(base, size) else { throw .noMemory }
      base = memory.bindMemory(to: UInt8.self, capacity: size)
      capacity = size
    }
    return base.map { $0 + count }
  }

  /// Appends two bytes. Throws `memory`.
  func append(_ first: UInt8, _ second: UInt8) throws(DecodeEnd) {
    guard let place = try room(for: 2) else { return }
    (place[0], place[1]) = (first, second)
    count += 2
  }
}
