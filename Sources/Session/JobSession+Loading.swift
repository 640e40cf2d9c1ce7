import Glibc
import Imaging
import JobFile
import Planning
import Reporting
import Running
import Survey
import System

extension JobSession {
  /// Reads job files. Relative paths in them start from `root`, or else from each file's own folder. `state` is the
  /// folder for the state of jobs, if it isn't the one that each job tells. `runs` tells if the caller runs the jobs
  /// after it planned them. Throws all faults of all files.
  package func load(
    _ files: [String], root: String? = nil, state: String? = nil, runs: Bool = false
  ) throws(SessionError) -> [Job] {
    let libraries = LibraryVersions.loaded()
    var jobs: [Job] = []
    var faults: [SessionMessage] = []
    // The pictures of a later job would take memory while an earlier one runs.
    let keepsPictures = runs && files.count == 1
    for file in files {
      do throws(SessionError) {
        jobs.append(try load(file, root: root, state: state, libraries, keepsPictures: keepsPictures))
      } catch {
        faults += error.messages
      }
    }
    if !faults.isEmpty { throw SessionError(.usage, faults) }
    try checkShared(jobs)
    return jobs
  }

  /// Throws if two jobs have the same manifest, the same state folder or the same folder of temporary files.
  private func checkShared(_ jobs: [Job]) throws(SessionError) {
    var manifests: [String: String] = [:]
    var states: [String: String] = [:]
    for job in jobs {
      if let other = manifests.updateValue(job.file, forKey: job.folders.manifest) {
        throw job.refusal(
          other == job.file
            ? "this job file is named twice"
            : "this job has the manifest of \(other), '\(job.manifestName)': change 'name' or 'manifest'")
      }
      let folders = Set([job.folders.state(job.spec), job.folders.temporaries(job.spec)])
      for folder in folders {
        if let other = states.updateValue(job.file, forKey: folder) { throw job.refusal(sharing: other) }
      }
    }
  }

  private func load(
    _ file: String, root: String?, state: String?, _ libraries: LibraryVersions, keepsPictures: Bool
  ) throws(SessionError) -> Job {
    let text: [UInt8]
    do throws(SystemError) {
      let limit = FixedLimits.JobFile.bytes + 1
      // Systems without `/dev/stdin` have the stream too.
      text =
        file == "/dev/stdin"
        ? try FileBytes.readStream(STDIN_FILENO, limit: limit)
        : try FileBytes.readStream(openable(file), limit: limit)
    } catch {
      throw SessionError(.usage, file: file, "can't be read: \(error.message)")
    }
    switch JobFileReader.read(text: text, file: file) {
    case .failure(let errors): throw SessionError(.usage, [.diagnostics(errors.diagnostics, text: text)])
    case .success(let spec):
      if spec.colors.contains(where: \.converts), let absence = OptionalLibrary.lcms2.absence {
        throw SessionError(
          .usage, file: file, "'color' asks for another profile: \(absence.message)")
      }
      let header = ManifestHeader(jobSHA256: SHA256.digest(of: text), libraries: libraries)
      let folders = JobFolders(spec, file: file, root: root, state: state, current: currentFolder)
      let most = keepsPictures ? MemoryBudget(memoryBytes, spec.isolation).pictureBytes : 0
      return Job(
        spec: spec, folders: folders,
        store: try store(spec, folders, file: file, text: text, keeping: most), file: file, header: header,
        text: text, currentFolder: currentFolder)
    }
  }
}
