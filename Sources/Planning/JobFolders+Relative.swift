extension JobFolders {
  /// The folder from which a journal names the job file: ``states``, or the parent of ``states`` if that is called
  /// `.upright`. By default this is the output root. All jobs with the same state folder have the same such folder.
  package var journalBase: String {
    states.lastName.elementsEqual(Self.statesName) ? states.parentFolder : states
  }

  /// The job file's path as the journal names it. This path stays valid if the job file and the state are moved
  /// together.
  package var jobFileInJournal: String { Self.relative(jobFile, from: journalBase) }

  /// `path` relative to `folder`; both are absolute. `..` stands for each folder to leave. Empty if both are
  /// the same folder.
  package static func relative(_ path: String, from folder: String) -> String {
    let (file, root) = (names(path), names(folder))
    let shared = zip(file, root).prefix { $0.elementsEqual($1) }.count
    let rest =
      Array(repeating: "..", count: root.count - shared)
      + file.dropFirst(shared).map { String(Substring($0)) }
    return rest.joined(separator: "/")
  }

  /// An absolute `path` as messages show it to a user in the folder `current`. A path below that folder
  /// becomes relative; any other path stays absolute.
  package static func shown(_ path: String, in current: String) -> String {
    let prefix = current == "/" ? "/" : current + "/"
    return path.utf8.starts(with: prefix.utf8)
      ? String(Substring(path.utf8.dropFirst(prefix.utf8.count))) : path
  }

  private static func names(_ path: String) -> [Substring.UTF8View] {
    path.utf8.split(separator: UInt8(ascii: "/"))
  }
}
