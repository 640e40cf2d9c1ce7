import Glibc
import ImageModel
import Planning
import Rendering
import State
import Survey
import System
import Workers

/// Makes what isn't done of one image: opens its source, has it rendered into temporary files, and notes what came of it.
package struct ImageMaker: Sendable {
  private let folders: JobFolders
  private let state: JobState
  private let freshness: Freshness

  /// What Linux reads ahead of the first bytes of a file, unless it was told otherwise: a file that is no larger came
  /// into memory when its header was read.
  private static let readWithHeader = 128 << 10

  /// For plans made for `folders`.
  package init(_ folders: JobFolders, _ state: JobState, _ freshness: Freshness) {
    self.folders = folders
    self.state = state
    self.freshness = freshness
  }

  /// The image with new files beside their places; with a `refusal` nothing is made, and what was to be made fails by
  /// it. nil where damage leaves its decode to libjpeg, for which the plan has no room (``ImagePlan/withRoomForLibjpeg``).
  /// Throws what stands in the way of all images.
  func make(
    _ image: ImagePlan, _ renderer: any Renderer, refusal: Finding?
  ) throws(Halt) -> FinishedImage? {
    let standing: ItemState
    do throws(SystemError) {
      standing = try freshness.state(of: image)
    } catch { throw Halt(error, writing: state.name) }
    var making = Making(image, standing)
    if !making.indices.isEmpty {
      if let refusal { making.fail(refusal) } else { try render(&making, renderer) }
      if refusal == nil && image.peakByLibjpeg != nil && making.lacksMemory { return nil }
    }
    return making.finished(freshness)
  }

  /// Has the kernel read an image's source while others are in work, so far as that is of use.
  func prefetch(_ image: ImagePlan) {
    guard let bytes = image.bytes, bytes > Self.readWithHeader, image.peakBytes > 0 else { return }
    // What stands in the way comes up again when the image is made.
    guard let source = try? OpenSource.open(folders.path(of: image)) else { return }
    source.prefetch()
  }

  private func render(_ making: inout Making, _ renderer: any Renderer) throws(Halt) {
    let image = making.image
    let source: OpenSource
    do throws(OpeningError) { source = try open(image) } catch {
      if case .system(let error) = error { throw Halt(error, source: image.source) }
      return making.fail(error.finding)
    }
    making.sourceSHA256 = nil
    let end = MonotonicClock.now() + MonotonicClock.nanoseconds(image.seconds)
    for round in image.rounds(of: making.indices) {
      try render(round, of: source, renderer, by: end, &making)
    }
  }

  private func render(
    _ round: ImagePlan.Round, of source: borrowing OpenSource, _ renderer: any Renderer,
    by end: Int64, _ making: inout Making
  ) throws(Halt) {
    let targets = try targets(round)
    let outcome: ImageOutcome
    do throws(WorkerTrouble) {
      outcome = try renderer.render(
        round, source: source.descriptor.number, targets: targets.map { $0?.number }, by: end)
    } catch {
      throw Halt(error)
    }
    making.sourceSHA256 = making.sourceSHA256 ?? outcome.sourceSHA256
    for (index, place) in round.places.enumerated() where round.isWanted[index] {
      var output = outcome.outputs[index]
      do throws(SystemError) {
        if let error = output.systemError { throw SystemError(error) }
        if output.error == nil {
          making.files[place] = try targets[index]?.finish(syncs: state.durability == .each)
        }
      } catch {
        output = OutputOutcome(error: try failure(error, making.image, place))
      }
      making.outcomes[place] = output
    }
  }

  private func open(_ image: ImagePlan) throws(OpeningError) -> OpenSource {
    let source = try OpenSource.open(folders.path(of: image))
    if !source.status.matches(image) { throw .source(.sourceChanged) }
    return source
  }

  /// Temporary files for the outputs to make; nil for the others.
  private func targets(_ round: ImagePlan.Round) throws(Halt) -> [TemporaryFile?] {
    var targets: [TemporaryFile?] = []
    for isWanted in round.isWanted {
      do throws(SystemError) { targets.append(isWanted ? try state.folder.newFile() : nil) } catch {
        throw Halt(error, writing: state.name)
      }
    }
    return targets
  }

  /// Why an output failed for an error of the system. Throws when all others would too.
  private func failure(_ error: SystemError, _ image: ImagePlan, _ index: Int) throws(Halt) -> Finding {
    let path = image.outputs[index].path ?? ""
    if let halt = Halt(error, output: path) { throw halt }
    return .unwritable(path, error)
  }
}

/// One image while it is made.
private struct Making {
  let image: ImagePlan
  let standing: ItemState
  /// The outputs to make.
  let indices: [Int]
  var sourceSHA256: String?
  /// What came of each output.
  var outcomes: [OutputOutcome]
  var files: [FinishedFile?]

  init(_ image: ImagePlan, _ standing: ItemState) {
    self.image = image
    self.standing = standing
    indices = standing.outputs.indices.filter { standing.outputs[$0].isToBeMade }
    sourceSHA256 = standing.item?.identity == FileIdentity(image) ? standing.item?.sourceSHA256 : nil
    files = Array(repeating: nil, count: image.outputs.count)
    outcomes = standing.outcomes(of: image)
  }

  /// True where an output failed for want of memory.
  var lacksMemory: Bool { indices.contains { outcomes[$0].error?.code == .memory } }

  /// Fails all that was to be made.
  mutating func fail(_ finding: Finding) {
    sourceSHA256 = nil
    for index in indices { outcomes[index] = OutputOutcome(error: finding) }
  }

  func finished(_ freshness: Freshness) -> FinishedImage {
    let tried = standing.outputs.indices.filter {
      standing.outputs[$0].isToBeMade || standing.outputs[$0] == .unmakeable
    }
    var finished = FinishedImage(
      image, ImageOutcome(sourceSHA256: sourceSHA256, outputs: outcomes), tried: tried)
    guard let identity = FileIdentity(image),
      !indices.isEmpty || standing.isRenewed || isNewlyKept(identity, freshness)
    else { return finished }
    finished.files = files.enumerated().map { index, file in
      guard let file, let path = image.outputs[index].path else { return nil }
      return FinishedImage.ReadyFile(
        file: file, path: path, replaces: standing.outputs[index] != .missing(mustBeFree: true))
    }
    finished.item = JournalItem(
      source: image.source, id: image.id, identity: identity, sourceSHA256: sourceSHA256,
      outputs: image.outputs.indices.compactMap { record($0, freshness) })
    return finished
  }

  /// True where a file is to stay of which the journal doesn't say so yet.
  private func isNewlyKept(_ identity: FileIdentity, _ freshness: Freshness) -> Bool {
    standing.outputs.indices.contains { index in
      guard standing.outputs[index] == .kept, let path = image.outputs[index].path else { return false }
      return standing.item?.identity != identity
        || standing.item?.output(at: path, hint: index) != record(index, freshness)
    }
  }

  private func record(_ index: Int, _ freshness: Freshness) -> JournalOutput? {
    guard standing.outputs[index] != .unmakeable, let path = image.outputs[index].path else { return nil }
    switch standing.outputs[index] {
    case .done, .failed: return standing.item?.output(at: path, hint: index)
    case .unmakeable, .kept, .missing, .stale:
      return JournalOutput(
        path: path, recipe: freshness.recipe(index, image) ?? "", outcome: outcomes[index],
        file: files[index]?.identity)
    }
  }
}
