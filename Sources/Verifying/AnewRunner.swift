import ImageModel
import Planning
import Rendering
import Running
import Survey
import System
import Workers

/// Renders outputs anew, as a run does, but into files in memory.
package struct AnewRunner: Sendable {
  /// Some outputs of an image.
  package struct Wanted: Sendable {
    package let image: ImagePlan
    /// Their places in the plan, none of which fails by it.
    package let outputs: [Int]

    package init(_ image: ImagePlan, outputs: [Int]) {
      self.image = image.withRoomForLibjpeg
      self.outputs = outputs
    }
  }

  private let folders: JobFolders
  private let pool: WorkerPool
  private let memory: MemoryBudget
  private let work: WorkDone
  private let renderer: @Sendable () -> any Renderer

  /// For plans made for `folders`, of which those in work fit into `memory`; each thread has a renderer of its own. The
  /// outputs that are rendered are counted in `work`.
  package init(
    _ folders: JobFolders, pool: WorkerPool, memory: MemoryBudget, counting work: WorkDone = WorkDone(),
    renderer: @escaping @Sendable () -> any Renderer
  ) {
    self.work = work
    self.folders = folders
    self.pool = pool
    self.memory = memory
    self.renderer = renderer
  }

  /// What comes of each of `wanted`: of the outputs that aren't wanted nothing. Throws what stands in the way of all of them.
  package func run(_ wanted: [Wanted]) throws(Halt) -> [ImageOutcome] {
    let outputs = wanted.lazy.map(\.image.widestRound).max() ?? 0
    return try pool.limited(outputs: outputs).map(
      count: wanted.count, within: memory, need: { memory.need(wanted[$0].image) }, renderer: renderer
    ) { number, renderer throws(Halt) in try make(wanted[number], renderer) }
  }

  /// What the rows of an image's outputs must say of its metadata; nil where that takes rendering them.
  package func notes(of image: ImagePlan) -> [[Finding]?] {
    guard let source = try? OpenSource.open(folders.path(of: image)), source.status.matches(image) else {
      return image.outputs.map { _ in nil }
    }
    return ImageRenderer.notes(image, source: source.descriptor.number)
  }

  private func make(_ wanted: Wanted, _ renderer: any Renderer) throws(Halt) -> ImageOutcome {
    let image = wanted.image
    if let refusal = memory.refusal(image) { return wanted.failed(refusal) }
    let source: OpenSource
    do throws(OpeningError) {
      source = try OpenSource.open(folders.path(of: image))
    } catch {
      if case .system(let error) = error { throw Halt(error, source: image.source) }
      return wanted.failed(error.finding)
    }
    if !source.status.matches(image) { return wanted.failed(.sourceChanged) }
    var outcome = wanted.failed(nil)
    let end = MonotonicClock.now() + MonotonicClock.nanoseconds(image.seconds)
    for round in image.rounds(of: wanted.outputs) {
      let made = try render(round, of: source, renderer, by: end)
      outcome.sourceSHA256 = outcome.sourceSHA256 ?? made.sourceSHA256
      for (index, place) in round.places.enumerated() where round.isWanted[index] {
        outcome.outputs[place] = made.outputs[index]
        work.add(outputs: 1)
      }
    }
    return outcome
  }

  private func render(
    _ round: ImagePlan.Round, of source: borrowing OpenSource, _ renderer: any Renderer, by end: Int64
  ) throws(Halt) -> ImageOutcome {
    let number = source.descriptor.number
    let files: [MemoryFile?]
    do throws(SystemError) {
      files = try round.isWanted.map { isWanted throws(SystemError) in isWanted ? try MemoryFile() : nil }
    } catch { throw Halt(error, writing: MemoryFile.name) }
    let made: ImageOutcome
    do throws(WorkerTrouble) {
      made = try renderer.render(round, source: number, targets: files.map { $0?.number }, by: end)
    } catch { throw Halt(error) }
    if let error = made.outputs.lazy.compactMap(\.systemError).first {
      throw Halt(SystemError(error), writing: MemoryFile.name)
    }
    return made
  }
}

extension AnewRunner.Wanted {
  /// All that is wanted failed by `finding`, or nothing said of it yet.
  fileprivate func failed(_ finding: Finding?) -> ImageOutcome {
    var outcome = ImageOutcome(
      sourceSHA256: nil, outputs: Array(repeating: OutputOutcome(), count: image.outputs.count))
    for place in outputs { outcome.outputs[place].error = finding }
    return outcome
  }
}
