import Glibc
import ImageModel

/// A file for all outputs of a job, such as their annotations. It takes its place when it is whole, and is left alone where
/// it holds the same bytes already.
package final class ExportFile {
  private let state: JobState
  private let path: String
  private let file: TemporaryFile

  /// Begins the file at a path below the output root.
  package init(_ path: String, in state: JobState) throws(SystemError) {
    self.state = state
    self.path = path
    file = try state.folder.newFile()
  }

  /// Where its bytes go.
  package func open() throws(SystemError) -> Int32 {
    guard let number = file.number else { throw SystemError(EBADF) }
    return number
  }

  /// Puts the file in its place, and notes that this job made it, by a `recipe` if there is one.
  package func commit(recipe: String = "") throws(SystemError) {
    if try state.tree.holds(path, theBytesOf: try open()), let there = try state.tree.identity(of: path) {
      return try state.note(path, recipe, there)
    }
    let finished = try file.finish(syncs: state.durability != .none)
    try state.put(finished, at: path, syncs: state.durability != .none) { () throws(SystemError) in
      try state.journal.append(
        [.will(path: path, file: finished.identity)], syncs: state.durability == .each)
    }
    try state.note(path, recipe, finished.identity)
  }
}

extension JobState {
  /// The recipe of the export at a path; nil unless that is the file that this job made.
  package func recipe(ofExport path: String) throws(SystemError) -> String? {
    guard let record = try journal.export(at: path), let file = try tree.identity(of: path) else {
      return nil
    }
    return record.file == file ? record.recipe : nil
  }

  /// Takes away the export at a path, if this job made it. Returns false where it made none.
  package func removeExport(_ path: String) throws(SystemError) -> Bool {
    guard let made = try journal.made(path) else { return false }
    if let file = try tree.identity(of: path), made.contains(file) { try tree.remove(path) }
    try journal.append([.gone(path: path)], syncs: false)
    return true
  }

  /// Writes a small file at a path below the output root, unless it holds the same bytes already.
  package func write(_ bytes: [UInt8], at path: String) throws(SystemError) {
    if try tree.holds(path, bytes) { return }
    let file = try folder.newFile()
    guard let number = file.number else { throw SystemError(EBADF) }
    try Descriptor.write(bytes, to: number)
    try put(try file.finish(syncs: durability == .each), at: path, syncs: durability == .each)
  }

  /// Puts a file in its place after `announcing` it, or takes it away where either fails.
  fileprivate func put(
    _ file: FinishedFile, at path: String, syncs: Bool,
    announcing: () throws(SystemError) -> Void = { () throws(SystemError) in }
  ) throws(SystemError) {
    do throws(SystemError) {
      try announcing()
      try file.place(from: folder, at: path, in: tree, replacing: true, syncs: syncs)
    } catch {
      file.remove(from: folder)
      throw error
    }
  }

  fileprivate func note(_ path: String, _ recipe: String, _ file: FileIdentity) throws(SystemError) {
    let known = try journal.export(at: path)
    if known?.file == file && known?.recipe == recipe { return }
    try journal.append([.item(.export(at: path, recipe, file))], syncs: durability != .none)
  }
}

extension JobJournal {
  fileprivate func export(at path: String) throws(SystemError) -> JournalOutput? {
    try item(source: JournalItem.exportSource, id: path)?.outputs.first
  }
}

extension JournalItem {
  /// What stands in the place of a source: exports are of all, and no source has an empty name.
  fileprivate static let exportSource = ""

  fileprivate static func export(at path: String, _ recipe: String, _ file: FileIdentity) -> JournalItem {
    JournalItem(
      source: exportSource, id: path, identity: FileIdentity(bytes: 0, modified: 0, inode: 0),
      sourceSHA256: nil,
      outputs: [JournalOutput(path: path, recipe: recipe, outcome: OutputOutcome(), file: file)])
  }
}
