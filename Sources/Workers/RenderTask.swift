import CKernel
import Glibc
import Planning
import Rendering
import System

/// One image for a worker, with its open files.
struct RenderTask {
  let plan: ImagePlan
  let source: Int32
  /// One for each output; nil for those that aren't to be made.
  let targets: [Int32?]
  /// Whether the stages are measured.
  var measures = false

  /// The request's bytes; nil for a plan that can't be sent, which there is none of.
  var request: [UInt8]? {
    try? PlanEncoder.encode(
      WorkerRequest(plan: plan, isWanted: targets.map { $0 != nil }, measures: measures))
  }

  /// What goes with the request.
  var descriptors: [Int32] { [source] + targets.compactMap { $0 } }

  /// Takes back what a dead worker may have written.
  func emptyTargets() {
    for target in targets.compactMap({ $0 }) {
      ftruncate(target, 0)
      lseek(target, 0, SEEK_SET)
    }
  }

  /// A worker's outcome as far as it can be believed; nil where it doesn't speak of the outputs that were asked for, or
  /// not of the sizes that they have.
  ///
  /// What it says of the disk is its own output's trouble, unless the disk says so too.
  func confirmed(_ outcome: ImageOutcome) throws(SystemError) -> ImageOutcome? {
    var outcome = outcome
    for (index, target) in targets.enumerated() {
      let output = outcome.outputs[index]
      switch (target, output.bytes) {
      case (nil, let bytes): if bytes != nil || output.systemError != nil { return nil }
      case (let target?, nil):
        if let code = output.systemError {
          outcome.outputs[index].systemError = Descriptor.errorOfGrowing(target)?.code
          if outcome.outputs[index].systemError == nil {
            outcome.outputs[index].error = .unwritable(plan.outputs[index].path, SystemError(code))
          }
        } else if output.error == nil {
          return nil
        }
      case (let target?, let bytes?):
        if try FileStatus(of: target).bytes != bytes { return nil }
      }
    }
    return outcome
  }

  /// What comes of the image when the worker dies of it.
  func failed(_ death: WorkerDeath) -> ImageOutcome {
    ImageOutcome(of: plan, failedBy: death.finding)
  }
}
