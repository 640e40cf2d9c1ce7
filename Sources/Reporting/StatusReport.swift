import JSON
import State

/// The number of a job's outputs in each state. `--json` prints it.
package struct StatusReport: Hashable, Sendable {
  package let job: String
  package private(set) var outputs = 0
  /// The number of outputs that are up to date. An output also counts if another file lies in its place and
  /// the job keeps this file.
  package private(set) var done = 0
  /// The number of outputs among ``done`` that other versions made.
  package private(set) var older = 0
  /// The number of outputs that were made from another source or by another recipe, or were changed since.
  package private(set) var stale = 0
  package private(set) var missing = 0
  /// The number of outputs that can't be made from these sources.
  package private(set) var failed = 0
  /// The number of outputs whose pictures the job leaves out.
  package private(set) var filtered = 0

  package init(job: String) { self.job = job }

  /// Counts one output.
  package mutating func count(_ state: OutputState) {
    outputs += 1
    switch state {
    case .done, .kept: done += 1
    case .older:
      done += 1
      older += 1
    case .stale: stale += 1
    case .missing: missing += 1
    case .failed, .unmakeable: failed += 1
    case .filtered: filtered += 1
    }
  }

  /// One line for people.
  package var line: String {
    let counts =
      "\(done) of \(outputs.counted("output")) done\(OlderCount.part(older)), \(stale) stale, \(missing) missing, \(failed) failed"
    return "\(job): \(counts)\(filtered > 0 ? ", \(filtered) filtered" : "")".shown
  }
}

extension StatusReport: JSONObject {
  /// An object with all counts.
  package func writeFields(to json: inout JSONWriter) {
    json.field("job", job)
    json.field("outputs", outputs)
    json.field("done", done)
    json.field("stale", stale)
    json.field("missing", missing)
    json.field("failed", failed)
    json.field("filtered", filtered)
    json.fieldIfPresent("older", older > 0 ? older : nil)
  }
}

extension OutputState {
  /// The state's name.
  package var word: String {
    switch self {
    case .done: "done"
    case .older: "older"
    case .kept: "kept"
    case .stale: "stale"
    case .missing: "missing"
    case .failed, .unmakeable: "failed"
    case .filtered: "filtered"
    }
  }
}
