/// How hard to try.
package struct Settings: Sendable {
  package var program: Program
  /// What all random choices follow from.
  package var seed: UInt64
  /// Seconds in place of minutes.
  package var isQuick: Bool
  /// Runs at one time.
  package var width: Int

  package init(_ program: Program, seed: UInt64 = 1, isQuick: Bool = false, width: Int = 2) {
    self.program = program
    self.seed = seed
    self.isQuick = isQuick
    self.width = width
  }

  /// The first number of a quick try, else the second.
  func choose(_ quick: Int, _ whole: Int) -> Int { isQuick ? quick : whole }
}
