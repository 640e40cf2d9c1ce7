import ImageModel
import System

/// Hashes many files, on the threads of a pool.
package struct FileHashing: Sendable {
  private let pool: ThreadPool
  private let stop: StopRequest
  private let work: WorkDone
  /// The largest number of hashes in memory at once.
  private static let round = 4096

  /// Prepares to hash files on the threads of `pool` until `stop` is requested. `work` counts the hashed
  /// bytes.
  package init(_ pool: ThreadPool, unless stop: StopRequest, counting work: WorkDone = WorkDone()) {
    self.work = work
    self.pool = pool.limited(outputs: 0)
    self.stop = stop
  }

  /// For each number in 0..<`count`, in ascending order: calls `body` with the number, and with the result of
  /// `sum` for this number.
  ///
  /// Throws ``Stopped`` after a stop request, and the errors of `body`. Throws ``Halted`` with the file's
  /// name for trouble that concerns more than the file.
  package func forEach(
    count: Int, name: (Int) -> String, sum: @escaping @Sendable (Int) throws(OpeningError) -> FileHash,
    _ body: (Int, Result<FileHash, ImageError>) throws -> Void
  ) throws {
    for start in stride(from: 0, to: count, by: Self.round) {
      let sums = pool.map(count: min(Self.round, count - start)) { index -> Result<FileHash, OpeningError> in
        if stop.reason != nil { return .failure(.source(.notStarted)) }
        return Result { () throws(OpeningError) in
          let sum = try sum(start + index)
          work.add(bytes: sum.bytes)
          return sum
        }
      }
      try stop.check()
      for (index, sum) in sums.enumerated() {
        let name = name(start + index)
        switch sum {
        case .success(let hash): try body(start + index, .success(hash))
        case .failure(let error): try body(start + index, .failure(ImageError(try error.finding(of: name))))
        }
      }
    }
  }
}
