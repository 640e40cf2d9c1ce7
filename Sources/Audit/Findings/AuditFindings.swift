/// The faults of a set, by their codes.
package struct AuditFindings: Sendable {
  /// The faults of each code, in the order in which they were found; at most ``most`` of each.
  private var lists: [AuditCode: [AuditFinding]] = [:]
  private var counts: [AuditCode: Int] = [:]

  /// The most faults of one code that are kept. A hostile annotation file may have any number.
  package static let most = 100_000

  /// Adds a fault of `file`, as messages print it. `more` adds to the fault. If too many of its code are kept already,
  /// the fault is only counted.
  mutating func add(
    _ code: AuditCode, _ file: @autoclosure () -> String, _ message: @autoclosure () -> String,
    more: (inout AuditFinding) -> Void = { _ in }
  ) {
    counts[code, default: 0] += 1
    if count(of: code) > Self.most { return }
    var finding = AuditFinding(code, file(), message())
    more(&finding)
    lists[code, default: []].append(finding)
  }

  /// The number of all faults.
  package var count: Int { counts.values.reduce(0, +) }

  package func count(of code: AuditCode) -> Int { counts[code] ?? 0 }

  /// The kept faults of a code.
  package subscript(code: AuditCode) -> [AuditFinding] { lists[code] ?? [] }

  /// The codes that have findings.
  package var codes: [AuditCode] { AuditCode.allCases.filter { counts[$0] != nil } }
}
