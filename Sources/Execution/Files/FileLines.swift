import JSONReading

/// The lines of an open file, one after the other. The file's own offset stays where it is.
package struct FileLines: Sendable {
  /// One line.
  package struct Line: Sendable {
    /// From 1.
    package let number: Int
    /// Without its end, which is LF alone.
    package let bytes: [UInt8]
    /// False for a last line that just stops.
    package let isEnded: Bool
  }

  private let file: Int32
  /// What was read and not given out: ``buffer`` from ``start``.
  private var buffer: [UInt8] = []
  private var start = 0
  /// Where the file is read next.
  private var offset = 0
  private var number = 0

  private static let longestLine = 64 << 20
  private static let pieceBytes = 1 << 16

  /// The lines of the file that is open at `file`, from its first one.
  package init(of file: Int32) { self.file = file }

  /// The next line; nil at the end of the file. Throws where it can't be read, or is longer than 64 MiB.
  package mutating func next() throws(FileFault) -> Line? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return line(buffer[start..<end], isEnded: true)
      }
      buffer.removeFirst(start)
      (start, searched) = (0, buffer.count)
      if buffer.count > Self.longestLine {
        throw FileFault("line \(number + 1) is longer than \(Self.longestLine >> 20) MiB")
      }
      if try !readOn() {
        defer { buffer = [] }
        return buffer.isEmpty ? nil : line(buffer[...], isEnded: false)
      }
    }
  }

  private mutating func line(_ bytes: ArraySlice<UInt8>, isEnded: Bool) -> Line {
    number += 1
    return Line(number: number, bytes: Array(bytes), isEnded: isEnded)
  }

  private mutating func readOn() throws(FileFault) -> Bool {
    do throws(SystemError) {
      let piece = try FileBytes.read(file, count: Self.pieceBytes, at: offset)
      buffer += piece
      offset += piece.count
      return !piece.isEmpty
    } catch { throw FileFault("can't be read: \(error.message)") }
  }
}
