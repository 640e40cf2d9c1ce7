import Glibc
import System

/// The files that are never sources: job files, locks, manifests, and all in `.upright` folders.
struct ReservedFiles {
  private let base: BaseFolder
  /// The job files, locks and manifests, by name. Only a path with one of these names is looked up on disk.
  private var files: [[UInt8]: [FileStatus]] = [:]

  /// The folder of a job's state.
  static let stateFolder = Array(".upright".utf8)
  private static let endings = [".manifest.jsonl", ".lock.jsonl"].map { Array($0.utf8) }

  /// `paths` are job files, locks and manifests, as the process opens them. Missing ones are skipped.
  init(_ paths: [String], base: BaseFolder) {
    self.base = base
    for path in paths {
      guard let status = FileStatus(at: path) else { continue }
      let name = Array(GlobPattern.names(of: Array(path.utf8)).last ?? [])
      files[name, default: []].append(status)
    }
  }

  /// True for a normalised path that can't be a source.
  func contains(_ path: [UInt8]) -> Bool {
    let names = GlobPattern.names(of: path)
    return names.contains(Self.stateFolder[...]) || contains(path, named: names.last ?? [])
  }

  /// True for a normalised path that can't be a source. The path must lie outside of `.upright` folders.
  /// `name` is the path's last name.
  func contains(_ path: [UInt8], named name: ArraySlice<UInt8>) -> Bool {
    if Self.isReserved(name: name) { return true }
    guard !files.isEmpty, let known = files[Array(name)] else { return false }
    guard let status = base.withFileSystemPath(of: path, { FileStatus(at: $0) }) else { return false }
    return known.contains { $0.isSameFile(as: status) }
  }

  /// True for names of manifests and locks, of any job.
  private static func isReserved(name: ArraySlice<UInt8>) -> Bool {
    endings.contains { name.suffix($0.count) == $0[...] }
  }
}
