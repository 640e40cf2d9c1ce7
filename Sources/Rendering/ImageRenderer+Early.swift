import ImageModel
import Imaging
import Planning
import System

/// The outputs of a decode while it runs.
struct DecodeWork {
  /// The resamplers of all outputs that aren't finished yet.
  private(set) var resamplers: [ImageRenderer.Resampling]
  /// The resamplers that take rows of the decode.
  private var direct: [ImageRenderer.Resampling]
  /// The outputs that are finished when their last row has come. Other outputs wait for the decode's end.
  private var early: Set<Int>

  init(_ resamplers: [ImageRenderer.Resampling], _ plan: ImagePlan) {
    self.resamplers = resamplers
    direct = resamplers.filter { plan.outputs[$0.output].base == nil }
    early = Set(
      direct.map(\.output).filter { output in
        plan.endsEarly(output: output)
      })
  }

  /// True if an output is to be finished before the decode's end.
  var endsEarly: Bool { !early.isEmpty }

  /// Passes rows of the decode to the resamplers by `add`.
  func add(_ add: (StripResampler) throws(ImageError) -> Void) throws(ImageError) {
    for (_, resampler) in direct { try add(resampler) }
  }

  /// Removes the outputs whose last row has come, and returns their resamplers. Each comes before those that are
  /// resampled from it.
  mutating func takeComplete(_ plan: ImagePlan) -> [ImageRenderer.Resampling] {
    let complete = Set(
      direct.filter { early.contains($0.output) && $0.resampler.isComplete }.map(\.output))
    if complete.isEmpty { return [] }
    let isTaken = { (taken: ImageRenderer.Resampling) in
      complete.contains(plan.outputs[taken.output].base ?? taken.output)
    }
    early.subtract(complete)
    direct.removeAll(where: isTaken)
    defer { resamplers.removeAll(where: isTaken) }
    return resamplers.filter(isTaken)
  }
}

extension ImageRenderer {
  /// Finishes outputs of a decode that still runs, if their last row has come. So their memory is free for the outputs
  /// below them.
  mutating func finishEarly(_ work: inout DecodeWork) {
    if !work.endsEarly { return }
    let complete = work.takeComplete(plan)
    for (output, _) in complete { unconfirmed[output] = outcome.outputs[output] }
    finish(complete)
  }

  /// Takes back the outputs that were finished while their decode ran: their files are empty again.
  mutating func takeBack() {
    for (output, earlier) in unconfirmed {
      outcome.outputs[output] = earlier
      guard let target = targets[output] else { continue }
      do throws(SystemError) { try Descriptor.clear(target) } catch {
        outcome.outputs[output].systemError = error.code
      }
    }
    unconfirmed = [:]
  }
}
