import Glibc
import JSONReading

extension ByteFeed {
  /// The bytes of the open file `number` from its offset on; it must stay open meanwhile.
  package init(reading number: Int32) {
    self.init { buffer throws(FileFault) in
      do throws(SystemError) {
        return try SystemError.check { Glibc.read(number, buffer.baseAddress, buffer.count) }
      } catch { throw FileFault("can't be read: \(error.message)") }
    }
  }
}
