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

  /// Makes all outputs of `joint`. The last one is the small picture, which is returned as a TIFF. The files of the
  /// other outputs are kept for the run.
  ///
  /// Nil if anything fails. Then no file is kept, and the run finds the failure again. After an error of the system,
  /// such as a full disk, no more outputs are made ahead.
  func smallPicture(
    _ joint: ImagePlan, from source: borrowing OpenSource, _ renderer: any Renderer
  ) throws(Halted) -> [UInt8]? {
    if made.hasStopped { return nil }
    let last = joint.outputs.count - 1
    var (tiff, files): ([UInt8]?, [FinishedFile]) = (nil, [])
    var outcome = ImageOutcome(outputs: [])
    var hasFailed = false
    outcome.sourceSHA256 = try renderer.render(Array(0...last), of: joint, from: source, open: newFile) {
      place, output, file throws(Halted) in
      do throws(SystemError) {
        if output.systemError != nil { made.stop() }
        guard !hasFailed, output.error == nil, output.systemError == nil, let bytes = output.bytes else {
          hasFailed = true
          return
        }
        if place == last {
          tiff = try file.file?.bytes(bytes)
        } else if let finished = try file.file?.finish(syncs: state.durability == .each) {
          files.append(finished)
          outcome.outputs.append(output)
        }
      } catch {
        made.stop()
        hasFailed = true
      }
    }
    var image = joint
    image.outputs.removeLast()
    if !hasFailed, tiff != nil, made.add(image, outcome, files) { return tiff }
    for file in files { file.remove(from: state.temporaries) }
    return nil
  }

  /// A temporary file; none if it can't be made.
  private func newFile() -> AheadFile {
    do throws(SystemError) { return AheadFile(file: try state.temporaries.newFile()) } catch {
      return AheadFile(file: nil)
    }
  }
}

/// A file for an output that is made ahead.
private struct AheadFile: OutputFile {
  let file: TemporaryFile?

  var number: Int32? { file?.number }
}
