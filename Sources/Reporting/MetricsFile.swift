import Execution
import Glibc

/// The file behind `--metrics-file`.
package enum MetricsFile {
  /// The most of an earlier file that is looked at, in bytes.
  private static let limit = 1 << 20

  /// Puts what came of `runs` into the file at `path`, by rename; nothing where nothing ran.
  ///
  /// `names` are those of all jobs of the call. What the file says of other jobs goes, what it says of these and is
  /// still so stays. The other file that is written first is `path` and `.tmp`, which no collector reads.
  package static func update(_ path: String, names: [String], runs: [JobMetrics]) throws(SystemError) {
    if runs.isEmpty { return }
    let previous = (try? FileBytes.read(path, limit: limit)) ?? []
    let text = MetricsText.text(names: names, runs: runs, previous: String(decoding: previous, as: UTF8.self))
    let temporary = path + ".tmp"
    unlink(temporary)
    do throws(SystemError) {
      try write(Array(text.utf8), to: temporary)
      guard rename(temporary, path) == 0 else { throw .last }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let file = try Descriptor.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o666)
    try Descriptor.write(bytes, to: file.number)
    while fsync(file.number) != 0 {
      if errno != EINTR { throw .last }
    }
  }
}
