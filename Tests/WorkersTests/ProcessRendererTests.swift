import CKernel
import Foundation
import Glibc
import ImageModel
import JobFile
import Planning
import RenderingSupport
import TestSupport
import Testing

@testable import Rendering
@testable import System
@testable import Workers

/// A plan with a source and targets, to be rendered again and again.
private struct Order {
  let plan: ImagePlan
  let source: OpenBytes
  let expected: ImageOutcome
  let files: [[UInt8]]

  init(_ outputs: [String], more: String = "", file: [UInt8]? = nil) throws {
    let picture = TestPicture.noisy(width: 90, height: 70)
    try self.init(
      RenderedImage(
        RenderedImage.job(outputs, more: more), file ?? picture.file(), stored: picture.size))
  }

  init(_ image: RenderedImage) {
    (plan, source, expected, files) = (image.plan, image.source, image.outcome, image.files)
  }

  /// What a renderer makes of it, with the files.
  func rendered(_ renderer: any Renderer) throws -> (outcome: ImageOutcome, files: [[UInt8]]) {
    let targets = try plan.outputs.map { _ in try OpenBytes() }
    let outcome = try renderer.render(
      plan, source: source.descriptor, targets: targets.map(\.descriptor))
    return (outcome, try targets.map { try $0.read() })
  }

  /// True when the renderer makes exactly what this process makes.
  func isMade(by renderer: any Renderer) throws -> Bool {
    let made = try rendered(renderer)
    return made.outcome == expected && made.files == files
  }
}

@Suite("Images in a worker process")
struct ProcessRendererTests {
  private static let policies =
    kernel_landlock_abi() > 0 ? SandboxPolicy.allCases : [SandboxPolicy.bestEffort, .off]

  private static func settings(_ policy: SandboxPolicy = .bestEffort) throws -> WorkerSettings {
    var settings = WorkerSettings(policy)
    settings.program = try CommandRun.program()
    return settings
  }

  private static func renderer(_ policy: SandboxPolicy = .bestEffort) throws -> ProcessRenderer {
    ProcessRenderer(try settings(policy))
  }

  private static func bad(_ fault: String) throws -> ProcessRenderer {
    var settings = WorkerSettings(.off)
    settings.program = try "\(CommandRun.productsFolder())/upright-test-worker"
    settings.arguments = ["upright", "worker", fault]
    settings.pause = (0, 0)
    return ProcessRenderer(settings)
  }

  private static func failed(_ code: Finding.Code, _ message: String) -> ImageOutcome {
    ImageOutcome(sourceSHA256: nil, outputs: [OutputOutcome(error: Finding(code, message))])
  }

  @Test("A worker with helpers is locked in with all of them, and makes the same", arguments: policies)
  func helped(_ policy: SandboxPolicy) throws {
    let picture = TestPicture.noisy(width: 1000, height: 1100)
    var kind = TestJPEG(.ycbcr)
    (kind.sampling, kind.restartRows) = ([.init(2, 2)], 1)
    let order = Order(
      try RenderedImage(
        RenderedImage.job(["resize: {width: 600}"]), kind.file(picture), stored: picture.size, isReduced: true
      ))
    #expect(order.plan.decodes.map(\.engine) == [.reduced])
    let renderer = ProcessRenderer(try Self.settings(policy).helped(by: 2))
    try renderer.prepare()
    let process = try #require(renderer.process)
    try expectConfined(process, threads: 3, policy)
    for _ in 0..<3 { #expect(try order.isMade(by: renderer)) }
    #expect(renderer.process == process)
    #expect(try order.isMade(by: ThreadRenderer(helpers: 3)))
  }

  @Test("Outcomes and bytes are those of this process", arguments: policies, ["sha256", "none"])
  func same(_ policy: SandboxPolicy, _ hash: String) throws {
    let renderer = try Self.renderer(policy)
    let order = try Order(
      [
        "", "resize: {width: 9}", "crop: {x: 900, y: 0, width: 5, height: 5}",
        "metadata: {keep: [exif, xmp]}",
      ],
      more: "hash: \(hash)")
    #expect(try order.isMade(by: renderer))
    #expect(try order.isMade(by: renderer))
  }

  @Test("Damage is told alike")
  func corrupt() throws {
    let whole = try TestPicture.noisy(width: 90, height: 70).file()
    let order = try Order(["", "resize: {width: 50}"], file: whole[..<(whole.count / 2)] + whole.suffix(2))
    #expect(order.expected.outputs.map { $0.error?.code } == [.corrupt, .corrupt])
    #expect(try order.isMade(by: Self.renderer()))
  }

  @Test("More descriptors than one message carries")
  func manyOutputs() throws {
    let order = try Order((0..<600).map { "resize: {width: \($0 % 7 + 1)}" })
    #expect(try order.isMade(by: Self.renderer()))
  }

  @Test("An output without a descriptor isn't made, and one on a full disk says so")
  func targets() throws {
    let order = try Order(["", "", "resize: {width: 40}"])
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(full) }
    let last = try OpenBytes()
    let outcome = try Self.renderer().render(
      order.plan, source: order.source.descriptor, targets: [full, nil, last.descriptor])
    var unwritten = OutputOutcome()
    unwritten.systemError = ENOSPC
    #expect(outcome.outputs == [unwritten, OutputOutcome(), order.expected.outputs[2]])
    #expect(try last.read() == order.files[2])
  }

  @Test("A worker that crashes fails its image, and the next one is made")
  func crash() throws {
    let renderer = try Self.renderer()
    let order = try Order([""])
    try renderer.prepare()
    kill(try #require(renderer.process), SIGSEGV)
    #expect(
      try order.rendered(renderer).outcome == Self.failed(.decoderCrash, "crashed the decoder (SIGSEGV)"))
    #expect(try order.isMade(by: renderer))
  }

  @Test("A worker that had other images before may have been harmed by them")
  func secondImage() throws {
    let renderer = try Self.renderer()
    let order = try Order([""])
    #expect(try order.isMade(by: renderer))
    kill(try #require(renderer.process), SIGSEGV)
    #expect(try order.isMade(by: renderer))
  }

  @Test("A worker that made as many images as it may is replaced")
  func worn() throws {
    var settings = try Self.settings()
    settings.mostImages = 2
    let renderer = ProcessRenderer(settings)
    let order = try Order([""])
    var processes: [pid_t?] = []
    for _ in 0..<5 {
      #expect(try order.isMade(by: renderer))
      processes.append(renderer.process)
    }
    #expect(processes[0] == processes[1] && processes[2] == processes[3])
    #expect(processes[1] != processes[2] && processes[3] != processes[4])
  }

  @Test("An image that takes more memory than was predicted fails alone, in a worker that lives on")
  func memory() throws {
    let crop = "crop: {x: 0, y: 0, width: 6000, height: 6000, out_of_bounds: pad}"
    let picture = TestPicture.noisy(width: 90, height: 70)
    let image = try RenderedImage(RenderedImage.job([crop]), picture.file(), stored: picture.size)
    #expect(image.errors == [nil])
    var plan = image.plan
    plan.peakBytes = 0
    let renderer = try Self.renderer()
    try renderer.prepare()
    let process = renderer.process
    let target = try OpenBytes()
    let outcome = try renderer.render(
      plan, source: image.source.descriptor, targets: [target.descriptor])
    // Rows of 6000 samples begin at multiples of 64 bytes: 6016 x 6000.
    let message = "36.1 MB of memory for a picture of 6000x6000 can't be had"
    #expect(outcome.outputs == [OutputOutcome(error: Finding(.memory, message))])
    #expect(try Order([""]).isMade(by: renderer))
    #expect(renderer.process == process)
  }

  @Test("A worker that was killed once is replaced")
  func killedOnce() throws {
    let renderer = try Self.renderer()
    let order = try Order([""])
    try renderer.prepare()
    kill(try #require(renderer.process), SIGKILL)
    #expect(try order.isMade(by: renderer))
  }

  @Test("A worker that hangs is killed")
  func hang() throws {
    let renderer = try Self.renderer()
    let order = try Order([""], more: "limits: {seconds_per_image: 0.2}")
    try renderer.prepare()
    let process = try #require(renderer.process)
    kill(process, SIGSTOP)
    let outcome = try order.rendered(renderer).outcome
    #expect(outcome == Self.failed(.timeout, "took longer than limits.seconds_per_image"))
    #expect(kill(process, 0) != 0)
  }

  @Test(
    "A worker that goes wrong fails its image",
    arguments: [
      ("exit", Finding.Code.decoderCrash, "crashed the decoder (it ended with status 5)"),
      ("abort", .decoderCrash, "crashed the decoder (SIGABRT)"),
      ("kill", .memory, "took more memory than there is: its worker was killed, twice"),
      ("time", .timeout, "took longer than limits.seconds_per_image"),
      ("nonsense", .decoderCrash, "crashed the decoder (it gave an answer without sense)"),
      ("flood", .decoderCrash, "crashed the decoder (it gave an answer without sense)"),
    ])
  func faults(_ fault: String, _ code: Finding.Code, _ message: String) throws {
    #expect(try Order([""]).rendered(Self.bad(fault)).outcome == Self.failed(code, message))
  }

  @Test("A forbidden system call is told by its number")
  func forbiddenCall() throws {
    #if arch(x86_64)
      let call = 110
    #else
      let call = 173
    #endif
    #expect(
      try Order([""]).rendered(Self.bad("forbidden")).outcome
        == Self.failed(.decoderCrash, "crashed the decoder (forbidden system call \(call))"))
  }

  @Test("Workers that don't get ready, or don't exist, stop the batch")
  func notReady() throws {
    let order = try Order([""])
    #expect(throws: WorkerTrouble.notReady) { try order.rendered(Self.bad("early")) }
    var settings = WorkerSettings(.off)
    settings.program = "/nowhere"
    #expect(throws: WorkerTrouble.missing("/nowhere", SystemError(ENOENT))) {
      try order.rendered(ProcessRenderer(settings))
    }
  }

  @Test("Workers that die whatever the image stop the batch")
  func dying() throws {
    let order = try Order([""])
    let renderer = try Self.bad("exit")
    for _ in 0..<FixedLimits.Work.workerDeaths { _ = try order.rendered(renderer) }
    #expect(throws: WorkerTrouble.dying(FixedLimits.Work.workerDeaths + 1)) { try order.rendered(renderer) }
  }

  @Test("The level that was reached is known, and one that is too low is refused")
  func level() throws {
    let off = try Self.renderer(.off)
    try off.prepare()
    #expect(off.sandbox == SandboxLevel(landlock: nil, seccomp: false))
    var settings = try Self.settings(.require)
    settings.arguments[2] = "off"
    let refused = ProcessRenderer(settings)
    #expect(throws: WorkerTrouble.unconfined(missing: ["Landlock", "seccomp"])) { try refused.prepare() }
  }
}
