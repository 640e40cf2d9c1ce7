import Glibc
import JobFile
import Planning
import Reporting
import Survey
import System
import Verifying

/// A manifest and the job file that it is of.
struct ManifestJob: ~Copyable {
  /// The open manifest.
  let file: Descriptor
  let facts: ManifestFacts
  let job: LoadedJob

  /// Folders above the manifest's own in which the job file is looked for.
  private static let mostFolders = 8

  /// Opens a manifest, and reads its job file: the one that the user names, or the one that its rows name by a hash.
  /// Throws `usage`, having said why.
  init(_ manifest: String, job: String?, _ base: RootOption) throws(ExitStatus) {
    let opened = try Self.open(manifest)
    let facts: ManifestFacts
    do throws(FileFault) { facts = try ManifestFacts(FileLines(of: opened.number)) } catch {
      throw Self.refuse(manifest, error.message)
    }
    self.job = try Self.load(manifest, facts, job, base)
    self.facts = facts
    file = opened
  }

  private static func open(_ manifest: String) throws(ExitStatus) -> Descriptor {
    do throws(SystemError) { return try Descriptor.openRegular(manifest) } catch {
      throw refuse(manifest, error == .special ? "is not a regular file" : "can't be read: \(error.message)")
    }
  }

  private static func load(
    _ manifest: String, _ facts: ManifestFacts, _ job: String?, _ base: RootOption
  ) throws(ExitStatus) -> LoadedJob {
    if facts.jobs.isEmpty && job == nil {
      throw refuse(manifest, "this is no manifest: no row has a 'job_sha256'")
    }
    guard let path = job ?? jobFile(of: manifest, facts) else {
      throw refuse(
        manifest, "its job file is not in its folder, nor in one above: name it by --job FILE")
    }
    guard let loaded = try LoadedJob.load([path], base).first else { throw .usage }
    if !facts.jobs.isEmpty && !facts.jobs.contains(loaded.header.jobSHA256) {
      throw loaded.refuse("this is not the job file of '\(manifest)', or has changed since")
    }
    return loaded
  }

  /// Says why a manifest is refused.
  static func refuse(_ manifest: String, _ message: String) -> ExitStatus {
    Log.tell(LogEntry(.error, file: manifest, message))
    return .usage
  }

  /// The nearest file with a hash that the rows name, below the current folder as seen from there.
  private static func jobFile(of manifest: String, _ facts: ManifestFacts) -> String? {
    var folder = FileToWrite.absolute(manifest).parentFolder
    for _ in 0...mostFolders {
      if let name = jobFile(in: folder, facts) {
        return Console.shown(JobFolders.absolute(name, from: folder))
      }
      if folder == "/" { return nil }
      folder = folder.parentFolder
    }
    return nil
  }

  private static func jobFile(in folder: String, _ facts: ManifestFacts) -> String? {
    guard let open = try? Descriptor.open(folder, O_RDONLY | O_DIRECTORY), let names = try? open.names()
    else { return nil }
    return names.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }.sorted().first { name in
      guard let source = try? OpenSource.open(folder + "/" + name),
        source.status.bytes <= JobFileReader.mostBytes,
        let text = try? source.descriptor.read(JobFileReader.mostBytes + 1, at: 0)
      else { return false }
      return facts.jobs.contains(SHA256.digest(of: text))
    }
  }

}
