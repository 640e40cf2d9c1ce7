import Glibc
import JobFile
import Planning
import Reporting
import Survey
import System
import Verifying

/// A manifest and its job file.
package struct ManifestJob: ~Copyable {
  /// The open manifest.
  package let file: Descriptor
  package let facts: ManifestFacts
  package let job: Job
}

extension JobSession {
  /// Opens a manifest, which is a file or an object in a bucket, and reads its job file. This is the file that the user
  /// names, or else the file whose hash is in the manifest's rows.
  package func open(
    manifest: String, job: String? = nil, root: String? = nil, state: String? = nil
  ) throws(SessionError) -> ManifestJob {
    let file = try open(manifest, job, root, state)
    let facts: ManifestFacts
    do throws(FileFault) { facts = try ManifestFacts(FileLines(of: file.number)) } catch {
      throw SessionError(.usage, file: manifest, error.message)
    }
    let loaded = try load(manifest, facts, job, root, state)
    return ManifestJob(file: file, facts: facts, job: loaded.naming(draws: facts.draws))
  }

  private func open(
    _ manifest: String, _ job: String?, _ root: String?, _ state: String?
  ) throws(SessionError) -> Descriptor {
    if BucketFolder.isNamed(by: manifest) {
      guard let job, let loaded = try load([job], root: root, state: state).first else {
        throw SessionError(
          .usage, file: manifest, "a manifest in a bucket needs its job file: name it by --job FILE")
      }
      return try loaded.openInBucket(manifest)
    }
    do throws(SystemError) { return try Descriptor.openRegular(openable(manifest)) } catch {
      let message = error == .special ? "is not a regular file" : "can't be read: \(error.message)"
      throw SessionError(.usage, file: manifest, message)
    }
  }

  private func load(
    _ manifest: String, _ facts: ManifestFacts, _ job: String?, _ root: String?, _ state: String?
  ) throws(SessionError) -> Job {
    if facts.jobs.isEmpty && job == nil {
      throw SessionError(
        .usage, file: manifest, "this is no manifest: no row has a 'job_sha256'")
    }
    guard let path = job ?? jobFile(of: manifest, facts) else {
      throw SessionError(
        .usage, file: manifest,
        "its job file is not in its folder, nor in one above: name it by --job FILE")
    }
    guard let loaded = try load([path], root: root, state: state).first else {
      throw SessionError(.usage, [])
    }
    if !facts.jobs.isEmpty && !facts.jobs.contains(loaded.header.jobSHA256) {
      throw loaded.refusal("this is not the job file of '\(manifest)', or has changed since")
    }
    return loaded
  }

  /// Upright looks for the job file in the manifest's folder, and in at most this number of folders above it.
  private static let mostFolders = 8

  /// The path of the nearest job file whose hash is in the manifest's rows, as messages show it.
  private func jobFile(of manifest: String, _ facts: ManifestFacts) -> String? {
    var folder = absolute(manifest).parentFolder
    for _ in 0...Self.mostFolders {
      if let name = jobFile(in: folder, facts) { return shown(JobFolders.absolute(name, from: folder)) }
      if folder == "/" { return nil }
      folder = folder.parentFolder
    }
    return nil
  }

  private func jobFile(in folder: String, _ facts: ManifestFacts) -> String? {
    guard let open = try? Descriptor.open(folder, O_RDONLY | O_DIRECTORY), let names = try? open.names()
    else { return nil }
    return names.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }.sorted().first { name in
      guard let source = try? OpenSource.open(folder + "/" + name),
        source.version.bytes <= FixedLimits.JobFile.bytes,
        let text = try? source.descriptor.read(FixedLimits.JobFile.bytes + 1, at: 0)
      else { return false }
      return facts.jobs.contains(SHA256.digest(of: text))
    }
  }
}
