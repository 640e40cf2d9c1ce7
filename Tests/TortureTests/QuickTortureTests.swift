import TestSupport
import Testing
import Torture

/// A few seconds of what `make torture` does for minutes.
@Suite(.serialized)
struct QuickTortureTests {
  private static let program = Result { try Program() }

  /// Whether the binary knows what a scenario needs; where there is none the test has to fail.
  private static func knows(_ scenario: Scenario) -> Bool {
    (try? program.get()).map { scenario.needs.isSubset(of: $0.abilities) } ?? true
  }

  private static let why: Comment = "the binary doesn't know the keys or options that this needs"

  private func expectNothing(_ scenario: Scenario) throws {
    let exceptions = try scenario.run(Settings(Self.program.get(), isQuick: true)).exceptions
    #expect(exceptions == [])
  }

  @Test(.enabled(if: knows(.killPoints), why)) func killPoints() throws { try expectNothing(.killPoints) }
  @Test(.enabled(if: knows(.shardKills), why)) func shardKills() throws { try expectNothing(.shardKills) }
  @Test(.enabled(if: knows(.randomKills), why)) func randomKills() throws { try expectNothing(.randomKills) }
  @Test(.enabled(if: knows(.webKills), why)) func webKills() throws { try expectNothing(.webKills) }
  @Test(.enabled(if: knows(.faults), why)) func faults() throws { try expectNothing(.faults) }
  @Test(.enabled(if: knows(.fullDisk), why)) func fullDisk() throws { try expectNothing(.fullDisk) }
  @Test(.enabled(if: knows(.powerLoss), why)) func powerLoss() throws { try expectNothing(.powerLoss) }
  @Test(.enabled(if: knows(.hostileImages), why))
  func hostileImages() throws { try expectNothing(.hostileImages) }
  @Test(.enabled(if: knows(.symlinkRace), why)) func symlinkRace() throws { try expectNothing(.symlinkRace) }
  @Test(.enabled(if: knows(.overlap), why)) func overlap() throws { try expectNothing(.overlap) }
  @Test(.enabled(if: knows(.signals), why)) func signals() throws { try expectNothing(.signals) }
  @Test(.enabled(if: knows(.reruns), why)) func reruns() throws { try expectNothing(.reruns) }
  @Test(.enabled(if: knows(.noChange), why)) func noChange() throws { try expectNothing(.noChange) }
}
