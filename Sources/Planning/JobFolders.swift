import JobFile
import System

/// Where a job reads and writes: absolute paths without `.`, `..` or doubled slashes, as far as that can be told
/// without following links.
package struct JobFolders: Hashable, Sendable {
  /// What relative paths of the job file are relative to: its folder, or `--root`.
  package var base: String
  /// No output leaves it.
  package var output: String
  package var manifest: String
  package var jobFile: String
  private static let slash = UInt8(ascii: "/")

  /// The folders of `job`, read from `file`; `current` is the working folder that `file` and `root` are relative to.
  package init(_ job: JobSpec, file: String, root: String?, current: String) {
    let jobFile = Self.absolute(file, from: current)
    let own = jobFile.utf8.lastIndex(of: Self.slash).map { String(jobFile[..<$0]) } ?? ""
    let base = root.map { Self.absolute($0, from: current) } ?? (own.isEmpty ? "/" : own)
    self.jobFile = jobFile
    self.base = base
    output = Self.absolute(job.outputRoot?.value ?? ".", from: base)
    manifest = Self.absolute(job.manifest?.value ?? job.name + ".manifest.jsonl", from: base)
  }

  /// Where this job, or a part of it, keeps what it needs while it runs.
  package func state(_ job: JobSpec, _ part: JobPart = .whole) -> String {
    Self.absolute(".upright/" + part.state(of: job.name), from: output)
  }

  /// Where the manifest of a shard goes.
  package func shardManifest(_ job: JobSpec, _ shard: ShardPlace) -> String {
    state(job, .shard(shard)) + "/manifest.jsonl"
  }

  /// Where the job's lock lies: beside the job file, whatever the base folder is.
  package var lock: String { Self.absolute("\(jobFile.stem).lock.jsonl", from: jobFile.parentFolder) }

  /// What the job keeps at an absolute path, in words; nil where that is free for a file that isn't the job's.
  package func use(of path: String) -> String? {
    if path.hasSameBytes(as: jobFile) { return "the job file" }
    if path.hasSameBytes(as: lock) { return "the place of the job's lock" }
    if path.hasSameBytes(as: manifest) { return "the place of the job's manifest" }
    return Self.isInStateFolder(path) ? "in '.upright', which is kept for the state of runs" : nil
  }

  /// True for a path that goes through a `.upright` folder.
  static func isInStateFolder(_ path: String) -> Bool {
    path.utf8.split(separator: slash).contains { $0.elementsEqual(".upright".utf8) }
  }

  /// The path of an output, or of a source with `base`.
  package static func absolute(_ path: String, from folder: String) -> String {
    if isPlain(path) && path.utf8.first != slash && folder.utf8.first == slash && isPlain(folder) {
      return folder + "/" + path
    }
    var parts: [Substring.UTF8View] = []
    let whole = path.utf8.first == slash ? path : folder + "/" + path
    // By bytes: with a combining mark behind it, a slash is part of another character.
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

  /// True for a path without a segment that is empty or begins with a dot, but for the one before a leading slash.
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

  /// Where a source is opened: as the system resolves it, `..` behind a link included.
  package func path(of image: ImagePlan) -> String { path(ofSource: image.source) }

  /// Where the source is opened that plans and manifests call `source`.
  package func path(ofSource source: String) -> String {
    source.utf8.first == Self.slash ? source : base + "/" + source
  }

  /// The absolute path of an output, or of its source where it has none.
  package func place(of output: OutputPlan, _ image: ImagePlan) -> String {
    output.path.map { Self.absolute($0, from: self.output) } ?? Self.absolute(image.source, from: base)
  }

}
