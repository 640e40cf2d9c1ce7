/// A text file that is written while a run is on, and takes its place when it is whole.
///
/// What can't be written is told at the end: nobody waits for these lines meanwhile.
package final class GrowingFile {
  private let file: WholeFile
  private var text: [UInt8] = []
  private var failure: SystemError?

  /// Bytes that are written at once.
  private static let chunk = 1 << 16

  /// Begins the file at `path`, whose folder must exist, under another name.
  package init(_ path: String) throws(SystemError) {
    file = try WholeFile(path)
    text.reserveCapacity(Self.chunk)
  }

  /// Appends text, unless an earlier part couldn't be written.
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

  /// Puts the file in its place. Throws what it, or any part of it, can't be written for.
  package func finish() throws(SystemError) {
    flush()
    if let failure { throw failure }
    try file.commit()
  }
}
