import Drafting
import Glibc
import JobFile
import Planning
import Reporting
import Survey
import System

extension JobSession {
  /// Writes the job file `NAME.yaml` into the folder that the user calls `folder`, for the pictures in it. Replaces no
  /// file. Returns the file as the user may name it, and what was found.
  package func writeDraft(
    for folder: String, name: String
  ) throws(SessionError) -> (file: String, found: String) {
    let base = absolute(folder)
    guard let status = FileStatus(at: openable(folder)) else {
      throw SessionError(.usage, file: folder, "there is no such folder")
    }
    guard status.isFolder else {
      throw SessionError(.usage, file: folder, "is no folder: name the one with the pictures")
    }
    let path = JobFolders.absolute(name + ".yaml", from: base)
    let file = shown(path)
    if FileStatus(at: path, followingLinks: false) != nil { throw standing(file) }
    let contents = FolderContents(of: BaseFolder(base), try auditJob(of: base, named: folder).store)
    if let own = contents.troubles.first(where: \.folder.isEmpty) {
      throw SessionError(.usage, file: folder, "can't be read: \(own.fault.text)")
    }
    for trouble in contents.troubles {
      let folder = shown(JobFolders.absolute(trouble.folder.displayName, from: base))
      tell(
        LogEntry(
          .warning, file: folder,
          "the folder can't be read: \(trouble.fault.text); mend it, or add it to 'exclude'"))
    }
    if contents.isEmpty {
      throw SessionError(
        .usage, file: folder,
        "there is no picture in it, and no archive or Parquet file with pictures: name another folder")
    }
    let draft = JobDraft(contents).text(
      name: name, root: freeName(name + "-out", in: base), schema: Self.schema(above: base))
    try writeNew(Array(draft.utf8), to: path, file)
    return (file, contents.summary)
  }

  private func standing(_ file: String) -> SessionError {
    SessionError(.usage, file: file, "is there already: remove it, or name the job by --name")
  }

  /// The first of the names `name`, `name-2`, `name-3` and so on that no file in `folder` has.
  private func freeName(_ name: String, in folder: String) -> String {
    let isTaken = { FileStatus(at: JobFolders.absolute($0, from: folder), followingLinks: false) != nil }
    var (free, number) = (name, 1)
    while isTaken(free) {
      number += 1
      free = "\(name)-\(number)"
    }
    return free
  }

  /// Writes a file that isn't there yet. The user calls it `file`.
  private func writeNew(_ bytes: [UInt8], to path: String, _ file: String) throws(SessionError) {
    do throws(SystemError) {
      // Takes the place, so that the whole file replaces none of another process.
      _ = try Descriptor.open(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
      do throws(SystemError) {
        let whole = try WholeFile(path)
        try Descriptor.write(bytes, to: whole.number)
        try whole.commit(syncs: true)
      } catch {
        unlink(path)
        throw error
      }
    } catch {
      if error.code == EEXIST { throw standing(file) }
      throw SessionError(writing: file, error)
    }
  }
}
