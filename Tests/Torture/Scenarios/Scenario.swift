/// All that can be tried, by the names that the command line has for it.
package enum Scenario: String, CaseIterable, Sendable {
  case killPoints = "kill-points"
  case shardKills = "shard-kills"
  case randomKills = "random-kills"
  case webKills = "web-kills"
  case faults
  case fullDisk = "full-disk"
  case powerLoss = "power-loss"
  case hostileImages = "hostile-images"
  case symlinkRace = "symlink-race"
  case overlap, signals, reruns
  case noChange = "no-change"

  /// Tries it. Throws where it can't be set up.
  package func run(_ settings: Settings) throws -> ScenarioReport {
    switch self {
    case .killPoints: try KillPoints.run(settings)
    case .shardKills: try ShardKills.run(settings)
    case .randomKills: try RandomKills.run(settings)
    case .webKills: try WebKills.run(settings)
    case .faults: try FaultInjection.run(settings)
    case .fullDisk: try FullDisk.run(settings)
    case .powerLoss: try PowerLoss.run(settings)
    case .hostileImages: try HostileImages.run(settings)
    case .symlinkRace: try SymlinkRace.run(settings)
    case .overlap: try Overlap.run(settings)
    case .signals: try Signals.run(settings)
    case .reruns: try Reruns.run(settings)
    case .noChange: try NoChange.run(settings)
    }
  }
}
