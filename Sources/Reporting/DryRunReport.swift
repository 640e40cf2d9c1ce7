import ImageModel
import JSON
import Planning
import State

/// The counts of outputs that a run of a job would make, leave alone or fail to make. `--json` prints them.
package struct DryRunReport: Hashable, Sendable {
  package let job: String
  /// The number of items.
  package let images: Int
  package private(set) var rows = 0
  /// The number of outputs that a run would make.
  package private(set) var make = 0
  /// The number of outputs that a run would leave alone. The job made such an output before, or keeps another
  /// file in its place.
  package private(set) var done = 0
  /// The number of outputs among ``done`` that other versions made.
  package private(set) var older = 0
  /// The number of rows that would fail, as far as the headers tell.
  package private(set) var failed = 0
  /// The number of rows whose pictures the job leaves out.
  package private(set) var filtered = 0
  /// The number of failures that the last run also reported.
  package var known = 0

  /// A report on a run of `images` items.
  package init(job: String, images: Int) {
    self.job = job
    self.images = images
  }

  /// Counts one output. Returns true if a run would make it.
  package mutating func count(_ state: OutputState) -> Bool {
    rows += 1
    switch state {
    case .missing, .stale: make += 1
    case .done, .kept: done += 1
    case .older:
      done += 1
      older += 1
    case .failed, .unmakeable: failed += 1
    case .filtered: filtered += 1
    }
    return state.isToBeMade
  }

  /// One line for people.
  package var line: String {
    var parts = [
      "\(make) of \(rows.counted("output")) would be made from \(images.counted("image"))",
      OlderCount.text(done, older: older),
      FailureCount.text(failed, known: known, "would fail"),
    ]
    if filtered > 0 { parts.append("\(filtered) filtered") }
    return "\(job): \(parts.joined(separator: ", ")); nothing is written".shown
  }
}

extension DryRunReport: JSONObject {
  /// An object with all counts.
  package func writeFields(to json: inout JSONWriter) {
    json.field("job", job)
    json.field("dry_run", true)
    json.field("images", images)
    json.field("rows", rows)
    json.field("make", make)
    json.field("done", done)
    json.field("failed", failed)
    json.field("known", known)
    json.field("filtered", filtered)
    json.fieldIfPresent("older", older > 0 ? older : nil)
  }
}
