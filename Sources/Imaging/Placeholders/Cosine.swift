import ImageModel

/// Cosines by additions, multiplications and divisions alone, which IEEE 754 rounds in one way. The C library's differ
/// from processor to processor.
enum Cosine {
  /// The cosine of `n` / `d` half turns, with an error below 1e-15. `n` is at least 0, and `d` above 0.
  static func of(_ n: Int, over d: Int) -> Double {
    let turned = n % (2 * d)
    // The cosine is the sine of `rest` / `2 d` half turns.
    let rest = d - 2 * min(turned, 2 * d - turned)
    // Whole and half turns are exact, because means lie where a number is rounded up or down.
    if abs(rest) == d { return rest < 0 ? -1 : 1 }
    let sine = ResampleFilter.halfTurnSine(Double(abs(rest)) / Double(2 * d))
    return rest < 0 ? -sine : sine
  }
}
