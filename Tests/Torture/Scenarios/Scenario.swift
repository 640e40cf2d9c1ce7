/// All that can be tried, by the names that the command line has for it.
package enum Scenario: String, CaseIterable, Sendable {
  case killPoints = "kill-points"
  case randomKills = "random-kills"
  case faults

  /// Tries it. Throws where it can't be set up.
  package func run(_ settings: Settings) throws -> ScenarioReport {
    switch self {
    case .killPoints: try KillPoints.run(settings)
    case .randomKills: try RandomKills.run(settings)
    case .faults: try FaultInjection.run(settings)
    }
  }
}
