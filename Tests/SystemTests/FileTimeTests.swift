import Glibc
import Testing

@testable import System

@Suite struct FileTimeTests {
  /// 12,000,000,000 s are in the year 2350, and as nanoseconds 6,446,744,073,709,551,616 short of 2^64.
  @Test func timesWithoutRoomAreTimesAllTheSame() {
    var status = stat()
    (status.st_mtim.tv_sec, status.st_mtim.tv_nsec) = (1_700_000_000, 5)
    #expect(FileStatus(status).modified == 1_700_000_000_000_000_005)
    status.st_mtim.tv_sec = 12_000_000_000
    #expect(FileStatus(status).modified == -6_446_744_073_709_551_611)
    for seconds in [Int.max, .min, -12_000_000_000] {
      status.st_mtim.tv_sec = seconds
      #expect(FileStatus(status).modified &- 5 == seconds &* 1_000_000_000)
    }
  }
}
