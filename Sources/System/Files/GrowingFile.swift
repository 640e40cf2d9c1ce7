/// A text file that grows during a run. It gets its name when it is whole.
///
/// Write errors are reported at the end, because nobody reads the file earlier.
package final class GrowingFile {
  private let file: WholeFile
  private var text: [UInt8] = []
  private var failure: SystemError?

  /// The text is written to the file each time it reaches this number of bytes.
  private static let chunk = 1 << 16

  /// Begins the file at `path`, and makes the folders above it. The file gets its name in ``finish()``.
  package init(_ path: String) throws(SystemError) {
    file = try WholeFile(path)
    text.reserveCapacity(Self.chunk)
  }

  /// Appends text, unless an earlier write failed.
  package func append(_ more: String) {
    text += more.utf8
    if text.count >= Self.chunk { flush() }
  }

  private func flush() {
    if failure == nil {
      do throws(SystemError) { try Descriptor.write(text, to: file.number) } catch { failure = error }
    }
    text.removeAll(keepingCapacity: true)
  }

  /// Puts the file in its place. Throws the first error of any write.
  package func finish() throws(SystemError) {
    flush()
    if let failure { throw failure }
    try file.commit()
  }
}
