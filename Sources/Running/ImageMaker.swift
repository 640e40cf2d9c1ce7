import Glibc
import ImageModel
import Planning
import Rendering
import State
import Survey
import System
import Workers

/// Makes the missing outputs of one image. It opens the source, has it rendered into temporary files, and
/// keeps the outcome.
package struct ImageMaker: Sendable {
  private let store: SourceStore
  private let state: JobState
  private let freshness: Freshness
  private let memory: MemoryBudget
  /// Outputs that were made before the plan; nil if there are none.
  package var ahead: MadeAhead?

  /// The bytes that Linux reads ahead when a file is first read. A file of at most this size is in the cache
  /// once its header was read.
  private static let readWithHeader = 128 << 10

  /// Prepares to make images of one job, whose sources are opened by `store`. An image fails if it alone needs
  /// more memory than `memory` has.
  package init(_ store: SourceStore, _ state: JobState, _ freshness: Freshness, _ memory: MemoryBudget) {
    self.store = store
    self.state = state
    self.freshness = freshness
    self.memory = memory
  }

  /// Makes the image's new files, but doesn't put them in place yet. Its source may be `fetched` already. Returns nil
  /// if libjpeg must decode damaged data, and needs more memory for it than planned
  /// (``ImagePlan/withRoomForLibjpeg``). Throws an error that concerns all images.
  package func make(
    _ image: ImagePlan, _ renderer: any Renderer, from fetched: FetchedPicture? = nil
  ) throws(Halted) -> FinishedImage? {
    let standing: ItemState
    do throws(SystemError) {
      standing = try freshness.state(of: image)
    } catch { throw Halted(Halt(error, writing: state.name)) }
    var making = Making(image, standing)
    if !making.indices.isEmpty {
      if let made = ahead?.take(image) {
        making.take(made.outcome, made.files, from: state.temporaries)
      } else if let refusal = memory.refusal(image) {
        making.fail(refusal)
      } else {
        try render(&making, fetched, renderer)
        if fetched?.isFront == true, making.hasDoubts {
          making.drop(from: state.temporaries)
          try render(&making, nil, renderer)
        }
        if image.peakByLibjpeg != nil && making.lacksMemory { return nil }
      }
      try spareOthers(&making)
      making.failWithMasks(dropping: state.temporaries)
    }
    return making.finished(freshness)
  }

  /// Asks for an image's source while other images are in work, if that saves time.
  func prefetch(_ image: ImagePlan) {
    guard let bytes = image.bytes, bytes > Self.readWithHeader, image.peakBytes > 0,
      ahead?.has(image) != true
    else { return }
    store.prefetch(image)
  }

  private func render(
    _ making: inout Making, _ fetched: FetchedPicture?, _ renderer: any Renderer
  ) throws(Halted) {
    let image = making.image
    let source: OpenSource
    do throws(OpeningError) { source = try store.open(image, fetched) } catch {
      return making.fail(try error.finding(of: image.source))
    }
    let sums = try renderer.render(
      making.indices, of: image, from: source, open: newFile
    ) { place, outcome, file throws(Halted) in
      var outcome = outcome
      do throws(SystemError) {
        if let error = outcome.systemError { throw SystemError(error) }
        if outcome.error == nil { making.files[place] = try file.finish(syncs: state.durability == .each) }
      } catch {
        outcome = OutputOutcome(error: try failure(error, image, place))
      }
      making.outcomes[place] = outcome
    }
    making.sourceSHA256 = sums.source
    // Without a mask among the outputs, the mask file isn't read.
    if making.indices.contains(where: { image.outputs[$0].mask != nil }) { making.maskSHA256 = sums.mask }
  }

  /// Fails those outputs that would replace a file of somebody else, with other bytes. Only outputs whose paths have a
  /// hash of their bytes are looked at: the plan, which knows no such path, could not spare files that the job reads.
  private func spareOthers(_ making: inout Making) throws(Halted) {
    for index in making.indices where making.image.outputs[index].namesContent && making.files[index] != nil {
      guard let path = making.path(index) else { continue }
      let isTaken: Bool
      do throws(SystemError) {
        isTaken = try freshness.isTaken(
          path, besides: making.outcomes[index].sha256, making.standing.record(index))
      } catch { throw Halted(Halt(error, writing: state.name)) }
      if isTaken { making.drop(index, .taken(path), from: state.temporaries) }
    }
  }

  private func newFile(_ output: Int) throws(Halted) -> TemporaryFile {
    do throws(SystemError) { return try state.temporaries.newFile() } catch {
      throw Halted(Halt(error, writing: state.name))
    }
  }

  /// The finding for an output that failed by a system error. Throws an error that would fail all other
  /// outputs too.
  private func failure(_ error: SystemError, _ image: ImagePlan, _ index: Int) throws(Halted) -> Finding {
    let path = image.outputs[index].path ?? ""
    if let halt = Halt(error, output: path) { throw Halted(halt) }
    return .unwritable(path, error)
  }
}

extension TemporaryFile: OutputFile {}

extension Finding {
  /// The finding for an output whose name has a hash of its bytes, and in whose place a file with other bytes lies.
  fileprivate static func taken(_ path: String) -> Finding {
    Finding(
      .writeFailed,
      "'\(path)' is there already with other bytes, and this job did not make it: remove it")
  }
}

/// One image in work.
private struct Making {
  let image: ImagePlan
  let standing: ItemState
  /// The outputs to make.
  let indices: [Int]
  var sourceSHA256: String?
  var maskSHA256: String?
  /// The outcome of each output.
  var outcomes: [OutputOutcome]
  var files: [FinishedFile?]

  init(_ image: ImagePlan, _ standing: ItemState) {
    self.image = image
    self.standing = standing
    indices = standing.outputs.indices.filter { standing.outputs[$0].isToBeMade }
    sourceSHA256 = standing.item?.version == image.version ? standing.item?.sourceSHA256 : nil
    maskSHA256 = standing.item?.mask?.version == image.mask?.version ? standing.item?.mask?.sha256 : nil
    files = Array(repeating: nil, count: image.outputs.count)
    outcomes = standing.outcomes(of: image)
  }

  /// True if an output failed for lack of memory.
  var lacksMemory: Bool { indices.contains { outcomes[$0].error?.code == .memory } }

  /// True if an output may differ from that of the whole file, because the front that was fetched may lack bytes.
  var hasDoubts: Bool {
    indices.contains { index in
      let outcome = outcomes[index]
      return outcome.error != nil || outcome.isByLibjpeg
        || outcome.findings.contains { $0.code == .damaged }
    }
  }

  /// Lets outputs fail together with those that show their masks, and removes their files from `folder`.
  mutating func failWithMasks(dropping folder: TemporaryFolder) {
    for index in image.failWithMasks(indices, &outcomes) {
      files[index]?.remove(from: folder)
      files[index] = nil
    }
  }

  /// Drops the files of all outputs.
  mutating func drop(from folder: TemporaryFolder) {
    for index in indices {
      files[index]?.remove(from: folder)
      files[index] = nil
    }
  }

  /// Drops the file of output `index`, and notes `finding` as its error.
  mutating func drop(_ index: Int, _ finding: Finding, from folder: TemporaryFolder) {
    files[index]?.remove(from: folder)
    files[index] = nil
    outcomes[index] = OutputOutcome(error: finding)
  }

  /// The path of output `index`. If the path needs a hash of the output, and there is none, it is the path of the plan.
  func path(_ index: Int) -> String? { image.outputs[index].path(ofBytes: outcomes[index].sha256) }

  /// True if the new file of output `index` doesn't replace the earlier one, which lies beside it.
  private func isBesideEarlier(_ index: Int) -> Bool {
    guard files[index] != nil, standing.outputs[index] == .stale, let record = standing.record(index),
      record.file != nil, let path = path(index)
    else { return false }
    return !record.path.hasSameBytes(as: path)
  }

  /// Takes outputs that were made before. Those that aren't to be made any more are removed.
  mutating func take(_ made: ImageOutcome, _ all: [FinishedFile], from folder: TemporaryFolder) {
    sourceSHA256 = made.sourceSHA256
    for (index, file) in all.enumerated() {
      if indices.contains(index) {
        (outcomes[index], files[index]) = (made.outputs[index], file)
      } else {
        file.remove(from: folder)
      }
    }
  }

  /// Notes `finding` as the error of each output in `indices`.
  mutating func fail(_ finding: Finding) {
    (sourceSHA256, maskSHA256) = (nil, nil)
    for index in indices { outcomes[index] = OutputOutcome(error: finding) }
  }

  func finished(_ freshness: Freshness) -> FinishedImage {
    let tried = standing.outputs.indices.filter {
      standing.outputs[$0].isToBeMade || standing.outputs[$0] == .unmakeable
    }
    var outcome = ImageOutcome(sourceSHA256: sourceSHA256, maskSHA256: maskSHA256, outputs: outcomes)
    outcome.makers = standing.makers
    var finished = FinishedImage(image, outcome, tried: tried)
    guard let version = image.version,
      !indices.isEmpty || standing.isRenewed || isNewlyKept(version, freshness)
    else { return finished }
    finished.files = files.enumerated().map { index, file in
      guard let file, let path = path(index) else { return nil }
      return FinishedImage.ReadyFile(
        file: file, path: path, replaces: standing.outputs[index] != .missing(mustBeFree: true))
    }
    finished.item = JournalItem(
      source: image.source, id: image.id, version: version, sourceSHA256: sourceSHA256,
      mask: image.mask.map { JournalMask(version: $0.version, sha256: maskSHA256) },
      outputs: image.outputs.indices.compactMap { record($0, freshness) })
    finished.outdated = indices.count(where: isBesideEarlier)
    return finished
  }

  /// True if a kept file isn't noted in the journal yet.
  private func isNewlyKept(_ version: SourceVersion, _ freshness: Freshness) -> Bool {
    standing.outputs.indices.contains { index in
      guard standing.outputs[index] == .kept else { return false }
      return standing.item?.version != version || standing.record(index) != record(index, freshness)
    }
  }

  private func record(_ index: Int, _ freshness: Freshness) -> JournalOutput? {
    guard ![.unmakeable, .filtered].contains(standing.outputs[index]), let path = path(index)
    else { return nil }
    switch standing.outputs[index] {
    case .done, .older, .failed: return standing.record(index)
    case .unmakeable, .filtered, .kept, .missing, .stale:
      return JournalOutput(
        path: path, recipe: freshness.recipe(index, image) ?? "", outcome: outcomes[index],
        file: files[index]?.identity)
    }
  }
}
