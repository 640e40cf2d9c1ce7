/// The lines of an open file, one after the other. The file's own offset doesn't move.
package struct FileLines: Sendable {
  /// One line.
  package struct Line: Sendable {
    /// The line's number, counted from 1.
    package let number: Int
    /// The line's bytes, without the LF that ends it. A CR before the LF belongs to the line.
    package let bytes: [UInt8]
    /// False for a last line without a line end.
    package let isEnded: Bool
  }

  private let file: Int32
  private var buffer = LineBuffer()
  /// The offset of the next read.
  private var offset = 0
  private var number = 0

  private static let pieceBytes = 1 << 16

  /// Reads a file from its first line. `file` is the file's descriptor.
  package init(of file: Int32) { self.file = file }

  /// The next line; nil at the end of the file. Throws if the file can't be read, or if the line is longer
  /// than 64 MiB.
  package mutating func next() throws(FileFault) -> Line? {
    while true {
      if let bytes = buffer.next() { return line(bytes, isEnded: true) }
      if buffer.isTooLong { throw FileFault("line \(number + 1) is longer than 64 MiB") }
      if try !readOn() { return buffer.rest().map { line($0, isEnded: false) } }
    }
  }

  private mutating func line(_ bytes: ArraySlice<UInt8>, isEnded: Bool) -> Line {
    number += 1
    return Line(number: number, bytes: Array(bytes), isEnded: isEnded)
  }

  private mutating func readOn() throws(FileFault) -> Bool {
    do throws(SystemError) {
      let piece = try FileBytes.read(file, count: Self.pieceBytes, at: offset)
      buffer.append(piece)
      offset += piece.count
      return !piece.isEmpty
    } catch { throw FileFault("can't be read: \(error.message)") }
  }
}
