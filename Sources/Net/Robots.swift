import System

/// The rules of a host's `robots.txt` for one agent (RFC 9309).
package struct Robots: Sendable {
  /// One `allow` or `disallow` line.
  private struct Rule {
    /// The path's pattern in the form of ``RobotsPath``, with `*` for any bytes and, at its end, `$` for the
    /// path's end.
    let pattern: [UInt8]
    let allows: Bool
  }

  /// The rules, longest pattern first. If two patterns are equally long, the one that allows comes first (section
  /// 2.2.2).
  private let rules: [Rule]

  /// The memory of the rules in bytes, roughly.
  package var bytes: Int { rules.reduce(64) { $0 + $1.pattern.count + 64 } }

  /// Allows each path: the server answers 4xx (section 2.3.1.3).
  package static let allowingAll = Robots(rules: [])
  /// Forbids each path: Upright can't read the file (section 2.3.1.4).
  package static let forbiddingAll = Robots(rules: [Rule(pattern: Array("/".utf8), allows: false)])

  private init(rules: [Rule]) { self.rules = rules }

  /// The rules of the first ``FixedLimits/Web/robotsBytes`` bytes of a file for `agent`, a name of lower-case
  /// letters. The groups of the agent are joined. If there are none, those of `*` are joined. A file with more
  /// than ``FixedLimits/Web/robotsRules`` rules for the agent forbids all.
  package init(_ file: [UInt8], agent: String) {
    var groups = RobotsGroups(agent: agent)
    var lines = Self.lines(file)
    // The limit may have cut the last line.
    if file.count > FixedLimits.Web.robotsBytes { lines.removeLast() }
    for line in lines { groups.add(line) }
    if groups.chosen.count > FixedLimits.Web.robotsRules {
      self = .forbiddingAll
      return
    }
    rules = groups.chosen
      .map { Rule(pattern: RobotsPath.pattern($0.path), allows: $0.allows) }
      .sorted { one, other in
        one.pattern.count == other.pattern.count
          ? one.allows && !other.allows : one.pattern.count > other.pattern.count
      }
  }

  private static func lines(_ file: [UInt8]) -> [ArraySlice<UInt8>] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return file.prefix(FixedLimits.Web.robotsBytes).dropFirst(file.starts(with: mark) ? mark.count : 0)
      .split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
  }

  /// True if the agent may fetch `target`, a path with or without a query. `/robots.txt` is always allowed.
  package func allows(_ target: String) -> Bool {
    if target == "/robots.txt" { return true }
    let path = RobotsPath.normal(target.utf8)
    return rules.first { RobotsPath.matches(path, $0.pattern) }?.allows ?? true
  }
}

/// Collects the groups of a `robots.txt` that are for an agent (RFC 9309, section 2.2.1).
private struct RobotsGroups {
  private let agent: String
  private var ours: [(path: ArraySlice<UInt8>, allows: Bool)]?
  private var everyones: [(path: ArraySlice<UInt8>, allows: Bool)] = []
  /// The agents of the current group.
  private var isOurs = false
  private var isEveryones = false
  /// True after a rule: the next `user-agent` line begins a new group.
  private var hasRules = false

  init(agent: String) { self.agent = agent }

  var chosen: [(path: ArraySlice<UInt8>, allows: Bool)] { ours ?? everyones }

  mutating func add(_ line: ArraySlice<UInt8>) {
    let record = line.prefix { $0 != UInt8(ascii: "#") }
    guard let colon = record.firstIndex(of: UInt8(ascii: ":")) else { return }
    let value = record[(colon + 1)...].trimmed
    switch String(decoding: record[..<colon].trimmed, as: UTF8.self).lowercased() {
    case "user-agent": begin(value)
    case "allow": add(value, allows: true)
    case "disallow": add(value, allows: false)
    // Other records belong to no group (section 2.2.4).
    default: break
    }
  }

  private mutating func begin(_ name: ArraySlice<UInt8>) {
    if hasRules { (isOurs, isEveryones, hasRules) = (false, false, false) }
    // A version behind the name, for example, doesn't count.
    let token = name.prefix { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        || [UInt8(ascii: "-"), UInt8(ascii: "_")].contains(byte)
    }
    if String(decoding: token, as: UTF8.self).lowercased() == agent {
      isOurs = true
      ours = ours ?? []
    }
    if name.prefix(while: { !$0.isBlank }).elementsEqual("*".utf8) { isEveryones = true }
  }

  private mutating func add(_ path: ArraySlice<UInt8>, allows: Bool) {
    hasRules = true
    // A rule without a path matches nothing.
    if path.isEmpty { return }
    if isOurs { ours?.append((path, allows)) }
    if isEveryones { everyones.append((path, allows)) }
  }
}
