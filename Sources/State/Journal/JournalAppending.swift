import Glibc
import System

extension Journal {
  /// Adds `lines` at the end, all at once: after a throw the file is as it was before.
  ///
  /// An item whose line would be longer than 16 MiB is left out; its outputs are made again when asked for.
  package func append(_ lines: [JournalLine]) throws(SystemError) {
    if let failure { throw failure }
    var printing = JournalPrinting()
    let short = lines.filter { printing.addIfShort($0) }
    try write(printing.bytes)
    for line in short { note(line) }
    try noteLines(printing.bytes)
  }

  /// Makes all that was added last. What failed once is never tried again: the data may be gone.
  package func sync() throws(SystemError) {
    if let failure { throw failure }
    guard let number = file?.number else { return }
    do throws(SystemError) { try SystemError.check { fdatasync(number) } } catch { throw poison(error) }
    guard isNameFresh else { return }
    do throws(SystemError) { try folder.sync() } catch { throw poison(error) }
    isNameFresh = false
  }

  /// Cuts away what stands behind the lines that hold.
  func cut() throws(SystemError) {
    guard let number = file?.number else { return }
    let end = off_t(reading.end)
    try SystemError.check { ftruncate(number, end) }
  }

  /// Lets nothing more be written, and returns why.
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

  /// Takes in what was just written.
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
