import Glibc
import ImageModel
import Planning
import RenderingSupport
import TestSupport
import Testing

@testable import Workers
@testable import Rendering
@testable import System

@Suite("What rendering an image took")
struct RenderMeasurementTests {
  private static func image(_ outputs: [String], more: String = "") throws -> RenderedImage {
    let picture = TestPicture.noisy(width: 90, height: 70)
    return try RenderedImage(
      RenderedImage.job(outputs, more: more), picture.file(), stored: picture.size, tag: 6)
  }

  /// What a renderer makes of an image, and the files.
  private static func rendered(
    _ image: RenderedImage, _ renderer: any Renderer
  ) throws -> (outcome: ImageOutcome, files: [[UInt8]]) {
    let targets = try image.plan.outputs.map { _ in try OpenBytes() }
    let outcome = try renderer.render(
      image.plan, source: image.source.descriptor, targets: targets.map(\.descriptor))
    return (outcome, try targets.map { try $0.read() })
  }

  private static func processRenderer(measures: Bool) throws -> ProcessRenderer {
    var settings = WorkerSettings(.bestEffort, measures: measures)
    settings.program = try CommandRun.program()
    return ProcessRenderer(settings)
  }

  /// Memory is the process's: only in a process of its own is it the image's.
  private static func expectMeasured(_ renderer: any Renderer, isAlone: Bool) throws {
    let image = try image(["resize: {width: 20}", "resize: {width: 9, height: 9, fit: contain}"])
    let start = MonotonicClock.now()
    let made = try rendered(image, renderer)
    let wall = MonotonicClock.now() - start
    #expect(made.outcome == image.outcome)
    #expect(made.files == image.files)
    let stages = try #require(renderer.measurement).stages
    for stage in Stage.allCases {
      let isRendering = ![.probe, .wait].contains(stage)
      #expect((stages[stage].nanoseconds > 0) == isRendering, "\(stage)")
      if isAlone || !isRendering { #expect((stages[stage].bytes > 0) == isRendering, "\(stage)") }
    }
    #expect(stages.nanoseconds <= wall)
    // The read buffer of 64 KiB is there as long as the decoder is.
    #expect(!isAlone || stages[.read].bytes >= 65536 && stages[.decode].bytes > stages[.read].bytes)
  }

  @Test("Each stage has time and bytes, in a thread and in a process, and nothing is made otherwise")
  func stages() throws {
    try Self.expectMeasured(ThreadRenderer(measures: true), isAlone: false)
    try Self.expectMeasured(Self.processRenderer(measures: true), isAlone: true)
  }

  @Test("Nothing is measured unless it is asked for")
  func unmeasured() throws {
    let image = try Self.image([""])
    for renderer in [ThreadRenderer(), try Self.processRenderer(measures: false)] as [any Renderer] {
      _ = try Self.rendered(image, renderer)
      #expect(renderer.measurement == nil)
    }
  }

  @Test("Filter banks and buffers are made for the first image of a kind, and there for the next")
  func lookups() throws {
    let image = try Self.image(["resize: {width: 20}"])
    let renderer = ThreadRenderer(measures: true)
    _ = try Self.rendered(image, renderer)
    let first = try #require(renderer.measurement)
    _ = try Self.rendered(image, renderer)
    let second = try #require(renderer.measurement)
    #expect(first.filters.misses == 2)
    #expect(second.filters == Lookups(hits: first.filters.hits + 2, misses: 0))
    #expect(first.buffers.misses > 0)
    #expect(second.buffers == Lookups(hits: first.buffers.hits + first.buffers.misses, misses: 0))
  }

  @Test("Of an image that its worker died of nothing is known")
  func death() throws {
    let renderer = try Self.processRenderer(measures: true)
    let image = try Self.image([""])
    _ = try Self.rendered(image, renderer)
    #expect(renderer.measurement != nil)
    kill(try #require(renderer.process), SIGSTOP)
    var plan = image.plan
    plan.seconds = 0.01
    let target = try OpenBytes()
    let outcome = try renderer.render(plan, source: image.source.descriptor, targets: [target.descriptor])
    #expect(outcome.outputs.map(\.error?.code) == [.timeout])
    #expect(renderer.measurement == nil)
  }
}

@Suite("A measurement in a worker's answer")
struct MeasuredReplyTests {
  /// The answer of a worker of one output that nobody asked for, as bytes: memory, flags, findings, outputs.
  private static let unmeasured: [UInt8] =
    [1, 0, 0, 0, 0, 0, 0, 0] + [0] + [0, 0, 0, 0] + [1, 0, 0, 0] + [0, 0]

  /// Stage by stage time and bytes, then hits and misses.
  private static let numbers: [[UInt8]] = [
    [0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0],
    [1, 0, 0, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0, 0, 0],
    [2, 0, 0, 0, 0, 0, 0, 0], [0, 2, 0, 0, 0, 0, 0, 0],
    [3, 0, 0, 0, 0, 0, 0, 0], [0, 3, 0, 0, 0, 0, 0, 0],
    [4, 0, 0, 0, 0, 0, 0, 0], [0, 4, 0, 0, 0, 0, 0, 0],
    [5, 0, 0, 0, 0, 0, 0, 0], [0, 5, 0, 0, 0, 0, 0, 0],
    [6, 0, 0, 0, 0, 0, 0, 0], [0, 6, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0],
    [11, 0, 0, 0], [12, 0, 0, 0], [5, 0, 0, 0], [18, 0, 0, 0],
  ]

  /// The whole answer, with one number in place of its own.
  private static func bytes(_ place: Int = -1, _ number: [UInt8] = []) -> [UInt8] {
    unmeasured + numbers.indices.flatMap { $0 == place ? number : numbers[$0] }
  }

  private static func plan(outputs: Int = 1) throws -> ImagePlan {
    let picture = TestPicture.noisy(width: 20, height: 10)
    return try RenderedImage(
      RenderedImage.job(Array(repeating: "", count: outputs)), picture.file(), stored: picture.size
    ).plan
  }

  /// Just enough for the answer: 21 ns, 0x600 bytes, and 23 lookups for an output of three planes.
  private static func bounds() throws -> MeasurementBounds {
    var bounds = MeasurementBounds(try plan(), waited: 0, bytes: 0x600)
    #expect(bounds.nanoseconds == 1_000_000 && bounds.lookups == 23)
    bounds.nanoseconds = 21
    return bounds
  }

  private static func reply() -> WorkerReply {
    var reply = WorkerReply(outcome: ImageOutcome(sourceSHA256: nil, outputs: [OutputOutcome()]), memory: 1)
    var measurement = RenderMeasurement()
    for (index, stage) in Stage.rendering.enumerated() {
      measurement.stages[stage] = StageCost(nanoseconds: Int64(index + 1), bytes: (index + 1) * 256)
    }
    measurement.filters = Lookups(hits: 11, misses: 12)
    measurement.buffers = Lookups(hits: 5, misses: 18)
    reply.measurement = measurement
    return reply
  }

  @Test("It is written and read like this")
  func roundTrip() throws {
    let plan = try Self.plan()
    #expect(Self.reply().encoded(for: plan) == Self.bytes())
    #expect(try WorkerReply.parse(Self.bytes(), for: plan, measured: Self.bounds()) == Self.reply())
  }

  @Test("It is there exactly when it is asked for, and whole")
  func presence() throws {
    let (plan, bounds, whole) = (try Self.plan(), try Self.bounds(), Self.bytes())
    #expect(throws: WireError.goesOn(144)) { try WorkerReply.parse(whole, for: plan) }
    for count in Self.unmeasured.count..<whole.count {
      #expect(throws: WireError.endsEarly) {
        try WorkerReply.parse(Array(whole[..<count]), for: plan, measured: bounds)
      }
    }
    #expect(throws: WireError.goesOn(1)) {
      try WorkerReply.parse(whole + [0], for: plan, measured: bounds)
    }
  }

  private static let faults: [(place: Int, bytes: [UInt8], error: String)] = [
    (0, [1, 0, 0, 0, 0, 0, 0, 0], "stage"),
    (1, [1, 0, 0, 0, 0, 0, 0, 0], "stage"),
    (14, [1, 0, 0, 0, 0, 0, 0, 0], "stage"),
    (15, [1, 0, 0, 0, 0, 0, 0, 0], "stage"),
    // One more than the time that there was: of the first one alone, and of all together.
    (2, [22, 0, 0, 0, 0, 0, 0, 0], "stage's time"),
    (12, [7, 0, 0, 0, 0, 0, 0, 0], "stage's time"),
    (2, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], "stage's time"),
    (4, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], "stage's time"),
    (8, [0, 0, 0, 0, 0, 0, 0, 0x80], "stage's time"),
    (13, [1, 6, 0, 0, 0, 0, 0, 0], "stage's memory"),
    (3, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], "stage's memory"),
    (5, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], "stage's memory"),
    (16, [12, 0, 0, 0], "count of lookups"),
    (16, [0xFF, 0xFF, 0xFF, 0xFF], "count of lookups"),
    (17, [0xFF, 0xFF, 0xFF, 0xFF], "count of lookups"),
    (18, [6, 0, 0, 0], "count of lookups"),
    (19, [0xFF, 0xFF, 0xFF, 0xFF], "count of lookups"),
  ]

  @Test("Each number is checked", arguments: faults.indices)
  func number(_ index: Int) throws {
    let fault = Self.faults[index]
    let (plan, bounds) = (try Self.plan(), try Self.bounds())
    #expect(throws: WireError.wrong(fault.error), "\(fault.place)") {
      try WorkerReply.parse(Self.bytes(fault.place, fault.bytes), for: plan, measured: bounds)
    }
  }

  @Test("The longest answers have room for it", arguments: [1, 4, 600])
  func size(_ count: Int) throws {
    let plan = try Self.plan(outputs: count)
    var outcome = ImageOutcome(sourceSHA256: String(repeating: "a5", count: 32), outputs: [])
    for index in 0..<count {
      var output = OutputOutcome()
      output.bytes = 1 + index
      output.sha256 = String(repeating: "0f", count: 32)
      output.findings = (0..<99).map {
        Finding(.damaged, "\(index) \($0) \(String(repeating: "\u{E9}", count: 400))")
      }
      outcome.outputs.append(output)
    }
    outcome.bound(by: plan)
    var reply = Self.reply()
    reply.outcome = outcome
    let bytes = reply.encoded(for: plan)
    #expect(bytes.count <= 4096 + 256 * count)
    let bounds = MeasurementBounds(plan, waited: 21, bytes: 0x600)
    #expect(try WorkerReply.parse(bytes, for: plan, measured: bounds) == reply)
  }
}
