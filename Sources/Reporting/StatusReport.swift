import JSON
import State

/// How many outputs of a job stand where. `--json` prints it.
package struct StatusReport: Hashable, Sendable {
  package let job: String
  package private(set) var outputs = 0
  /// As the job wants them, or kept as they are.
  package private(set) var done = 0
  /// Made of another source or by another recipe, or changed since.
  package private(set) var stale = 0
  package private(set) var missing = 0
  /// That can't be made of these sources.
  package private(set) var failed = 0

  package init(job: String) { self.job = job }

  /// Counts one output.
  package mutating func count(_ state: OutputState) {
    outputs += 1
    switch state {
    case .done, .kept: done += 1
    case .stale: stale += 1
    case .missing: missing += 1
    case .failed, .unmakeable: failed += 1
    }
  }

  /// One line for people.
  package var line: String {
    "\(job): \(done) of \(outputs.counted("output")) done, \(stale) stale, \(missing) missing, \(failed) failed"
      .shown
  }
}

extension StatusReport: JSONWritable {
  /// An object with all counts.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.field("job", job)
      json.field("outputs", outputs)
      json.field("done", done)
      json.field("stale", stale)
      json.field("missing", missing)
      json.field("failed", failed)
    }
  }
}

extension OutputState {
  /// What the state is called.
  package var word: String {
    switch self {
    case .done: "done"
    case .kept: "kept"
    case .stale: "stale"
    case .missing: "missing"
    case .failed, .unmakeable: "failed"
    }
  }
}
