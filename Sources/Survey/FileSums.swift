import ImageModel
import System

/// Hashes many files, as many at once as a pool is wide.
package struct FileSums: Sendable {
  private let pool: WorkerPool
  private let stop: StopRequest
  private let work: WorkDone
  /// Files whose sums are kept at once.
  private static let round = 4096

  /// Sums by the threads of `pool`, until `stop` asks for an end, whose bytes are counted in `work`.
  package init(_ pool: WorkerPool, unless stop: StopRequest, counting work: WorkDone = WorkDone()) {
    self.work = work
    self.pool = pool.limited(outputs: 0)
    self.stop = stop
  }

  /// Calls `body` with each of 0..<`count` and what `sum` says of it, in that order.
  ///
  /// Throws ``Stopped`` where a stop is asked for, a ``Halt`` with the file's name where the trouble isn't the file's,
  /// and what `body` throws.
  package func forEach(
    count: Int, name: (Int) -> String, sum: @escaping @Sendable (Int) throws(OpeningError) -> FileSum,
    _ body: (Int, Result<FileSum, Finding>) throws -> Void
  ) throws {
    for start in stride(from: 0, to: count, by: Self.round) {
      let sums = pool.map(count: min(Self.round, count - start)) { index -> Result<FileSum, OpeningError> in
        if stop.reason != nil { return .failure(.source(.notStarted)) }
        return Result { () throws(OpeningError) in
          let sum = try sum(start + index)
          work.add(bytes: sum.bytes)
          return sum
        }
      }
      try stop.check()
      for (index, sum) in sums.enumerated() {
        if case .failure(.system(let error)) = sum { throw Halt(error, source: name(start + index)) }
        try body(start + index, sum.mapError(\.finding))
      }
    }
  }
}
