import ImageModel
import JSON
import Reporting
import Survey
import System
import Testing

@Suite struct ProgressTests {
  private let second: Int64 = 1_000_000_000

  /// A bar 5 s after the clock's begin, for images of 1 MB, of which some are made at once.
  private func progress(_ total: Int, made: Int = 0) -> Progress {
    var progress = Progress(total: total, bytes: total * 1_000_000, now: 5 * second)
    for _ in 0..<made {
      progress.begin()
      progress.finish(bytes: 1_000_000)
    }
    return progress
  }

  @Test func theBarShowsHowFarItIs() {
    var progress = progress(8)
    progress.begin()
    progress.begin()
    #expect(
      progress.draw(now: 6 * second, columns: 200)
        == "\r[------------------------] 0/8 images, 2 in work, 0 B of 8.0 MB, 1 s gone\u{1B}[K")
    progress.finish(bytes: 1_000_000)
    #expect(
      progress.draw(now: 7 * second, columns: 200)
        == "\r[###---------------------] 1/8 images, 0.5 a second, 1 in work, 1.0 MB of 8.0 MB\u{1B}[K")
    progress.begin()
    progress.finish(bytes: 3_000_000)
    // Half of the bytes in 4 s: as long again.
    #expect(
      progress.draw(now: 9 * second, columns: 200)
        == "\r[######------------------] 2/8 images, 4 s left, 0.5 a second, 1 in work, 4.0 MB of 8.0 MB\u{1B}[K"
    )
  }

  @Test func aProgramGetsCountsAndBytes() throws {
    var progress = progress(8, made: 1)
    let line = progress.line(now: 6 * second)
    #expect(line == .making(done: 1, total: 8, bytes: 1_000_000, totalBytes: 8_000_000))
    #expect(progress.line(now: 6 * second + 99_999_999) == nil)
    #expect(
      try JSONText.encode(line)
        == #"{"level":"progress","stage":"make","done":1,"total":8,"bytes":1000000,"total_bytes":8000000}"#)
    #expect(
      try JSONText.encode(ProgressLine.planning(images: 3))
        == #"{"level":"progress","stage":"plan","done":3}"#)
  }

  @Test func theBarShowsTheUseOfTheNetwork() {
    var progress = progress(8, made: 1)
    let network = NetworkUse(requests: 21, retries: 1, bytes: 4_200_000, waited: 2_999_999_999)
    #expect(
      progress.draw(now: 7 * second, network: network, columns: 200)
        == "\r[###---------------------] 1/8 images, 0.5 a second, 21 requests, 4.2 MB received, 1 retry, 2 s waited, 1.0 MB of 8.0 MB\u{1B}[K"
    )
  }

  @Test func theHeartbeatShowsTheWorkThatIsDone() {
    let work = WorkDone()
    #expect(
      Progress.heartbeat("planning", work, seconds: 3, columns: 80) == "\rplanning, 3 s gone\u{1B}[K")
    work.add(images: 1)
    work.add(images: 146, bytes: 34_500_000, outputs: 12)
    #expect(
      Progress.heartbeat("verifying", work, seconds: 75, columns: 200)
        == "\rverifying, 1 min 15 s gone, 147 images looked at, 34.5 MB hashed, 12 outputs rendered\u{1B}[K")
    let job = NetworkMeter(within: work.network)
    job.add(NetworkUse(requests: 1))
    #expect(
      Progress.heartbeat("verifying", work, seconds: 75, columns: 200).hasSuffix(
        ", 12 outputs rendered, 1 request, 0 B received\u{1B}[K"))
    #expect(
      Progress.heartbeat("verifying", work, seconds: 75, columns: 30)
        == "\rverifying, 1 min 15 s gone, 1\u{1B}[K")
  }

  /// The first image of many tells nothing of the others.
  @Test func nothingIsEstimatedOfNothing() {
    var few = progress(1000, made: 19)
    #expect(few.draw(now: 3605 * second, columns: 200)?.contains("left") == false)
    var early = progress(1000, made: 20)
    #expect(early.draw(now: 7 * second, columns: 200)?.contains("left") == false)
    #expect(early.draw(now: 8 * second, columns: 200)?.contains(", 2 min 27 s left, 6.7 a second,") == true)
  }

  @Test func theBarIsRedrawnTenTimesASecond() {
    var progress = progress(1000)
    let drawn = (1...100).map { progress.draw(now: 10 * second + Int64($0) * second / 100) != nil }
    // The first at once, and then one in ten.
    #expect(drawn.enumerated().filter(\.element).map(\.offset) == Array(stride(from: 0, to: 100, by: 10)))
  }

  @Test func theLastImageIsAlwaysShown() {
    var progress = progress(2, made: 1)
    _ = progress.draw(now: 6 * second)
    progress.begin()
    progress.finish(bytes: 1_000_000)
    #expect(
      progress.draw(now: 6 * second + 1, columns: 200)
        == "\r[########################] 2/2 images, 2.0 a second, 2.0 MB of 2.0 MB\u{1B}[K")
  }

  /// A line that is wrapped could not be redrawn in place.
  @Test func theLineIsNoWiderThanTheTerminal() {
    var progress = progress(2, made: 1)
    #expect(
      progress.draw(now: 6 * second, columns: 40) == "\r[############------------] 1/2 images, \u{1B}[K")
  }

  @Test(
    arguments: [
      (60, "6 s"), (1260, "3 min 6 s"), (72_020, "3 h 0 min"), (180_000, "7 h 29 min"),
    ])
  func longTimesAreInMinutesAndHours(_ total: Int, _ left: String) {
    var progress = progress(total, made: 20)
    let line = progress.draw(now: 8 * second, columns: 200)
    #expect(line?.contains(" \(left) left,") == true, "\(line ?? "")")
  }

  @Test(
    arguments: [
      (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1049, "1.0 kB"), (1050, "1.1 kB"), (999_949, "999.9 kB"),
      (999_950, "1.0 MB"), (14_200_000, "14.2 MB"), (999_949_999, "999.9 MB"), (999_950_000, "1.0 GB"),
      (1_000_000_000, "1.0 GB"), (2_500_000_000_000, "2500.0 GB"), (.max, "9223372036.9 GB"),
    ])
  func byteCounts(_ bytes: Int, _ text: String) {
    #expect(ByteCount.text(bytes) == text)
  }
}
