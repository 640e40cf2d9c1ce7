import System

/// The file behind `--metrics-file`.
package enum MetricsFile {
  /// Upright reads at most this number of bytes of the earlier file.
  private static let limit = 1 << 20

  /// Writes the figures of `runs` to the file at the absolute `path` by rename; does nothing without runs.
  ///
  /// `names` has the names of all jobs of the call. Figures of other jobs are removed. A job that didn't run
  /// keeps its earlier figures, and a failed job keeps the time of its last success. The temporary file has a
  /// name that no collector reads.
  package static func update(_ path: String, names: [String], runs: [JobMetrics]) throws(SystemError) {
    if runs.isEmpty { return }
    let previous = (try? FileBytes.read(path, limit: limit)) ?? []
    let text = MetricsText.text(names: names, runs: runs, previous: String(decoding: previous, as: UTF8.self))
    let file = try WholeFile(path)
    try Descriptor.write(Array(text.utf8), to: file.number)
    try file.commit(syncs: true)
  }
}
