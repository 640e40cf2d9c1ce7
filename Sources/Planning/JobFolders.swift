import JobFile
import System

/// The places that a job reads and writes, as absolute paths. `.`, `..` and doubled slashes are removed from
/// the text of a path; links aren't resolved.
package struct JobFolders: Hashable, Sendable {
  /// The folder from which relative paths in the job file start: the job file's own folder, or `--root`.
  package var base: String
  /// All outputs stay inside this folder. For outputs in a bucket, this is a URL, and no path.
  package var output: String
  /// The bucket for the outputs; nil if they go into a folder.
  package let bucket: BucketFolder?
  /// The manifest's path; a URL if the manifest goes to the bucket.
  package var manifest: String
  package var jobFile: String
  /// The folder that holds the state folders of jobs.
  package var states: String
  /// The path of the record of an exact split; nil if the job has no exact split. Like the job lock, the record lies in
  /// the job file's folder, whatever the base folder is.
  package let splits: String?
  /// ``states``, if `--state` named this folder; nil if the job file tells it.
  package let namedStates: String?
  private static let slash = UInt8(ascii: "/")

  /// The places that `job` reads and writes. `file` is the path of its job file, `root` the path after `--root`,
  /// and `state` the path after `--state`. All three are relative to the working folder `current`.
  package init(_ job: JobSpec, file: String, root: String?, state: String? = nil, current: String) {
    let jobFile = Self.absolute(file, from: current)
    let base = root.map { Self.absolute($0, from: current) } ?? jobFile.parentFolder
    self.jobFile = jobFile
    self.base = base
    bucket = job.outputBucket
    output = bucket?.text ?? Self.absolute(job.outputRoot?.value ?? ".", from: base)
    manifest =
      job.manifest.map { Self.absolute($0.value, from: base) }
      ?? Self.absolute(Self.manifest(of: job), from: bucket?.text ?? base)
    splits =
      job.split?.isExact == true
      ? Self.absolute("\(jobFile.stem).splits.jsonl", from: jobFile.parentFolder) : nil
    namedStates = state.map { Self.absolute($0, from: current) }
    states =
      namedStates ?? job.state.map { Self.absolute($0.value, from: base) }
      ?? Self.absolute(Self.statesName, from: bucket == nil ? output : jobFile.parentFolder)
  }

  /// The usual name of a job's manifest.
  private static func manifest(of job: JobSpec) -> String { job.name + ".manifest.jsonl" }

  /// The name of the folder in an output root for the state of jobs, and for temporary files.
  package static let statesName = ".upright"

  /// The state folder of `job`, or of a part of the job.
  package func state(_ job: JobSpec, _ part: JobPart = .whole) -> String {
    Self.absolute(part.state(of: job.name), from: states)
  }

  /// The name of the folder in a job's state folder for indexes of archives.
  package static let archivesName = "archives"

  /// The folder in which the indexes of a job's archives are kept. The parts of the job share it.
  package func archives(of job: JobSpec) -> String { state(job) + "/" + Self.archivesName }

  /// The folder for the temporary files of `job`, or of a part of the job. It lies in the output root, and usually it
  /// is the state folder. If the outputs go to a bucket, it is the state folder too.
  package func temporaries(_ job: JobSpec, _ part: JobPart = .whole) -> String {
    if bucket != nil { return state(job, part) }
    return Self.absolute(Self.statesName + "/" + part.state(of: job.name), from: output)
  }

  /// True if the state doesn't lie in the output root's `.upright`.
  package var keepsStateElsewhere: Bool {
    !states.hasSameBytes(as: Self.absolute(Self.statesName, from: output))
  }

  /// The path of a shard's manifest.
  package func shardManifest(_ job: JobSpec, _ shard: ShardPlace) -> String {
    state(job, .shard(shard)) + "/manifest.jsonl"
  }

  /// The path of the job lock. The lock lies in the job file's folder, whatever the base folder is.
  package var lock: String { Self.absolute("\(jobFile.stem).lock.jsonl", from: jobFile.parentFolder) }

  /// The path of the file of certificates that `job` trusts; nil for those of the system.
  package func certificates(of job: JobSpec) -> String? {
    job.network.certificates.map { Self.absolute($0.value, from: base) }
  }

  /// The path of the folder in which `job` keeps files of URLs; nil if it keeps none.
  package func cache(of job: JobSpec) -> String? {
    job.cache.map { Self.absolute($0.folder.value, from: base) }
  }

  /// Says in words how the job itself uses an absolute path. Nil if the job doesn't use the path.
  package func use(of path: String) -> String? {
    if path.hasSameBytes(as: jobFile) { return "the job file" }
    if path.hasSameBytes(as: lock) { return "the place of the job's lock" }
    if path.hasSameBytes(as: manifest) { return "the place of the job's manifest" }
    if splits?.hasSameBytes(as: path) == true { return "the place of the job's record of splits" }
    return statesFolder(holding: path).map { "in '\($0)', which is kept for the state of runs" }
  }

  /// The folder for the state of jobs in which an absolute path lies: any `.upright`, or ``states``. Nil if the path
  /// lies in no such folder.
  func statesFolder(holding path: String) -> String? {
    if path.utf8.split(separator: Self.slash).contains(where: { $0.elementsEqual(Self.statesName.utf8) }) {
      return Self.statesName
    }
    return Self.isPath(path, in: states) ? states : nil
  }

  /// True if an absolute path is the folder `folder`, or lies below it.
  static func isPath(_ path: String, in folder: String) -> Bool {
    folder == "/" || path.hasSameBytes(as: folder) || path.utf8.starts(with: (folder + "/").utf8)
  }

  /// Makes a path absolute; a relative path starts from `folder`. Removes `.`, `..` and doubled slashes. `folder` may
  /// be the URL of a ``BucketFolder``, and the path is then relative.
  package static func absolute(_ path: String, from folder: String) -> String {
    if folder.utf8.first != slash, let bucket = try? BucketFolder(folder) {
      return "s3://\(bucket.bucket)" + absolute(bucket.key(of: path), from: "/")
    }
    if isPlain(path) && path.utf8.first != slash && folder.utf8.first == slash && isPlain(folder) {
      return folder + "/" + path
    }
    var parts: [Substring.UTF8View] = []
    let whole = path.utf8.first == slash ? path : folder + "/" + path
    // Splits bytes, because Swift joins a slash and a combining mark after it into one character.
    for part in whole.utf8.split(separator: slash) where !part.elementsEqual(".".utf8) {
      if part.elementsEqual("..".utf8) { _ = parts.popLast() } else { parts.append(part) }
    }
    var result = ""
    for part in parts {
      result += "/"
      result += Substring(part)
    }
    return result.isEmpty ? "/" : result
  }

  /// True if no segment of the path is empty or begins with a dot. A leading slash is allowed.
  private static func isPlain(_ path: String) -> Bool {
    var path = path
    return path.withUTF8 { bytes in
      guard let last = bytes.last, last != slash, bytes[0] != UInt8(ascii: ".") else { return false }
      for index in bytes.indices.dropLast() where bytes[index] == slash {
        if bytes[index + 1] == slash || bytes[index + 1] == UInt8(ascii: ".") { return false }
      }
      return true
    }
  }

  /// The absolute path of the source called `name` in plans and manifests: of a member, the path of its archive. For a
  /// URL, the name itself.
  package func place(ofSource name: String) -> String {
    WebAddress.isURL(name) ? name : Self.absolute(MemberPath(name)?.archive ?? name, from: base)
  }

  /// The absolute path of an output, or of its source if the output has no path.
  package func place(of output: OutputPlan, _ image: ImagePlan) -> String {
    output.path.map { Self.absolute($0, from: self.output) } ?? place(ofSource: image.source)
  }
}
