import Planning
import Rendering
import Survey
import System

/// A file that an output is rendered into.
package protocol OutputFile {
  /// The open file's number; nil once it is closed.
  var number: Int32? { get }
}

extension MemoryFile: OutputFile {
  /// A new file for any output.
  package static func open(_ output: Int) throws(Halted) -> MemoryFile {
    do throws(SystemError) { return try MemoryFile() } catch { throw Halted(Halt(error, writing: name)) }
  }
}

extension Renderer {
  /// Renders outputs of `image` from the open `source`, within the image's time limit. `wanted` has the
  /// indices of these outputs. `open` returns a file for the output with an index. Calls `done` with each output's
  /// index, outcome and file.
  ///
  /// Returns the SHA-256 of the source and of the mask file in hexadecimal, each if rendering read the whole file.
  package func render<File: OutputFile>(
    _ wanted: [Int], of image: ImagePlan, from source: borrowing OpenSource,
    open: (Int) throws(Halted) -> File,
    done: (Int, OutputOutcome, File) throws(Halted) -> Void
  ) throws(Halted) -> (source: String?, mask: String?) {
    var sums: (source: String?, mask: String?)
    let end = MonotonicClock.now() + MonotonicClock.nanoseconds(image.seconds)
    for subplan in image.subplans(of: wanted) {
      let files = try zip(subplan.isWanted, subplan.places).map { isWanted, place throws(Halted) in
        isWanted ? try open(place) : nil
      }
      let outcome = try render(subplan.plan, source, files.map { $0?.number }, by: end)
      sums = (sums.source ?? outcome.sourceSHA256, sums.mask ?? outcome.maskSHA256)
      for (index, place) in subplan.places.enumerated() {
        if let file = files[index] { try done(place, outcome.outputs[index], file) }
      }
    }
    return sums
  }

  /// Renders in the time left until `end`, in nanoseconds of CLOCK_MONOTONIC.
  private func render(
    _ plan: ImagePlan, _ source: borrowing OpenSource, _ targets: [Int32?], by end: Int64
  ) throws(Halted) -> ImageOutcome {
    var plan = plan
    plan.seconds = Double(end - MonotonicClock.now()) / 1e9
    // The version was compared when the source was opened. A renderer sees only the descriptor and compares
    // its version.
    plan.version = source.opened
    if !source.isFront { plan.frontBytes = nil }
    if plan.seconds <= 0 { return ImageOutcome(of: plan, failedBy: .timeout) }
    do throws(WorkerTrouble) {
      return try render(
        plan, source: source.descriptor.number, mask: source.mask, targets: targets)
    } catch { throw Halted(Halt(error)) }
  }
}
