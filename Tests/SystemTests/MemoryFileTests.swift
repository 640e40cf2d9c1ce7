import Glibc
import System
import Testing

@Suite struct MemoryFileTests {
  /// Writes a byte; true if it was written.
  private func write(at offset: Int, of file: MemoryFile) -> Bool {
    file.number.map { pwrite($0, [7], 1, off_t(offset)) == 1 } ?? false
  }

  @Test("A file with a largest size can be written up to it, and not beyond")
  func most() throws {
    let file = try MemoryFile(most: 10)
    #expect(write(at: 9, of: file))
    #expect(!write(at: 10, of: file))
    #expect(errno == EPERM)
    #expect(try file.bytes(20) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 7])
  }

  @Test("A sealed file is cut and never changes")
  func sealed() throws {
    let file = try MemoryFile(most: 1 << 40)
    #expect(write(at: 1, of: file))
    try file.seal(3)
    #expect(try file.bytes(20) == [0, 7, 0])
    #expect(!write(at: 0, of: file))
    #expect(throws: SystemError(EPERM)) { try file.seal(2) }
    #expect(try file.bytes(20) == [0, 7, 0])
  }

  @Test("A file of given bytes is sealed")
  func ofBytes() throws {
    let file = try MemoryFile([1, 2, 3])
    #expect(!write(at: 0, of: file))
    #expect(!write(at: 3, of: file))
    #expect(try file.bytes(20) == [1, 2, 3])
  }
}
