import ImageModel
import Planning
import Synchronization
import RenderingSupport
import TestSupport
import Testing

@testable import Rendering
@testable import Survey
@testable import System
@testable import Workers

/// Makes nothing, and says that it took what it is told to say.
private final class SilentRenderer: Renderer {
  let measurement: RenderMeasurement?
  /// How often it gave its memory back.
  private(set) var returns = 0

  init(_ measurement: RenderMeasurement?) { self.measurement = measurement }

  func render(_ plan: ImagePlan, source: Int32, mask: Int32?, targets: [Int32?]) -> ImageOutcome {
    ImageOutcome(sourceSHA256: "5a", outputs: [])
  }

  func giveBack() { returns += 1 }
}

@Suite("The measurement of a job")
struct JobMeasurementTests {
  /// The record of what `renderers` did with one image each, of which the header took 7 ns and 70 bytes.
  private static func measured(_ renderers: [SilentRenderer]) throws -> [MeasuredImage] {
    let picture = TestPicture.noisy(width: 20, height: 10)
    var plan = try RenderedImage(RenderedImage.job([""]), picture.file(), stored: picture.size).plan
    plan.index = 2
    let probes = ProbeRecord()
    probes.note(StageCost(nanoseconds: 7, bytes: 70), of: 2)
    let record = Mutex<[MeasuredImage]>([])
    let measurement = JobMeasurement(job: "j", probes: probes) { image in record.withLock { $0 += [image] } }
    for renderer in renderers {
      let outcome = try measurement.around(renderer).render(plan, source: -1, targets: [])
      #expect(outcome == ImageOutcome(sourceSHA256: "5a", outputs: []))
    }
    return record.withLock { $0 }
  }

  @Test("What no worker tells of is waiting, and threads have numbers")
  func waiting() throws {
    let before = MonotonicClock.now()
    let images = try Self.measured([SilentRenderer(nil), SilentRenderer(nil)])
    let after = MonotonicClock.now()
    #expect(images.map(\.worker) == [1, 2])
    for (number, image) in images.enumerated() {
      #expect(image.start >= before && image.wall >= 0 && image.start + image.wall <= after)
      var measurement = RenderMeasurement()
      measurement.stages[.probe] = StageCost(nanoseconds: 7, bytes: 70)
      measurement.stages[.wait].nanoseconds = image.wall
      #expect(
        image
          == MeasuredImage(
            job: "j", source: "a.jpg", id: "a", worker: number + 1, start: image.start, wall: image.wall,
            measurement: measurement))
    }
  }

  @Test("Stages never have more time than the image")
  func clamped() throws {
    var told = RenderMeasurement()
    told.stages[.decode] = StageCost(nanoseconds: 9_000_000_000_000_000, bytes: 5)
    told.filters = Lookups(hits: 3, misses: 4)
    let images = try Self.measured([SilentRenderer(told)])
    var all = told
    all.stages[.probe] = StageCost(nanoseconds: 7, bytes: 70)
    #expect(images.map(\.wall) == [9_000_000_000_000_000])
    #expect(images.map(\.measurement) == [all])
  }

  @Test("Headers that nobody measured, or that there are none of, took nothing")
  func probes() {
    let probes = ProbeRecord()
    probes.note(StageCost(nanoseconds: 1, bytes: 2), of: 1)
    #expect([0, 1, 2].map(probes.cost) == [StageCost(), StageCost(nanoseconds: 1, bytes: 2), StageCost()])
  }

  @Test("A renderer that is measured gives its memory back as others do")
  func givesBack() {
    let renderer = SilentRenderer(nil)
    JobMeasurement(job: "j", probes: nil) { _ in }.around(renderer).giveBack()
    #expect(renderer.returns == 1)
  }
}
