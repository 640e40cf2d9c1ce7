import JobFile
import Planning
import Reporting
import Sharding
import System

extension LoadedJob {
  /// The job of a frozen plan, with `root` for its base folder where that isn't nil. Throws, having said why, where this
  /// program would not make what was planned.
  static func frozen(_ plan: FrozenPlan, root: String?) throws(ExitStatus) -> LoadedJob {
    let header = plan.header
    let text = Array(header.job.utf8)
    guard SHA256.digest(of: text) == header.jobSHA256,
      case .success(let spec) = JobFileReader.read(text: text, file: header.jobFile)
    else { throw plan.refuse("holds a job file that isn't the one it was made of") }
    let versions = ManifestHeader(jobSHA256: header.jobSHA256, libraries: LibraryVersions.loaded())
    if versions != header.manifest {
      throw plan.refuse(
        "was made by \(header.manifest.shown), and this is \(versions.shown): plan again")
    }
    let folders = JobFolders(
      spec, file: header.jobFile, root: root ?? header.base, current: Console.currentFolder)
    return LoadedJob(spec, folders, file: plan.file, versions, text: text)
  }
}

extension FrozenPlan {
  /// Opens the plan that the user calls `file`. Throws, having said why, where that can't be done.
  static func open(_ file: String) throws(ExitStatus) -> FrozenPlan {
    do throws(FrozenFault) { return try FrozenPlan(file, at: FileToWrite.absolute(file)) } catch {
      throw tell(error, file)
    }
  }

  /// Says what is wrong with the plan `file`.
  static func tell(_ fault: FrozenFault, _ file: String) -> ExitStatus {
    Log.tell(LogEntry(.error, file: fault.file ?? file, fault.message))
    return fault.system?.isTemporary == true ? .later : .usage
  }

  /// Says why the plan can't be used as it is asked for.
  func refuse(_ message: String, _ status: ExitStatus = .usage) -> ExitStatus {
    Log.tell(LogEntry(.error, file: file, message))
    return status
  }
}
