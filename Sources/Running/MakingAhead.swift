import ImageModel
import Planning
import Rendering
import State
import Survey
import System
import Workers

/// Makes the outputs of new pictures in the decode that finds their facts, before the plan is made. A run of the same
/// process follows.
package struct MakingAhead: Sendable {
  private let state: JobState
  /// The outputs that are made.
  package let made: MadeAhead
  /// The sandbox of the worker processes that make it.
  package let confinement: ConfinementRecord

  /// `state` is that of the job's run. `versions` are those of the libraries that make the outputs.
  package init(_ state: JobState, versions: RecipeVersions, in confinement: ConfinementRecord) {
    self.state = state
    made = MadeAhead(versions)
    self.confinement = confinement
  }

  /// True if all outputs of `image` are likely to be made by the run: the journal doesn't know the image.
  func wants(_ image: ImagePlan) -> Bool {
    guard !made.hasStopped, image.error == nil, image.outputs.allSatisfy({ $0.error == nil }) else {
      return false
    }
    do throws(SystemError) { return try state.journal.item(of: image) == nil } catch { return false }
  }

  /// Makes all outputs of `joint`. The last one is the small picture, whose samples are returned. The files of the other
  /// outputs are kept for the run.
  ///
  /// Nil if anything fails. Then no file is kept, and the run finds the failure again. After an error of the system,
  /// such as a full disk, no more outputs are made ahead.
  func smallPicture(
    _ joint: ImagePlan, from source: borrowing OpenSource, _ renderer: any Renderer
  ) throws(Halted) -> [UInt8]? {
    if made.hasStopped { return nil }
    let last = joint.outputs.count - 1
    var (samples, files): ([UInt8]?, [FinishedFile]) = (nil, [])
    var outcome = ImageOutcome(outputs: [])
    var hasFailed = false
    let sums = try renderer.render(Array(0...last), of: joint, from: source) { place in
      place == last ? (try? MemoryFile()).map { .samples($0) } ?? .missing : newFile()
    } done: { _, output, file throws(Halted) in
      do throws(SystemError) {
        if output.systemError != nil { made.stop() }
        guard !hasFailed, output.error == nil, output.systemError == nil, let bytes = output.bytes else {
          hasFailed = true
          return
        }
        switch file {
        case .samples(let file): samples = try file.bytes(bytes)
        case .output(let file):
          files.append(try file.finish(syncs: state.durability == .each))
          outcome.outputs.append(output)
        case .missing: hasFailed = true
        }
      } catch {
        made.stop()
        hasFailed = true
      }
    }
    outcome.sourceSHA256 = sums.source
    var image = joint
    image.outputs.removeLast()
    if !hasFailed, samples != nil, made.add(image, outcome, files) { return samples }
    for file in files { file.remove(from: state.temporaries) }
    return nil
  }

  private func newFile() -> AheadFile {
    do throws(SystemError) { return .output(try state.temporaries.newFile()) } catch { return .missing }
  }
}

/// A file for an output that is made ahead, or for the small picture.
private enum AheadFile: OutputFile {
  case output(TemporaryFile)
  case samples(MemoryFile)
  /// The file can't be made.
  case missing

  var number: Int32? {
    switch self {
    case .output(let file): file.number
    case .samples(let file): file.number
    case .missing: nil
    }
  }
}
