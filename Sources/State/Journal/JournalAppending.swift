import Glibc
import System

extension Journal {
  /// Adds all `lines` at the end in one step. If the write fails, cuts off the bytes that were written.
  ///
  /// An item with a line of over 16 MiB is left out; a later run makes its outputs again.
  package func append(_ lines: [JournalLine]) throws(SystemError) {
    if let failure { throw failure }
    var printing = JournalPrinting()
    let short = lines.filter { printing.addIfShort($0) }
    try write(printing.bytes)
    for line in short { note(line) }
    try noteLines(printing.bytes)
  }

  /// Flushes the added lines to the disk. After a failed flush every later call fails too, since the lines
  /// may be lost.
  package func sync() throws(SystemError) {
    if let failure { throw failure }
    guard let number = file?.number else { return }
    do throws(SystemError) { try SystemError.check { fdatasync(number) } } catch { throw poison(error) }
    guard isNameFresh else { return }
    do throws(SystemError) { try folder.sync() } catch { throw poison(error) }
    isNameFresh = false
  }

  /// Cuts off everything after the last valid line.
  func cut() throws(SystemError) {
    guard let number = file?.number else { return }
    let end = off_t(reading.end)
    try SystemError.check { ftruncate(number, end) }
  }

  /// Forbids further writing, and returns the reason.
  func poison(_ error: SystemError) -> SystemError {
    failure = error
    return error
  }

  private func write(_ bytes: [UInt8]) throws(SystemError) {
    guard let number = file?.number else { return }
    do throws(SystemError) {
      guard reading.end + bytes.count < JournalIndex.Place.limit else { throw SystemError(EFBIG) }
      try Descriptor.write(bytes, to: number)
    } catch {
      do throws(SystemError) { try cut() } catch let other { failure = other }
      throw error
    }
  }

  /// Updates the index with written lines.
  private func noteLines(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while let newline = rest.place(of: JournalText.newline) {
      let place = JournalIndex.Place(offset: reading.end, count: newline + 1 - rest.startIndex)
      let key = reading.take(body: rest[..<newline].dropFirst(JournalText.bodyOffset))?.key
      do throws(SystemError) { try note(key, at: place) } catch { throw poison(error) }
      rest = rest[(newline + 1)...]
    }
  }
}
