import ImageModel
import Planning
import Rendering
import Running
import Survey
import System
import Workers

/// Renders outputs again as a run does, but into files in memory.
package struct Rerendering: Sendable {
  /// Some outputs of an image.
  struct Wanted: Sendable {
    let image: ImagePlan
    /// The outputs' indices in the plan. No output among them has a planned failure.
    let outputs: [Int]

    init(_ image: ImagePlan, outputs: [Int]) {
      self.image = image.withRoomForLibjpeg
      self.outputs = image.withMasks(outputs)
    }
  }

  private let store: SourceStore
  private let memory: MemoryBudget
  private let work: WorkDone
  private let runner: Runner

  /// Renders images whose sources `store` opens. An image fails if it alone needs more than `memory`.
  /// `work` counts the rendered outputs.
  package init(
    _ store: SourceStore, _ runner: Runner, within memory: MemoryBudget, counting work: WorkDone = WorkDone()
  ) {
    self.store = store
    self.runner = runner
    self.memory = memory
    self.work = work
  }

  /// The outcomes for `wanted`, in the same order. An output that isn't wanted has an empty outcome. Throws
  /// an error that concerns all images.
  func run(_ wanted: [Wanted]) throws(Halted) -> [ImageOutcome] {
    try runner.map(
      count: wanted.count, outputs: wanted.lazy.map(\.image.outputsAtOnce).max() ?? 0,
      need: { memory.need(wanted[$0].image) }
    ) { number, renderer throws(Halted) in try make(wanted[number], renderer) }
  }

  /// The notes on metadata in an image's rows. Nil for an output if only rendering can give its notes.
  func notes(of image: ImagePlan) -> [[Finding]?] {
    guard let source = try? store.open(image) else { return image.outputs.map { _ in nil } }
    return ImageRenderer.notes(image, source: source.descriptor.number)
  }

  private func make(_ wanted: Wanted, _ renderer: any Renderer) throws(Halted) -> ImageOutcome {
    let image = wanted.image
    if let refusal = memory.refusal(image) { return wanted.failed(refusal) }
    let source: OpenSource
    do throws(OpeningError) { source = try store.open(image) } catch {
      return wanted.failed(try error.finding(of: image.source))
    }
    var outcome = wanted.failed(nil)
    (outcome.sourceSHA256, outcome.maskSHA256) = try renderer.render(
      wanted.outputs, of: image, from: source, open: MemoryFile.open
    ) { place, output, _ throws(Halted) in
      if let error = output.systemError { throw Halted(Halt(SystemError(error), writing: MemoryFile.name)) }
      outcome.outputs[place] = output
      work.add(outputs: 1)
    }
    _ = image.failWithMasks(wanted.outputs, &outcome.outputs)
    return outcome
  }
}

extension Rerendering.Wanted {
  /// The outcome if all wanted outputs fail by `finding`. Without a `finding`, no output has a result yet.
  fileprivate func failed(_ finding: Finding?) -> ImageOutcome {
    var outcome = ImageOutcome(
      sourceSHA256: nil, outputs: Array(repeating: OutputOutcome(), count: image.outputs.count))
    for place in outputs { outcome.outputs[place].error = finding }
    return outcome
  }
}
