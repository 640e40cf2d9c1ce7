import Dispatch
import Synchronization

/// Work on several threads.
enum Parallel {
  /// Calls `body` with 0..<`count`, on `width` threads, and adds up what it has seen. What it throws is an exception
  /// of the report.
  static func run(
    _ count: Int, width: Int, into report: inout ScenarioReport,
    _ body: @escaping @Sendable (Int, inout ScenarioReport) throws -> Void
  ) {
    let books = Mutex((next: 0, report: report))
    DispatchQueue.concurrentPerform(iterations: max(1, width)) { _ in
      while let index = books.withLock({ books -> Int? in
        guard books.next < count else { return nil }
        defer { books.next += 1 }
        return books.next
      }) {
        var own = ScenarioReport(books.withLock { $0.report.name })
        do { try body(index, &own) } catch { own.expect(none: ["\(error)"], "case \(index)") }
        books.withLock { $0.report.add(own) }
      }
    }
    report = books.withLock { $0.report }
  }
}

extension ScenarioReport {
  /// Takes in what another has seen.
  mutating func add(_ other: ScenarioReport) {
    for count in other.counts { self.count(count.name, count.value) }
    for reason in other.skipped { skip(reason) }
    exceptions += other.exceptions
  }
}
