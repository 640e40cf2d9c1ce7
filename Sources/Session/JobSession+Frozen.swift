import JobFile
import Planning
import Reporting
import Sharding
import Survey
import System

extension JobSession {
  /// Opens a frozen plan. `file` is the plan's path as the user wrote it. With `isChecked`, reads the whole
  /// plan and throws if a line is damaged.
  package func openPlan(_ file: String, isChecked: Bool = false) throws(SessionError) -> FrozenPlan {
    do throws(FrozenFault) {
      let plan = try FrozenPlan(file, at: absolute(file))
      if isChecked { try plan.check() }
      return plan
    } catch { throw SessionError(error, file) }
  }

  /// The job of a frozen plan. Its base folder is `root`, or the plan's base folder if `root` is nil. The same holds for
  /// `state`, the folder for the state of jobs. Throws if this program might make other bytes than the program that
  /// wrote the plan.
  package func job(
    of plan: FrozenPlan, root: String? = nil, state: String? = nil
  ) throws(SessionError) -> Job {
    let header = plan.header
    let text = Array(header.job.utf8)
    guard SHA256.digest(of: text) == header.jobSHA256,
      case .success(let spec) = JobFileReader.read(text: text, file: header.jobFile)
    else { throw plan.refusal("holds a job file that isn't the one it was made of") }
    let versions = ManifestHeader(
      jobSHA256: header.jobSHA256, libraries: LibraryVersions.loaded(draws: header.libraries.draws))
    if versions != header.manifest {
      throw plan.refusal(
        "was made by \(header.manifest.shown), and this is \(versions.shown): plan again")
    }
    let folders = JobFolders(
      spec, file: header.jobFile, root: root ?? header.base, state: state ?? header.state,
      current: currentFolder)
    return Job(
      spec: spec, folders: folders, store: try store(spec, folders, file: plan.file, text: text),
      file: plan.file, header: versions, text: text, currentFolder: currentFolder)
  }
}

extension FrozenPlan {
  /// The error that refuses the plan.
  package func refusal(_ message: String, _ status: ExitStatus = .usage) -> SessionError {
    SessionError(status, file: file, message)
  }
}

extension SessionError {
  /// A fault of a frozen plan, or of a manifest of the plan's shards. `file` is the plan's path as the user
  /// wrote it.
  package init(_ fault: FrozenFault, _ file: String) {
    self.init(fault.system?.isTemporary == true ? .later : .usage, file: fault.file ?? file, fault.message)
  }
}
