import Glibc
import Planning

/// Why a file has no sum.
package enum NoSum: Error, Hashable, Sendable {
  /// There is no such file.
  case missing
  /// It can't be read, for this reason.
  case unreadable(String)
}

/// Reads and hashes a job's sources and outputs.
package struct ManifestSums: Sendable {
  private let folders: JobFolders
  private let tree: OutputTree?
  private let pool: WorkerPool

  /// Those of a job with these folders. Throws where its output root is there and can't be opened.
  package init(_ folders: JobFolders, pool: WorkerPool) throws(Halt) {
    self.folders = folders
    self.pool = pool.limited(outputs: 1)
    do throws(SystemError) { tree = try OutputTree(existing: folders.output) } catch {
      guard error.code == ENOENT else {
        throw Halt(
          error.isTemporary ? .later : .unwritable, "'\(folders.output)' can't be opened: \(error.message)")
      }
      tree = nil
    }
  }

  /// The sums of sources and of outputs, by the paths that manifests have. Throws what stands in the way of all of them.
  package func of(
    sources: [String], outputs: [String]
  ) throws(Halt) -> (sources: [Result<FileSum, NoSum>], outputs: [Result<FileSum, NoSum>]) {
    let sums = try pool.map(count: sources.count + outputs.count) { number in
      Result { () throws(Halt) in
        number < sources.count
          ? try source(sources[number]) : try output(outputs[number - sources.count])
      }
    }.map { result throws(Halt) in try result.get() }
    return (Array(sums[..<sources.count]), Array(sums[sources.count...]))
  }

  private func source(_ path: String) throws(Halt) -> Result<FileSum, NoSum> {
    let file: OpenSource
    do throws(OpeningError) { file = try OpenSource.open(folders.path(ofSource: path)) } catch {
      switch error {
      case .system(let error): throw Halt(error, source: path)
      case .source(let finding):
        return .failure(finding.code == .notFound ? .missing : .unreadable(finding.message))
      }
    }
    do throws(SystemError) { return .success(try file.descriptor.sum()) } catch {
      if error.isTemporary { throw Halt(error, source: path) }
      return .failure(.unreadable(error.message))
    }
  }

  private func output(_ path: String) throws(Halt) -> Result<FileSum, NoSum> {
    guard let tree else { return .failure(.missing) }
    do throws(SystemError) { return .success(try tree.open(path).sum()) } catch {
      if error.isTemporary { throw Halt(error, source: path) }
      switch error.code {
      case ENOENT, ENOTDIR: return .failure(.missing)
      case ELOOP: return .failure(.unreadable("is a link"))
      case EINVAL, ENXIO: return .failure(.unreadable("is not a regular file"))
      default: return .failure(.unreadable(error.message))
      }
    }
  }
}
