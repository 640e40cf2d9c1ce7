import Reporting
import Testing

@Suite struct ProgressTests {
  private let second: Int64 = 1_000_000_000

  @Test func theBarShowsHowFarItIs() {
    var progress = Progress(total: 8, now: 5 * second)
    #expect(
      progress.step(now: 7 * second)
        == "\r[###---------------------] 1/8 images, 0.5 a second, 14 s left\u{1B}[K")
    #expect(
      progress.step(now: 8 * second)
        == "\r[######------------------] 2/8 images, 0.7 a second, 9 s left\u{1B}[K")
  }

  @Test func theBarIsRedrawnTenTimesASecond() {
    var progress = Progress(total: 1000, now: 10 * second)
    let drawn = (1...100).map { progress.step(now: 10 * second + Int64($0) * second / 100) != nil }
    // The first at once, and then one in ten.
    #expect(drawn.enumerated().filter(\.element).map(\.offset) == Array(stride(from: 0, to: 100, by: 10)))
  }

  @Test func theLastImageIsAlwaysShown() {
    var progress = Progress(total: 2, now: second)
    _ = progress.step(now: 2 * second)
    #expect(
      progress.step(now: 2 * second + 1)
        == "\r[########################] 2/2 images, 2.0 a second, 0 s left\u{1B}[K")
  }

  @Test(
    arguments: [
      (60, "59 s"), (61, "1 min 0 s"), (3600, "59 min 59 s"), (3601, "1 h 0 min"), (9000, "2 h 29 min"),
    ])
  func longTimesAreInMinutesAndHours(_ total: Int, _ left: String) {
    var progress = Progress(total: total, now: second)
    let text = progress.step(now: 2 * second)
    #expect(
      text == "\r[------------------------] 1/\(total) images, 1.0 a second, \(left) left\u{1B}[K")
  }

  @Test(
    arguments: [
      (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1049, "1.0 kB"), (1050, "1.1 kB"), (999_949, "999.9 kB"),
      (999_950, "1.0 MB"), (14_200_000, "14.2 MB"), (999_949_999, "999.9 MB"), (999_950_000, "1.0 GB"),
      (1_000_000_000, "1.0 GB"), (2_500_000_000_000, "2500.0 GB"),
    ])
  func byteCounts(_ bytes: Int, _ text: String) {
    #expect(ByteCount.text(bytes) == text)
  }
}
