import System

/// The file behind `--metrics-file`.
package enum MetricsFile {
  /// The most of an earlier file that is looked at, in bytes.
  private static let limit = 1 << 20

  /// Puts what came of `runs` into the file at the absolute `path`, by rename; nothing where nothing ran.
  ///
  /// `names` are those of all jobs of the call. What the file says of other jobs goes, what it says of these and is
  /// still so stays. The file that is written first has another name, which no collector reads.
  package static func update(_ path: String, names: [String], runs: [JobMetrics]) throws(SystemError) {
    if runs.isEmpty { return }
    let previous = (try? FileBytes.read(path, limit: limit)) ?? []
    let text = MetricsText.text(names: names, runs: runs, previous: String(decoding: previous, as: UTF8.self))
    let file = try WholeFile(path)
    try Descriptor.write(Array(text.utf8), to: file.number)
    try file.commit(syncs: true)
  }
}
