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

  /// Raises the number called `name` to `value`, if it is less.
  package mutating func raise(_ name: String, to value: Int) { count(name, max(0, value - self.value(name))) }

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

  /// One line with the numbers, then one for each thing left out, and the first exception of each kind, `most` at the
  /// most: what breaks one run mostly breaks many.
  package func text(most: Int) -> String {
    let numbers = counts.map { "\($0.value) \($0.name)" } + ["\(exceptions.count) exceptions"]
    var kinds: [String: Int] = [:]
    var told: [(text: String, kind: String)] = []
    for exception in exceptions {
      let kind = Self.kind(exception)
      if kinds.updateValue((kinds[kind] ?? 0) + 1, forKey: kind) == nil { told.append((exception, kind)) }
    }
    let lines =
      ["\(name): \(numbers.joined(separator: ", "))"] + skipped.map { "  skipped: \($0)" }
      + told.prefix(most).map { text, kind in
        let others = (kinds[kind] ?? 1) - 1
        return "  exception: \(text)" + (others > 0 ? " (and \(others) like it)" : "")
      }
    return (lines + (told.count > most ? ["  and \(told.count - most) kinds more"] : []))
      .joined(separator: "\n")
  }

  /// The words of an exception that have no digits, but for an exit status and its kin: the same for those that
  /// differ in the call, the file or the time.
  private static func kind(_ exception: String) -> String {
    exception.split(separator: " ").prefix(40)
      .filter { word in word.contains("(") || word.contains("[") || !word.contains(where: \.isNumber) }
      .map { $0.contains("/") ? "/" : $0 }.joined(separator: " ")
  }
}
