import CKernel
import Glibc
import Planning
import Rendering
import System

/// One image for a worker process, with its open files.
struct RenderTask {
  let plan: ImagePlan
  let source: Int32
  /// The open mask file; nil if the plan has none.
  let mask: Int32?
  /// A descriptor for each output; nil for outputs that aren't to be made.
  let targets: [Int32?]
  /// True if the stages are measured.
  var measures = false

  /// The request's bytes. Nil if the plan can't be encoded; every real plan can be.
  var request: [UInt8]? {
    var plan = plan
    // Boxes and shapes serve exports and previews, and take much memory.
    plan.boxes = nil
    return try? PlanEncoder.encode(
      WorkerRequest(
        plan: plan, hasMask: mask != nil, isWanted: targets.map { $0 != nil }, measures: measures))
  }

  /// The descriptors that go with the request.
  var descriptors: [Int32] { [source] + (mask.map { [$0] } ?? []) + targets.compactMap { $0 } }

  /// Empties files that a dead worker process may have written.
  func emptyTargets() {
    for target in targets.compactMap({ $0 }) { try? Descriptor.clear(target) }
  }

  /// The outcome that a worker process reports, checked against the files. Nil if the outcome reports an
  /// output that wasn't wanted, lacks a result for a wanted output, or gives a wrong size.
  ///
  /// If the worker process reports a system error of an output, this process writes to the output's file
  /// itself. If this write works, only the output fails. Otherwise the outcome gets the error of this write.
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

  /// The outcome of an image on which the worker process died.
  func failed(_ death: WorkerDeath) -> ImageOutcome {
    ImageOutcome(of: plan, failedBy: death.finding)
  }
}
