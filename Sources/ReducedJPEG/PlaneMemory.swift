import Glibc
import ImageModel

/// Zeroed memory, aligned for vectors of 16 bytes. The size of the memory depends on the size of a picture.
final class PlaneMemory<Element: BitwiseCopyable> {
  let base: UnsafeMutablePointer<Element>
  let count: Int

  /// Throws `memory`.
  init(_ count: Int) throws(DecodeEnd) {
    let (bytes, isTooMuch) = count.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
    guard !isTooMuch, let memory = calloc(max(1, bytes), 1) else {
      throw .noMemory
    }
    base = memory.bindMemory(to: Element.self, capacity: count)
    self.count = count
  }

  deinit { free(base) }

  func clear() { memset(base, 0, count * MemoryLayout<Element>.stride) }
}
