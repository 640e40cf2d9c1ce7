import Foundation
import Torture

/// Tries to break `upright`, and says how often it has.
@main
struct UprightTorture {
  private static let help = """
    usage: upright-torture [--quick] [--seed N] [--width N] [--binary PATH] [SCENARIO...]

    Scenarios, all of them unless some are named: \(Scenario.allCases.map(\.rawValue).joined(separator: " "))
    One line each on standard output, and one for each exception; exit status 1 where there are any.
    Everything is made in a folder of its own below TMPDIR, and removed at the end.

    """

  /// Exceptions that are told; what breaks one run mostly breaks many.
  private static let most = 40

  static func main() {
    do {
      var arguments = Array(CommandLine.arguments.dropFirst())
      if arguments.contains("--help") { return print(help, terminator: "") }
      let isQuick = arguments.contains("--quick")
      arguments.removeAll { $0 == "--quick" }
      let seed = try value("--seed", &arguments).map { try number($0) } ?? 1
      let width = try value("--width", &arguments).map { try number($0) } ?? 2
      let program = try Program(value("--binary", &arguments))
      let scenarios = try arguments.map { name in
        guard let scenario = Scenario(rawValue: name) else { throw WrongUsage(word: name) }
        return scenario
      }
      let settings = Settings(program, seed: UInt64(seed), isQuick: isQuick, width: Int(width))
      let ending = try Ending()
      let isFine = run(scenarios.isEmpty ? Scenario.allCases : scenarios, settings)
      ending.tidy()
      exit(isFine ? 0 : 1)
    } catch {
      FileHandle.standardError.write(Data("upright-torture: error: \(error)\n".utf8))
      exit(2)
    }
  }

  private struct WrongUsage: Error, CustomStringConvertible {
    let word: String
    var description: String { "what is '\(word)'? See --help" }
  }

  /// Takes an option with its value out of the arguments.
  private static func value(_ option: String, _ arguments: inout [String]) throws -> String? {
    guard let place = arguments.firstIndex(of: option) else { return nil }
    guard arguments.indices.contains(place + 1) else { throw WrongUsage(word: option) }
    defer { arguments.removeSubrange(place...place + 1) }
    return arguments[place + 1]
  }

  private static func number(_ text: String) throws -> UInt32 {
    guard let number = UInt32(text) else { throw WrongUsage(word: text) }
    return number
  }

  private static func run(_ scenarios: [Scenario], _ settings: Settings) -> Bool {
    var isFine = true
    for scenario in scenarios {
      let started = ContinuousClock.now
      var report = ScenarioReport(scenario.rawValue)
      do { report = try scenario.run(settings) } catch { report.expect(none: ["\(error)"], "set-up") }
      report.count("seconds", Int((ContinuousClock.now - started) / .seconds(1)))
      FileHandle.standardOutput.write(Data((report.text(most: most) + "\n").utf8))
      isFine = isFine && report.exceptions.isEmpty
    }
    return isFine
  }
}
