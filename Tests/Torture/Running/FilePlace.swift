/// What a file is to a job.
enum FilePlace: String, Hashable, Sendable {
  case jobFile, source, sourceFolder, output, temporary, state, manifest, stdout, stderr, folder
  /// The folder of temporary files, opened to list them.
  case temporaries
  /// Only the worker knows.
  case unknown

  /// The file that a call is on; of a rename the place that a file gets.
  init(_ call: LoggedCall) { self = FilePlace.of(call.otherPath.isEmpty ? call.path : call.otherPath) }

  private static func of(_ path: String) -> FilePlace {
    let isNameless = path.hasSuffix(" (deleted)")
    let path = isNameless ? String(path.dropLast(10)) : path
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    switch true {
    case path == "-": return .unknown
    // Only the manifest has no name while it is written.
    case isNameless && name.hasPrefix("#"): return .manifest
    case path.contains("/photos/") && path.hasSuffix(".jpg"): return .source
    case path.contains("/photos"): return .sourceFolder
    case name == "job.yaml": return .jobFile
    case name == "stdout": return .stdout
    case name == "stderr": return .stderr
    case name.contains("manifest.jsonl"): return .manifest
    case path.contains("/.upright/") && name.hasSuffix(".tmp"): return .temporary
    case path.contains("/.upright/") && path.hasSuffix("/tmp/."): return .temporaries
    case path.contains("/out/.upright"): return name == "tmp" ? .folder : .state
    // Elsewhere only the manifest is written.
    case name.hasSuffix(".tmp"): return path.contains("/out/") ? .temporary : .manifest
    case path.contains("/out/") && name.hasSuffix(".jpg"): return .output
    default: return .folder
    }
  }
}
