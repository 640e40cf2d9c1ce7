import ImageModel
import Planning
import System

/// The outcome of one image: plain values, as they go into the manifest.
package struct ImageOutcome: Codable, Hashable, Sendable {
  /// SHA-256 of the whole source, in hexadecimal. Nil if the source wasn't read to its end or isn't hashed.
  package var sourceSHA256: String?
  /// SHA-256 of the mask file, in hexadecimal. Nil if there is none, or if it wasn't read to its end or isn't hashed.
  package var maskSHA256: String?
  /// An outcome for each of the plan's outputs.
  package var outputs: [OutputOutcome]
  /// For each output that other versions made, its index and its maker.
  package var makers: [Int: Maker] = [:]

  package init(sourceSHA256: String? = nil, maskSHA256: String? = nil, outputs: [OutputOutcome]) {
    self.sourceSHA256 = sourceSHA256
    self.maskSHA256 = maskSHA256
    self.outputs = outputs
  }
}

extension ImageOutcome {
  /// The outcome of an image without a finished output. Each output's error is its planned failure, or else
  /// `finding`.
  package init(of plan: ImagePlan, failedBy finding: Finding?) {
    self.init(
      sourceSHA256: nil,
      outputs: plan.outputs.indices.map { OutputOutcome(error: plan.failure(ofOutput: $0) ?? finding) })
  }
}

extension ImagePlan {
  /// Lets each of the outputs `made` fail together with the output that shows its mask. Returns the outputs whose failure
  /// is new in `outcomes`, which has an outcome for each output.
  package func failWithMasks(_ made: [Int], _ outcomes: inout [OutputOutcome]) -> [Int] {
    guard mask != nil else { return [] }
    let made = Set(made)
    var failed: [Int] = []
    for index in made.sorted() {
      guard let picture = outputs[index].mask?.picture, made.contains(picture),
        let error = outcomes[picture].error ?? outcomes[index].error
      else { continue }
      for output in [picture, index] where outcomes[output].error == nil {
        outcomes[output] = OutputOutcome(error: error)
        failed.append(output)
      }
    }
    return failed
  }
}

/// The outcome of one output.
package struct OutputOutcome: Codable, Hashable, Sendable {
  /// SHA-256 of the file, in hexadecimal.
  package var sha256: String?
  /// Size of the file.
  package var bytes: Int?
  /// The reason why the output wasn't made.
  package var error: Finding?
  /// The errno of a failed call, in place of `error`. The process that opened the output's file makes the
  /// message.
  package var systemError: Int32?
  /// Warnings and notes, in addition to those of the plan.
  package var findings: [Finding] = []

  package init(error: Finding? = nil) { self.error = error }

  /// True if libjpeg decoded the picture in place of ``DecodingEngine/reduced``.
  package var isByLibjpeg: Bool { findings.contains { $0.code == .decodedByLibjpeg } }
  /// The text that stands for the output until it is loaded.
  package var placeholder: String? { findings.first { $0.code == .placeholder }?.message }
  package var warnings: [Finding] { findings.filter { !$0.code.isNote } }
  package var notes: [Finding] { findings.filter(\.code.isNote) }
}

extension Finding {
  /// The finding for an output that can't be written, although other outputs still can.
  package static func unwritable(_ path: String?, _ error: SystemError) -> Finding {
    Finding(.writeFailed, "'\(path ?? "")' can't be written: \(error.message)")
  }
}
