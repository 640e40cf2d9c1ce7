import Imaging
import JobFile
import Planning
import Reporting
import Running
import Survey
import System

/// A job file that was read and found right.
struct LoadedJob {
  let spec: JobSpec
  let folders: JobFolders
  /// The file as the user named it.
  let file: String
  let header: ManifestHeader
  /// What the file held.
  let text: [UInt8]

  /// A job of which `text` is what the file held.
  init(_ spec: JobSpec, _ folders: JobFolders, file: String, _ header: ManifestHeader, text: [UInt8]) {
    self.spec = spec
    self.folders = folders
    self.file = file
    self.header = header
    self.text = text
  }

  /// The manifest as messages name it.
  var manifestName: String { Console.shown(folders.manifest) }

  /// An output's path as the user can paste it.
  func shown(output path: String) -> String {
    Console.shown(JobFolders.absolute(path, from: folders.output))
  }

  /// The lock as messages name it: beside the job file, as the user named that.
  var lockName: String {
    String(Substring(file.utf8.dropLast(file.lastName.utf8.count))) + folders.lock.lastName
  }

  /// Reads all of `options.jobs`. Throws `usage`, having told everything that is wrong with any of them.
  static func load(_ options: JobOptions) throws(ExitStatus) -> [LoadedJob] {
    try load(options.jobs, options.base)
  }

  /// Reads all of `files`, as ``load(_:)`` does.
  static func load(_ files: [String], _ base: RootOption) throws(ExitStatus) -> [LoadedJob] {
    let libraries = LibraryVersions.loaded()
    let loaded = files.map { load($0, root: base.root, libraries) }
    let jobs = loaded.compactMap { $0 }
    if jobs.count < loaded.count { throw .usage }
    try checkShared(jobs)
    return jobs
  }

  /// Two jobs with one manifest: the second would replace what the first one says. With one name and output root they
  /// would share what they remember.
  private static func checkShared(_ jobs: [LoadedJob]) throws(ExitStatus) {
    var manifests: [String: String] = [:]
    var states: [String: String] = [:]
    for job in jobs {
      let manifest = job.folders.manifest
      if let other = manifests.updateValue(job.file, forKey: manifest) {
        throw job.refuse(
          other == job.file
            ? "this job file is named twice"
            : "this job has the manifest of \(other), '\(job.manifestName)': change 'name' or 'manifest'")
      }
      if let other = states.updateValue(job.file, forKey: job.folders.state(job.spec)) {
        throw job.refuse(sharing: other)
      }
    }
  }

  /// Says why the job can't be run beside `other`, of whose state it is.
  func refuse(sharing other: String) -> ExitStatus {
    refuse("'\(other)' has the same name and output root: change 'name' in one of them")
  }

  /// Says why the job can't be run as it is asked for.
  func refuse(_ message: String) -> ExitStatus {
    Log.tell(LogEntry(.error, file: file, message))
    return .usage
  }

  /// Throws, having said why, where the job keeps something else at an absolute path that `option` calls `file`.
  func checkFree(_ path: String, as option: String, _ file: String) throws(ExitStatus) {
    if let use = folders.use(of: path) {
      throw refuse("\(option): '\(file)' is \(use): name another file")
    }
  }

  private static func load(_ file: String, root: String?, _ libraries: LibraryVersions) -> LoadedJob? {
    let text: [UInt8]
    do throws(SystemError) {
      text = try FileBytes.readStream(file, limit: JobFileReader.mostBytes + 1)
    } catch {
      Log.tell(LogEntry(.error, file: file, "can't be read: \(error.message)"))
      return nil
    }
    switch JobFileReader.read(text: text, file: file) {
    case .failure(let errors):
      Log.tell(errors.diagnostics, text)
      return nil
    case .success(let spec):
      if spec.colors.contains(where: \.converts), let absence = OptionalLibrary.lcms2.absence {
        Log.tell(LogEntry(.error, file: file, "'color' asks for another profile: \(absence.message)"))
        return nil
      }
      let header = ManifestHeader(jobSHA256: SHA256.digest(of: text), libraries: libraries)
      let folders = JobFolders(spec, file: file, root: root, current: Console.currentFolder)
      return LoadedJob(spec, folders, file: file, header, text: text)
    }
  }

  /// Says what is wrong with the job, with the lines of its file.
  func tell(_ diagnostics: [Diagnostic]) { Log.tell(diagnostics, text) }

  /// Warns of encoders of `images` that the job's time limit can't end.
  func tellSlowEncoders(_ images: some Sequence<ImagePlan>) {
    if let warning = EncoderTime.warning(images, of: spec, file: file) { tell([warning]) }
  }

  /// Looks up the sources of all jobs, whose headers are counted in `work`; with `measures` it is measured what they take.
  static func surveys(
    _ jobs: [LoadedJob], _ pool: WorkerPool, counting work: WorkDone = WorkDone(), measures: Bool = false
  ) -> [JobSurvey] {
    let reserved = ReservedPlaces(jobs.map(\.folders))
    return jobs.map {
      JobSurvey(
        $0.spec, $0.folders, file: $0.file, reserved: reserved, pool: pool, counting: work, measures: measures
      )
    }
  }

  /// Plans all jobs by their surveys, to make their outputs where it `writes`. Throws, having told why any of them is
  /// refused.
  static func plan(
    _ jobs: [LoadedJob], _ surveys: [JobSurvey], writes: Bool = true
  ) throws(ExitStatus) -> [BatchPlan] {
    var status = ExitStatus.done
    let plans = zip(jobs, surveys).map { job, survey -> BatchPlan? in
      switch survey.plan(writes: writes) {
      case .success(let plan): return plan
      case .failure(let refusal):
        Log.tell(refusal.diagnostics, job.text)
        if let halt = refusal.halt { Log.tell(LogEntry(.error, file: job.file, halt.message)) }
        status = max(status, refusal.halt.map(ExitStatus.init) ?? .usage)
        return nil
      }
    }
    let planned = plans.compactMap { $0 }
    if planned.count < jobs.count { throw status }
    let calls = zip(jobs, planned).map {
      CallChecks.Job($0.spec, file: $0.file, folders: $0.folders, plan: $1)
    }
    let refusals = CallChecks(calls, shown: Console.shown).refusals()
    Log.tell(refusals, [])
    if !refusals.isEmpty { throw .usage }
    return planned
  }
}
