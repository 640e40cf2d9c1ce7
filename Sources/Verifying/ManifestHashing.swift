import Glibc
import Planning
import State
import Survey
import System

/// The reason why a file was not hashed.
package enum MissingHash: Error, Hashable, Sendable {
  /// There is no such file.
  case missing
  /// The file has this number of bytes instead of the expected number, so it wasn't read.
  case otherSize(Int)
  /// The file can't be read, for this reason.
  case unreadable(String)
}

/// The size and hash of a file that a manifest names.
package typealias FileSum = Result<FileHash, MissingHash>

/// A file that a manifest names, and the sizes that it may have. An empty set allows any size.
package struct NamedFile: Sendable {
  let path: String
  let sizes: Set<Int>

  /// Names the file at `path`, which is spelled as in the manifest.
  package init(_ path: String, sizes: Set<Int>) {
    self.path = path
    self.sizes = sizes
  }

  fileprivate func mayHave(_ bytes: Int) -> Bool { sizes.isEmpty || sizes.contains(bytes) }
}

/// Reads and hashes a job's sources, mask files and outputs.
package struct ManifestHashing: Sendable {
  private let store: SourceStore
  private let places: (any OutputPlace)?
  private let pool: ThreadPool
  private let largest: Int
  private let work: WorkDone

  /// Hashes sources that `store` opens, and outputs in `places`; nil if there is no output root. Sources of more than
  /// `largest` bytes aren't read. `work` counts the hashed bytes.
  package init(
    _ places: (any OutputPlace)?, _ store: SourceStore, largest: Int, pool: ThreadPool,
    counting work: WorkDone = WorkDone()
  ) {
    self.places = places
    self.work = work
    self.store = store
    self.largest = largest
    self.pool = pool.limited(outputs: 1)
  }

  /// The sizes and hashes of sources, mask files and outputs. A file that has none of its expected sizes isn't read.
  /// Throws an error that concerns all files.
  package func of(
    sources: [NamedFile], masks: [NamedFile], outputs: [NamedFile]
  ) throws(Halted) -> (sources: [FileSum], masks: [FileSum], outputs: [FileSum]) {
    let inputs = sources.count + masks.count
    let sums = try pool.map(count: inputs + outputs.count) { number in
      Result { () throws(Halted) in
        let sum =
          number < sources.count
          ? try source(sources[number])
          : number < inputs
            ? try mask(masks[number - sources.count]) : try output(outputs[number - inputs])
        if case .success(let sum) = sum { work.add(bytes: sum.bytes) }
        return sum
      }
    }.map { result throws(Halted) in try result.get() }
    return (
      Array(sums[..<sources.count]), Array(sums[sources.count..<inputs]), Array(sums[inputs...])
    )
  }

  private func source(_ named: NamedFile) throws(Halted) -> FileSum {
    try sum(of: named) { path throws(OpeningError) in try store.open(named: path) }
  }

  private func mask(_ named: NamedFile) throws(Halted) -> FileSum {
    try sum(of: named) { path throws(OpeningError) in try store.open(mask: path) }
  }

  private func sum(
    of named: NamedFile, by open: (String) throws(OpeningError) -> OpenSource
  ) throws(Halted) -> FileSum {
    do throws(OpeningError) {
      let file = try open(named.path)
      let bytes = file.version.bytes
      return named.mayHave(bytes) ? .success(try file.sum(largest: largest)) : .failure(.otherSize(bytes))
    } catch {
      let finding = try error.finding(of: named.path)
      return .failure(finding.code == .notFound ? .missing : .unreadable(finding.message))
    }
  }

  private func output(_ named: NamedFile) throws(Halted) -> FileSum {
    guard let places else { return .failure(.missing) }
    do throws(SystemError) {
      let file = try places.open(named.path)
      let bytes = try file.status().bytes
      return named.mayHave(bytes) ? .success(try file.sum()) : .failure(.otherSize(bytes))
    } catch {
      if error.isTemporary { throw Halted(Halt(error, source: named.path)) }
      switch error.code {
      case ENOENT, ENOTDIR: return .failure(.missing)
      case ELOOP: return .failure(.unreadable("is a link"))
      case SystemError.special.code, ENXIO: return .failure(.unreadable("is not a regular file"))
      default: return .failure(.unreadable(error.message))
      }
    }
  }
}
