import ImageModel
import Imaging
import JobFile
import Planning
import Rendering
import System

/// Where one output of a job stands.
package enum OutputState: Hashable, Sendable {
  /// The plan says that it can't be made.
  case unmakeable
  /// It is there as this job made it, of this source by this recipe.
  case done
  /// It could not be made of this source by this recipe, and that won't change by trying.
  case failed
  /// A file that this job did not make is there, and is to stay.
  case kept
  /// It isn't there, or was never made; with `mustBeFree` nothing may be replaced for it.
  case missing(mustBeFree: Bool)
  /// It was made of another source, by another recipe, or was changed since.
  case stale

  /// True for outputs that a run makes.
  package var isToBeMade: Bool {
    switch self {
    case .missing, .stale: true
    case .unmakeable, .done, .failed, .kept: false
    }
  }
}

/// Where one item of a job stands.
package struct ItemState: Sendable {
  /// What the journal holds of it.
  package var item: JournalItem?
  /// One for each output of the plan.
  package var outputs: [OutputState]
  /// True when `item` says more than the journal does, and is to be written there.
  package var isRenewed = false

  /// Notes that the file at an output's path is the one that was put there, though it looks another.
  mutating func renew(_ path: String, _ file: FileIdentity) {
    guard let place = item?.outputs.firstIndex(where: { $0.path.hasSameBytes(as: path) }) else {
      return
    }
    item?.outputs[place].file = file
    isRenewed = true
  }

  /// What is known of each output of `image` before any is made; nothing of those that are to be made.
  package func outcomes(of image: ImagePlan) -> [OutputOutcome] {
    outputs.enumerated().map { index, output in
      let path = image.outputs[index].path ?? ""
      return switch output {
      case .unmakeable: OutputOutcome(error: image.failure(ofOutput: index))
      case .kept: OutputOutcome(error: .exists(path))
      case .done, .failed: item?.output(at: path, hint: index)?.outcome ?? OutputOutcome()
      case .missing, .stale: OutputOutcome()
      }
    }
  }

  /// True when nothing is to be done about it and nothing told.
  package var isDone: Bool { outputs.allSatisfy { $0 == .done } }
}

extension Finding {
  /// True when trying again would end the same way: the reason is in the source's content.
  package var isRemembered: Bool {
    switch code {
    case .corrupt, .decodeFailed, .encodeFailed, .tooManyScans, .maxBytes: true
    default: false
    }
  }

  /// True when it lies in the source's content and in the job, and not in circumstances.
  package var isOfContent: Bool {
    switch code {
    case .notFound, .unreadable, .ioError, .notAFile, .sourceChanged, .nameNotUTF8, .timeout, .memory,
      .missingLibrary, .decoderCrash, .writeFailed, .stopped, .exists, .badItem:
      false
    default: true
    }
  }

  /// A file in an output's place that is to stay.
  package static func exists(_ path: String) -> Finding {
    Finding(.exists, "'\(path)' is there already, and this job did not make it")
  }
}
