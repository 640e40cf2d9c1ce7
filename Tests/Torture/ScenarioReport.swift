/// What a scenario has seen.
package struct ScenarioReport: Hashable, Sendable {
  /// One number with its name, such as 312 kill points.
  package struct Count: Hashable, Sendable {
    package var name: String
    package var value: Int
  }

  /// The scenario, as it is called on the command line.
  package let name: String
  package private(set) var counts: [Count] = []
  /// What was left out, and why.
  package private(set) var skipped: [String] = []
  /// What was not as promised, each with all that is needed to see it again.
  package internal(set) var exceptions: [String] = []

  package init(_ name: String) { self.name = name }

  /// Adds to the number called `name`.
  package mutating func count(_ name: String, _ more: Int = 1) {
    if let index = counts.firstIndex(where: { $0.name == name }) {
      counts[index].value += more
    } else {
      counts.append(Count(name: name, value: more))
    }
  }

  /// The number called `name`; 0 where nothing was counted.
  package func value(_ name: String) -> Int { counts.first { $0.name == name }?.value ?? 0 }

  /// Notes something that could not be tried.
  package mutating func skip(_ reason: String) {
    if !skipped.contains(reason) { skipped.append(reason) }
  }

  /// Notes things that were not as promised, all met in one `place`.
  package mutating func expect(none wrong: [String], _ place: String) {
    exceptions += wrong.map { "\(place): \($0)" }
  }

  /// One line with the numbers, then one for each thing left out and each of the first `most` exceptions.
  package func text(most: Int) -> String {
    let numbers = counts.map { "\($0.value) \($0.name)" } + ["\(exceptions.count) exceptions"]
    let untold = exceptions.count - most
    let lines =
      ["\(name): \(numbers.joined(separator: ", "))"] + skipped.map { "  skipped: \($0)" }
      + exceptions.prefix(most).map { "  exception: \($0)" } + (untold > 0 ? ["  and \(untold) more"] : [])
    return lines.joined(separator: "\n")
  }
}
