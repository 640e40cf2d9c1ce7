import ImageModel
import Planning
import Reporting
import System
import Testing

@testable import JSON
@testable import Rendering
@testable import State
@testable import Workers

@Suite struct RunReportTests {
  private func report() throws -> (RunReport, [ImagePlan]) {
    let images = try PlannedBatch().images
    return (RunReport(job: "web", plan: BatchPlan(images: images), manifest: "web.manifest.jsonl"), images)
  }

  @Test func aRunThatWentWell() throws {
    var (report, images) = try report()
    report.add(images[0], PlannedBatch.made(images[0]), tried: [0, 1])
    #expect(
      report.summary(isFine: true).text
        == "web: 2 of 4 outputs made from 2 images, 1 warning; 2.0 kB; manifest web.manifest.jsonl")
    #expect(report.details.map(\.text) == ["b/x.jpg: warning: XMP says 1 (xmp_orientation_conflict)"])
    #expect(
      try JSONText.encode(report)
        == ##"{"job":"web","images":2,"rows":4,"ok":2,"reused":0,"failed":0,"known":0,"skipped":0,"kept":0,"pruned":0,"warnings":1,"untagged":0,"filtered":0,"##
        + ##""bytes":2001,"manifest":"web.manifest.jsonl"}"##)
  }

  @Test func theUseOfTheNetworkIsTold() throws {
    var (report, images) = try report()
    report.add(images[0], PlannedBatch.made(images[0]), tried: [0, 1])
    report.network = NetworkUse(requests: 5, retries: 2, bytes: 1_234_567, waited: 3_999_999_999)
    #expect(
      report.summary(isFine: true).text.hasSuffix(
        "1 warning; 2.0 kB; 5 requests, 1.2 MB received, 2 retries, 3 s waited; manifest web.manifest.jsonl"))
    #expect(
      try JSONText.encode(report).contains(
        ##""bytes":2001,"network":{"requests":5,"retries":2,"bytes":1234567,"wait_ns":3999999999},"manifest":"##
      ))
  }

  @Test func failuresAndSkippedRowsAreCounted() throws {
    var (report, images) = try report()
    report.add(images[1], PlannedBatch.failed(.corrupt, "broken"), tried: [0, 1])
    report.add(images[0], PlannedBatch.failed(.stopped, "stopped"), tried: [0, 1])
    #expect(
      report.summary(isFine: false).text
        == "web: 0 of 4 outputs made from 2 images, 2 failed, 2 skipped, 3 warnings, "
        + "1 without orientation tag; 0 B; manifest web.manifest.jsonl")
    // The plan's own two warnings about the clipped crop, once the failure of both rows, and the other image's.
    #expect(
      report.details.map(\.text) == [
        "a.jpg: warning: the crop reaches beyond the picture and was clipped to 30x10+10+20 (crop_clipped)",
        "a.jpg: warning: 'resize: {width: 40, height: 40, fit: contain}' is larger than the crop: made 40x40, the picture 30x10 in it; "
          + "set 'enlarge: true' in 'resize' to enlarge it (not_enlarged)",
        "a.jpg: failed: broken (corrupt)", "b/x.jpg: warning: XMP says 1 (xmp_orientation_conflict)",
      ])
  }

  /// Of two outputs one was there; of two others one stays as it is, and three files are gone.
  @Test func whatWasNotMadeIsTold() throws {
    var (report, images) = try report()
    images[0].warnings = []
    report.add(images[0], PlannedBatch.made(images[0]), tried: [1])
    var kept = PlannedBatch.made(images[0])
    kept.outputs[0] = OutputOutcome(error: .exists("x-z.jpg"))
    report.add(images[0], kept, tried: [])
    report.pruned = 3
    #expect(
      report.summary(isFine: true).text
        == "web: 1 of 4 outputs made from 2 images, 2 done before, 1 kept as they are, 3 pruned; 1.0 kB; "
        + "manifest web.manifest.jsonl")
    #expect(
      try JSONText.encode(report)
        == ##"{"job":"web","images":2,"rows":4,"ok":3,"reused":2,"failed":0,"known":0,"skipped":1,"kept":1,"pruned":3,"##
        + ##""warnings":0,"untagged":0,"filtered":0,"bytes":1001,"manifest":"web.manifest.jsonl"}"##)
  }

  @Test func howFarWorkersWereLockedInIsTold() throws {
    var (report, _) = try report()
    report.note(.process, SandboxLevel(landlock: nil, seccomp: true))
    #expect(report.summary(isFine: true).text.contains("2 images, workers without Landlock; 0 B;"))
    #expect(
      try JSONText.encode(report).hasSuffix(##","isolation":"process","sandbox":{"seccomp":true}}"##))
    report.note(.process, SandboxLevel(landlock: 3, seccomp: true))
    #expect(report.summary(isFine: true).text.contains("2 images; 0 B;"))
    #expect(
      try JSONText.encode(report)
        .hasSuffix(##","isolation":"process","sandbox":{"landlock":3,"seccomp":true}}"##))
  }

  @Test func twentyLinesAtMost() throws {
    var (report, images) = try report()
    for number in 0..<30 {
      report.add(images[0], PlannedBatch.failed(.corrupt, "broken \(number)"), tried: [0, 1])
    }
    #expect(report.details.count == 20)
    #expect(report.failed == 60)
    #expect(report.warnings == 30)
  }

  @Test func warningsDoNotHideFailures() throws {
    var (report, images) = try report()
    // Two warnings an image, the second of them told each time, since others came between.
    for _ in 0..<15 { report.add(images[1], PlannedBatch.made(images[1]), tried: [0, 1]) }
    #expect(report.details.map(\.level) == Array(repeating: .warning, count: 20))
    #expect(report.more?.text == "and 10 more, all in the manifest")
    for number in 0..<25 {
      report.add(images[0], PlannedBatch.failed(.corrupt, "broken \(number)"), tried: [0, 1])
    }
    #expect(report.details.map(\.text) == (0..<20).map { "b/x.jpg: failed: broken \($0) (corrupt)" })
    // All but 20 of 30 and 25 warnings and 25 failures.
    #expect(report.more?.text == "and 60 more, all in the manifest")
  }
}
