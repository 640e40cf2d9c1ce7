import Glibc
import ImageModel
import JobFile
import State
import Survey
import System

/// Puts a job's exports in place in rounds. A round has four steps: it writes the data, adds to the journal,
/// renames the files, and adds to the journal again. In this order a crash does no harm. When the queue goes
/// out of scope, it drops the files that still wait.
package final class ExportQueue {
  private let state: JobState
  private var waiting: [Ready] = []

  private static let mostFiles = 256

  /// A finished file that isn't in its place yet.
  private struct Ready {
    let file: FinishedImage.ReadyFile
    let recipe: String
  }

  package init(_ state: JobState) { self.state = state }

  deinit { for ready in waiting { ready.file.file.remove(from: state.temporaries) } }

  /// The place that the exports go to.
  package var outputs: any OutputPlace { state.outputs }

  /// A new file for an export.
  func newFile() throws(SystemError) -> TemporaryFile { try state.temporaries.newFile() }

  /// Adds `file` as the export for `path`, unless a file with the same bytes lies there. Throws a halt if
  /// another file lies there and this job never exported to `path`.
  func add(_ file: TemporaryFile, at path: String, recipe: String) throws(Halted) {
    do throws(SystemError) {
      guard let number = file.number else { throw SystemError(EBADF) }
      let there = try outputs.identity(of: path)
      if let there, try outputs.holds(path, theBytesOf: number) {
        return try state.note([(path, recipe, there)], syncs: false)
      }
      if there != nil, try !hasExported(path) { throw SystemError(EEXIST) }
      let finished = try file.finish(syncs: state.durability == .each)
      waiting.append(
        Ready(
          file: FinishedImage.ReadyFile(file: finished, path: path, replaces: there != nil), recipe: recipe))
      if waiting.count >= Self.mostFiles || state.durability != .batch { try put() }
    } catch { throw Halted(Halt(error, exporting: path)) }
  }

  /// Writes a small file, unless the file at `path` holds the same bytes already.
  package func write(_ bytes: [UInt8], at path: String) throws(Halted) {
    let file: TemporaryFile
    let sum = outputs.identifiesBytes ? SHA256.digest(of: bytes, bytes: 16) : ""
    do throws(SystemError) {
      if outputs.identifiesBytes, try recipe(ofExport: path) == sum { return }
      if try outputs.holds(path, bytes) { return }
      file = try newFile()
      guard let number = file.number else { throw SystemError(EBADF) }
      try Descriptor.write(bytes, to: number)
    } catch { throw Halted(Halt(error, exporting: path)) }
    try add(file, at: path, recipe: sum)
  }

  /// Puts the waiting files in place.
  package func finish() throws(Halted) {
    let name = waiting.last?.file.path ?? state.name
    do throws(SystemError) { try put() } catch { throw Halted(Halt(error, exporting: name)) }
  }

  private func put() throws(SystemError) {
    if waiting.isEmpty { return }
    let isBatch = state.durability == .batch
    var wills: [JournalLine] = []
    for ready in waiting { wills.append(try state.announcement(of: ready.file)) }
    try state.journal.append(wills, syncs: state.syncsAnnouncements)
    if isBatch { try outputs.sync() }
    let files = try outputs.place(
      waiting.map(\.file), from: state.temporaries, syncs: state.durability == .each)
    let placed = zip(waiting, files).map { ($0.file.path, $0.recipe, $1) }
    if isBatch { try outputs.sync() }
    waiting = []
    try state.note(placed, syncs: state.durability != .none)
  }
}

extension ExportQueue {
  /// The recipe of the export at a path. Nil unless this job made the file that lies there.
  package func recipe(ofExport path: String) throws(SystemError) -> String? {
    guard let record = try state.export(at: path), record.file == (try outputs.identity(of: path)) else {
      return nil
    }
    return record.recipe
  }

  /// True if this job, in this or an earlier run, put a file at the path. The path then belongs to the job,
  /// even if the file changed.
  package func hasExported(_ path: String) throws(SystemError) -> Bool {
    if try state.export(at: path) != nil { return true }
    // The whole journal is read only for a file that is there.
    guard try outputs.identity(of: path) != nil else { return false }
    return try state.journal.made(path) != nil
  }

  /// Removes the export at a path, unless another program put a file there.
  package func remove(_ path: String) throws(SystemError) {
    guard let file = try outputs.identity(of: path), try state.hasMade(file, path) else { return }
    try outputs.remove(path)
    try state.journal.append([.gone(path: path)], syncs: false)
  }
}

extension Halt {
  /// The halt for an `error` in writing the export at a path.
  fileprivate init(_ error: SystemError, exporting path: String) {
    if error.code == EEXIST {
      self.init(.refused, "'\(path)' is there already, and this job did not make it: remove it")
    } else {
      self.init(error, writing: path)
    }
  }
}
