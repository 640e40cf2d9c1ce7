import Glibc
import System

/// The files that are never sources: job files, locks, manifests, and all in `.upright` folders.
struct ReservedFiles {
  /// A file, under any name.
  private struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  private let base: BaseFolder
  /// The given files by name, so that only files with such a name are examined.
  private var identities: [[UInt8]: Set<Identity>] = [:]

  /// The folder of a job's state.
  static let stateFolder = Array(".upright".utf8)
  private static let endings = [".manifest.jsonl", ".lock.jsonl"].map { Array($0.utf8) }

  /// `paths` are job files, locks and manifests, as the process opens them. Missing ones are skipped.
  init(_ paths: [String], base: BaseFolder) {
    self.base = base
    for path in paths {
      guard let status = FileStatus(at: path) else { continue }
      let name = Array(GlobPattern.names(of: Array(path.utf8)).last ?? [])
      identities[name, default: []].insert(Self.identity(status))
    }
  }

  /// True for a normalised path that can't be a source.
  func contains(_ path: [UInt8]) -> Bool {
    let names = GlobPattern.names(of: path)
    return names.contains(Self.stateFolder[...]) || contains(path, named: names.last ?? [])
  }

  /// The same for a path outside of `.upright` folders; `name` is its last name.
  func contains(_ path: [UInt8], named name: ArraySlice<UInt8>) -> Bool {
    if Self.isReserved(name: name) { return true }
    guard !identities.isEmpty, let known = identities[Array(name)] else { return false }
    guard let status = base.withFileSystemPath(of: path, { FileStatus(at: $0) }) else { return false }
    return known.contains(Self.identity(status))
  }

  /// True for names of manifests and locks, of any job.
  private static func isReserved(name: ArraySlice<UInt8>) -> Bool {
    endings.contains { name.suffix($0.count) == $0[...] }
  }

  private static func identity(_ status: FileStatus) -> Identity {
    Identity(device: status.device, inode: status.inode)
  }
}
