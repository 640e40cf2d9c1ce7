import Glibc
import ImageModel
import Survey
import System
import Testing

@Suite struct FileHashingTests {
  private static func sums(_ stop: StopRequest = StopRequest()) -> FileHashing {
    FileHashing(ThreadPool(width: 3), unless: stop)
  }

  private static func none() throws -> FileHash {
    FileHash(bytes: 0, sha256: try #require(Checksum(hexadecimal: String(repeating: "0", count: 64))))
  }

  /// More than are kept at once, every tenth of which can't be read.
  @Test func allComeInTheirOrder() throws {
    let gone = Finding(.notFound, "gone")
    let zero = try Self.none()
    var numbers: [Int] = []
    try Self.sums().forEach(
      count: 9001, name: { "\($0)" },
      sum: { number throws(OpeningError) in
        if number % 10 == 0 { throw .source(gone) }
        return FileHash(bytes: number, sha256: zero.sha256)
      }
    ) { number, sum in
      numbers.append(number)
      let expected: Result<FileHash, ImageError> =
        number % 10 == 0 ? .failure(ImageError(gone)) : .success(FileHash(bytes: number, sha256: zero.sha256))
      #expect(sum == expected)
    }
    #expect(numbers == Array(0..<9001))
  }

  @Test func whatIsNotTheFilesEndsItAll() throws {
    let zero = try Self.none()
    var numbers: [Int] = []
    #expect(throws: Halted(Halt(.later, "'f5' can't be opened: Too many open files"))) {
      try Self.sums().forEach(
        count: 9, name: { "f\($0)" },
        sum: { number throws(OpeningError) in
          if number > 4 { throw .system(SystemError(EMFILE)) }
          return zero
        }
      ) { number, _ in numbers.append(number) }
    }
    #expect(numbers == [0, 1, 2, 3, 4])
  }

  @Test func aStopEndsItBeforeTheNextFile() throws {
    let stop = StopRequest()
    let zero = try Self.none()
    #expect(throws: Stopped.self) {
      try Self.sums(stop).forEach(
        count: 9000, name: { "\($0)" },
        sum: { number throws(OpeningError) in
          if number == 4999 { stop.request(.timeLimit) }
          return zero
        }
      ) { number, _ in #expect(number < 4096) }
    }
  }
}
