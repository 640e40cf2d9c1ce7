import ImageModel
import Rendering
import System

extension JobState {
  /// The journal's entry of the export at a path.
  package func export(at path: String) throws(SystemError) -> JournalOutput? {
    try journal.item(source: JournalItem.exportSource, id: path)?.outputs.first
  }

  /// Notes exports that are in place and not noted yet.
  package func note(
    _ exports: [(path: String, recipe: String, file: FileIdentity)], syncs: Bool
  ) throws(SystemError) {
    var lines: [JournalLine] = []
    for export in exports {
      let known = try self.export(at: export.path)
      if known?.file == export.file && known?.recipe == export.recipe { continue }
      lines.append(.item(.export(at: export.path, export.recipe, export.file)))
    }
    if !lines.isEmpty { try journal.append(lines, syncs: syncs) }
  }

  /// The line by which the journal announces a finished file. If the place of outputs gives files identities of its own,
  /// the line has a hash of the file's bytes, because a run that is killed may never learn the identity.
  package func announcement(of ready: FinishedImage.ReadyFile) throws(SystemError) -> JournalLine {
    let own = ready.file.identity
    guard outputs.identifiesBytes else { return .will(path: ready.path, file: own) }
    let sum = try ready.file.open(in: temporaries).sha256()
    return .will(path: ready.path, file: FileIdentity(announcing: own.bytes, sha256: sum))
  }

  /// True if this job put `file` at the path, or announced to put it there.
  package func hasMade(_ file: FileIdentity, _ path: String) throws(SystemError) -> Bool {
    if try export(at: path)?.file == file { return true }
    guard let made = try journal.made(path) else { return false }
    return try outputs.isOne(of: made, file, at: path)
  }
}

extension JournalItem {
  /// The source that the journal notes for an export. It is empty, because an export depends on all sources,
  /// and no source has an empty name.
  static let exportSource = ""

  fileprivate static func export(at path: String, _ recipe: String, _ file: FileIdentity) -> JournalItem {
    JournalItem(
      source: exportSource, id: path, version: SourceVersion(FileIdentity(bytes: 0, modified: 0, inode: 0)),
      sourceSHA256: nil,
      outputs: [JournalOutput(path: path, recipe: recipe, outcome: OutputOutcome(), file: file)])
  }
}
