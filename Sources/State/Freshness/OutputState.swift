import ImageModel
import Imaging
import JobFile
import Planning
import Rendering
import System

/// The state of one output of a job.
package enum OutputState: Hashable, Sendable {
  /// The plan says that the output can't be made.
  case unmakeable
  /// The job leaves the picture out by its key `where`.
  case filtered
  /// The output exists as this job made it, from this source by this recipe.
  case done
  /// The output exists as this job made it, from this source and by this plan, but with other versions. The job keeps
  /// it.
  case older(Maker)
  /// The output could not be made from this source by this recipe, and another try would end the same way.
  case failed
  /// A file that this job did not make lies in the output's place, and the job keeps it.
  case kept
  /// The output is missing, or was never made. With `mustBeFree` it must not replace a file.
  case missing(mustBeFree: Bool)
  /// The output was made from another source or by another recipe, or its file was changed since.
  case stale

  /// True for outputs that a run makes.
  package var isToBeMade: Bool {
    switch self {
    case .missing, .stale: true
    case .unmakeable, .filtered, .done, .older, .failed, .kept: false
    }
  }
}

/// The state of one item of a job.
package struct ItemState: Sendable {
  /// The journal's entry of the item.
  package var item: JournalItem?
  /// The index in the item of the entry of each output of the plan; nil if it has none. Empty without an item.
  let places: [Int?]
  /// A state for each output of the plan.
  package var outputs: [OutputState]
  /// True if `item` has changed and must be written to the journal again.
  package var isRenewed = false

  /// The journal's entry of output `index` of the plan.
  package func record(_ index: Int) -> JournalOutput? {
    guard let item, let place = places[index] else { return nil }
    return item.outputs[place]
  }

  /// The path of output `index` of `image`. If the path needs a hash of an output that isn't made, it is the path of the
  /// plan.
  package func path(ofOutput index: Int, _ image: ImagePlan) -> String? {
    record(index)?.path ?? image.outputs[index].path
  }

  /// Notes that the file of output `index` has the bytes that the job put there, although its identity differs.
  mutating func renew(_ index: Int, _ file: FileIdentity) {
    guard item != nil, let place = places[index] else { return }
    item?.outputs[place].file = file
    isRenewed = true
  }

  /// The known outcome of each output of `image`; an empty outcome for an output that is to be made.
  package func outcomes(of image: ImagePlan) -> [OutputOutcome] {
    outputs.enumerated().map { index, output in
      switch output {
      case .unmakeable, .filtered: OutputOutcome(error: image.failure(ofOutput: index))
      case .kept: OutputOutcome(error: .exists(image.outputs[index].path ?? ""))
      case .done, .older, .failed: record(index)?.outcome ?? OutputOutcome()
      case .missing, .stale: OutputOutcome()
      }
    }
  }

  /// For each output that other versions made, its index and its maker.
  package var makers: [Int: Maker] {
    var makers: [Int: Maker] = [:]
    for case (let index, .older(let maker)) in outputs.enumerated() { makers[index] = maker }
    return makers
  }

  /// True if there is nothing to do for the item and nothing to report.
  package var isDone: Bool {
    outputs.allSatisfy { output in
      switch output {
      case .done, .older: true
      case .unmakeable, .filtered, .failed, .kept, .missing, .stale: false
      }
    }
  }
}

extension Finding {
  /// True if another try would end the same way, because the reason lies in the source's content.
  package var isRemembered: Bool {
    switch code {
    case .corrupt, .decodeFailed, .encodeFailed, .tooManyScans, .maxBytes, .noGainMap: true
    default: false
    }
  }

  /// True if this finding is a failure whose reason lies in the source's content or in the job. False if the reason
  /// lies in circumstances.
  package var isOfContent: Bool {
    switch code {
    case .notFound, .unreadable, .ioError, .notAFile, .sourceChanged, .nameNotUTF8, .timeout, .memory,
      .missingLibrary, .decoderCrash, .writeFailed, .stopped, .exists, .hashMismatch, .filtered:
      false
    default: !Finding.Code.ofURLs.contains(code)
    }
  }

  /// The finding for an output that isn't made, because the job keeps another file in its place.
  package static func exists(_ path: String) -> Finding {
    Finding(.exists, "'\(path)' is there already, and this job did not make it")
  }
}
