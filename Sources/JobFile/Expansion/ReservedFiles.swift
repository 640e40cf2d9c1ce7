import Glibc
import System

/// The files that are never sources: job files, locks, manifests, records of splits, and all in folders for the state
/// of runs.
struct ReservedFiles {
  private let base: BaseFolder
  /// The job files, locks and manifests, by name. Only a path with one of these names is looked up on disk.
  private let files: [[UInt8]: [FileStatus]]
  /// The folders for the state of runs that aren't called `.upright`, by name. Only a path with one of these names is
  /// looked up on disk.
  private let folders: [[UInt8]: [FileStatus]]

  /// The usual name of a folder for the state of runs.
  static let stateFolder = Array(".upright".utf8)
  private static let endings = [".manifest.jsonl", ".lock.jsonl", ".splits.jsonl"].map { Array($0.utf8) }

  /// `paths` are job files, locks and manifests, and `folders` are folders for the state of runs, all as the process
  /// opens them. Missing ones are skipped.
  init(_ paths: [String], folders: [String], base: BaseFolder) {
    self.base = base
    files = Self.statuses(paths)
    self.folders = Self.statuses(folders)
  }

  private static func statuses(_ paths: [String]) -> [[UInt8]: [FileStatus]] {
    var statuses: [[UInt8]: [FileStatus]] = [:]
    for path in paths {
      guard let status = FileStatus(at: path) else { continue }
      let name = Array(GlobPattern.names(of: Array(path.utf8)).last ?? [])
      statuses[name, default: []].append(status)
    }
    return statuses
  }

  /// True for a normalised path that can't be a source.
  func contains(_ path: [UInt8]) -> Bool {
    let names = GlobPattern.names(of: path)
    if names.contains(Self.stateFolder[...]) || contains(path, named: names.last ?? []) { return true }
    return names.contains { name in
      !folders.isEmpty && contains(folder: Array(path[..<name.endIndex]), named: Array(name))
    }
  }

  /// True for a normalised path that can't be a source. The path must lie outside of folders for the state of runs.
  /// `name` is the path's last name.
  func contains(_ path: [UInt8], named name: ArraySlice<UInt8>) -> Bool {
    if Self.isReserved(name: name) { return true }
    return !files.isEmpty && isOne(of: files[Array(name)], path)
  }

  /// True if the folder with a normalised path is kept for the state of runs. `name` is the path's last name.
  func contains(folder path: [UInt8], named name: [UInt8]) -> Bool {
    name == Self.stateFolder || isOne(of: folders[name], path)
  }

  private func isOne(of known: [FileStatus]?, _ path: [UInt8]) -> Bool {
    guard let known, let status = base.withFileSystemPath(of: path, { FileStatus(at: $0) }) else {
      return false
    }
    return known.contains { $0.isSameFile(as: status) }
  }

  /// True for names of manifests, locks and records of splits, of any job.
  private static func isReserved(name: ArraySlice<UInt8>) -> Bool {
    endings.contains { name.suffix($0.count) == $0[...] }
  }
}
