import Glibc
import System
import TestSupport
import Testing

@testable import Reporting

@Suite struct MetricsTextTests {
  private static let good = JobMetrics(
    name: "nightly", ended: 1_795_232_000_042, status: 0, duration: 61_500, ok: 26, failed: 1, skipped: 0,
    filtered: 5, reused: 20, bytes: 344_941,
    network: NetworkUse(requests: 33, retries: 4, bytes: 5_000_000, waited: 2_345_678_901))
  private static let stopped = JobMetrics(
    name: "nightly", ended: 1_795_318_400_000, status: 143, duration: 999, ok: 3, failed: 0, skipped: 24,
    filtered: 0, reused: 0, bytes: 1000)

  private static let goodText = """
    # HELP upright_last_run_timestamp_seconds When the last run ended.
    # TYPE upright_last_run_timestamp_seconds gauge
    upright_last_run_timestamp_seconds{name="nightly"} 1795232000.042
    # HELP upright_last_success_timestamp_seconds When the last run ended whose exit status was 0.
    # TYPE upright_last_success_timestamp_seconds gauge
    upright_last_success_timestamp_seconds{name="nightly"} 1795232000.042
    # HELP upright_run_exit_status The exit status of the last run.
    # TYPE upright_run_exit_status gauge
    upright_run_exit_status{name="nightly"} 0
    # HELP upright_run_duration_seconds How long the last run took.
    # TYPE upright_run_duration_seconds gauge
    upright_run_duration_seconds{name="nightly"} 61.500
    # HELP upright_outputs Outputs of the last run by what came of them, reused ones as ok.
    # TYPE upright_outputs gauge
    upright_outputs{name="nightly",status="ok"} 26
    upright_outputs{name="nightly",status="failed"} 1
    upright_outputs{name="nightly",status="skipped"} 0
    upright_outputs{name="nightly",status="filtered"} 5
    # HELP upright_reused_outputs Outputs that the last run found made already.
    # TYPE upright_reused_outputs gauge
    upright_reused_outputs{name="nightly"} 20
    # HELP upright_output_bytes Bytes that the last run wrote into outputs.
    # TYPE upright_output_bytes gauge
    upright_output_bytes{name="nightly"} 344941
    # HELP upright_network_requests Requests that the last run sent, with planning.
    # TYPE upright_network_requests gauge
    upright_network_requests{name="nightly"} 33
    # HELP upright_network_retries Requests that the last run sent once more.
    # TYPE upright_network_retries gauge
    upright_network_retries{name="nightly"} 4
    # HELP upright_network_bytes Bytes that the last run received.
    # TYPE upright_network_bytes gauge
    upright_network_bytes{name="nightly"} 5000000
    # HELP upright_network_wait_seconds The time that all threads of the last run waited for pictures, in sum.
    # TYPE upright_network_wait_seconds gauge
    upright_network_wait_seconds{name="nightly"} 2.345

    """

  /// The samples alone.
  private func samples(_ text: String) -> [Substring] {
    text.split(separator: "\n").filter { $0.first != "#" }
  }

  @Test func aRunThatWentWell() {
    #expect(MetricsText.text(names: ["nightly"], runs: [Self.good], previous: "") == Self.goodText)
  }

  @Test func theLastSuccessIsKept() {
    #expect(
      samples(MetricsText.text(names: ["nightly"], runs: [Self.stopped], previous: Self.goodText)) == [
        #"upright_last_run_timestamp_seconds{name="nightly"} 1795318400.000"#,
        #"upright_last_success_timestamp_seconds{name="nightly"} 1795232000.042"#,
        #"upright_run_exit_status{name="nightly"} 143"#,
        #"upright_run_duration_seconds{name="nightly"} 0.999"#,
        #"upright_outputs{name="nightly",status="ok"} 3"#,
        #"upright_outputs{name="nightly",status="failed"} 0"#,
        #"upright_outputs{name="nightly",status="skipped"} 24"#,
        #"upright_outputs{name="nightly",status="filtered"} 0"#,
        #"upright_reused_outputs{name="nightly"} 0"#,
        #"upright_output_bytes{name="nightly"} 1000"#,
        #"upright_network_requests{name="nightly"} 0"#,
        #"upright_network_retries{name="nightly"} 0"#,
        #"upright_network_bytes{name="nightly"} 0"#,
        #"upright_network_wait_seconds{name="nightly"} 0.000"#,
      ])
  }

  @Test func aJobThatNeverSucceededSaysNothingOfIt() {
    let text = MetricsText.text(names: ["nightly"], runs: [Self.stopped], previous: "")
    #expect(
      text.split(separator: "\n").filter { $0.contains("success") } == [])
    #expect(samples(text).count == 13)
  }

  @Test func severalJobsShareAHead() {
    var other = Self.stopped
    other.name = "albums"
    let text = MetricsText.text(names: ["nightly", "albums"], runs: [other, Self.good], previous: "")
    #expect(
      text.hasPrefix(
        """
        # HELP upright_last_run_timestamp_seconds When the last run ended.
        # TYPE upright_last_run_timestamp_seconds gauge
        upright_last_run_timestamp_seconds{name="nightly"} 1795232000.042
        upright_last_run_timestamp_seconds{name="albums"} 1795318400.000
        # HELP upright_last_success_timestamp_seconds When the last run ended whose exit status was 0.
        # TYPE upright_last_success_timestamp_seconds gauge
        upright_last_success_timestamp_seconds{name="nightly"} 1795232000.042
        # HELP upright_run_exit_status The exit status of the last run.

        """))
    #expect(samples(text).count == 27)
  }

  @Test func aJobThatDidNotRunKeepsAllItsFigures() {
    var other = Self.good
    other.name = "albums"
    let text = MetricsText.text(names: ["nightly", "albums"], runs: [other], previous: Self.goodText)
    #expect(samples(text).filter { $0.contains("nightly") } == samples(Self.goodText))
    #expect(samples(text).count == 28)
  }

  @Test func whatIsSaidOfOtherJobsGoes() {
    var other = Self.good
    other.name = "albums"
    let text = MetricsText.text(names: ["albums"], runs: [other], previous: Self.goodText)
    #expect(text == Self.goodText.replacing("nightly", with: "albums"))
  }

  @Test(arguments: [
    ("a\"b", #"a\"b"#), (#"a\b"#, #"a\\b"#), ("a\nb", #"a\nb"#), ("größe {x}", "größe {x}"),
  ])
  func labelsAreEscaped(_ name: String, _ label: String) {
    var (first, second) = (Self.good, Self.stopped)
    (first.name, second.name) = (name, name)
    let text = MetricsText.text(names: [name], runs: [first], previous: "")
    #expect(text == Self.goodText.replacing("nightly", with: label))
    // It is found again by the same name.
    #expect(
      MetricsText.text(names: [name], runs: [second], previous: text)
        .contains("\nupright_last_success_timestamp_seconds{name=\"\(label)\"} 1795232000.042\n"))
  }

  @Test(arguments: ["NaN", "-1", "1e3", "", ".5", "5.", "1 2", "0x10", "1.2.3"])
  func whatWeNeverWriteIsNotKept(_ value: String) {
    let previous = "upright_last_success_timestamp_seconds{name=\"nightly\"} \(value)\n"
    #expect(
      MetricsText.text(names: ["nightly"], runs: [Self.stopped], previous: previous)
        == MetricsText.text(names: ["nightly"], runs: [Self.stopped], previous: ""))
  }

  @Test func theFileIsReplacedWhole() throws {
    let folder = try TemporaryDirectory()
    try folder.write("left behind", to: ".x.prom.upright-tmp")
    try MetricsFile.update(folder.path("x.prom"), names: ["nightly"], runs: [Self.good])
    #expect(String(decoding: try folder.read("x.prom"), as: UTF8.self) == Self.goodText)
    try MetricsFile.update(folder.path("x.prom"), names: ["nightly"], runs: [Self.stopped])
    #expect(
      String(decoding: try folder.read("x.prom"), as: UTF8.self)
        == MetricsText.text(names: ["nightly"], runs: [Self.stopped], previous: Self.goodText))
    #expect(folder.files() == ["x.prom"])
  }

  @Test func aLinkInPlaceOfTheOtherFileIsNotFollowed() throws {
    let folder = try TemporaryDirectory()
    try folder.write("untouched", to: "victim")
    try folder.link(".x.prom.upright-tmp", to: "victim")
    try MetricsFile.update(folder.path("x.prom"), names: ["nightly"], runs: [Self.good])
    #expect(try folder.read("victim") == Array("untouched".utf8))
    #expect(folder.files() == ["victim", "x.prom"])
  }

  @Test func whereNothingRanNothingIsTouched() throws {
    let folder = try TemporaryDirectory()
    try MetricsFile.update(folder.path("x.prom"), names: ["nightly"], runs: [])
    #expect(folder.files() == [])
  }

  @Test func whatCanNotBeWrittenIsTold() throws {
    let folder = try TemporaryDirectory()
    try folder.makeFolder("x.prom/full")
    #expect(throws: (any Error).self) {
      try MetricsFile.update(folder.path("x.prom"), names: ["nightly"], runs: [Self.good])
    }
    #expect(throws: SystemError(ENOTDIR)) {
      try folder.write("", to: "file")
      try MetricsFile.update(folder.path("file/x.prom"), names: ["nightly"], runs: [Self.good])
    }
    #expect(folder.files() == ["file"])
  }
}
