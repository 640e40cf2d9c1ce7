extension Scenario {
  /// What the binary has to know for the scenario to end without exceptions.
  package var needs: Set<Program.Ability> {
    switch self {
    case .hostileImages, .reruns: []
    case .killPoints, .shardKills, .randomKills, .faults, .fullDisk, .powerLoss, .symlinkRace, .noChange:
      [.durability]
    case .webKills: [.durability, .network]
    case .overlap, .signals: [.wait]
    }
  }
}
