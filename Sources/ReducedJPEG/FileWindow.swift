import Glibc
import ImageModel

/// The bytes of a file in order. One piece of the file is in memory at a time.
final class FileWindow {
  /// Reads the file's next bytes and fills the buffer; fewer bytes mean the end of the file.
  typealias Fill = (UnsafeMutableRawBufferPointer) throws(ImageError) -> Int

  private static let capacity = 1 << 16

  private let memory: UnsafeMutablePointer<UInt8>
  private let fill: Fill
  /// The bytes in memory from `at` to `end` aren't taken yet. `at <= end <= capacity`.
  private var at = 0
  private var end = 0

  init(_ fill: @escaping Fill) {
    self.fill = fill
    memory = .allocate(capacity: Self.capacity)
  }

  deinit { memory.deallocate() }

  /// Loads the next piece of the file. Returns false at the end of the file.
  private func more() throws(DecodeEnd) -> Bool {
    do throws(ImageError) {
      end = try fill(UnsafeMutableRawBufferPointer(start: memory, count: Self.capacity))
    } catch { throw .failed(error) }
    at = 0
    return end > 0
  }

  /// The next byte; nil at the end of the file.
  func next() throws(DecodeEnd) -> UInt8? {
    if at == end, try !more() { return nil }
    at += 1
    return memory[at - 1]
  }

  /// Skips `count` bytes, or all up to the end of the file.
  func skip(_ count: Int) throws(DecodeEnd) {
    var left = count
    while left > end - at {
      left -= end - at
      if try !more() { return }
    }
    at += left
  }

  /// Takes the bytes before the next 0xFF, at most `most`, and the 0xFF itself if it directly follows them.
  /// `into` has room for `most` bytes; nil skips them.
  func takeRun(
    into place: UnsafeMutablePointer<UInt8>?, most: Int
  ) throws(DecodeEnd) -> (count: Int, endsAtFF: Bool)? {
    if at == end, try !more() { return nil }
    let start = memory + at
    let found = memchr(start, 0xFF, end - at)
    let run = found.map { UnsafeRawPointer($0) - UnsafeRawPointer(start) } ?? end - at
    let count = min(run, most)
    if let place { memcpy(place, start, count) }
    let endsAtFF = found != nil && count == run
    at += count + (endsAtFF ? 1 : 0)
    return (count, endsAtFF)
  }
}
