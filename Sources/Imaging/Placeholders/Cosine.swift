/// Cosines by additions, multiplications and divisions alone, which IEEE 754 rounds in one way. The C library's differ
/// from processor to processor.
enum Cosine {
  /// The cosine of `n` / `d` half turns, with an error below 1e-15. `n` is at least 0, and `d` above 0.
  static func of(_ n: Int, over d: Int) -> Double {
    let turned = n % (2 * d)
    let n = turned > d ? 2 * d - turned : turned
    if 2 * n > d { return -of(d - n, over: d) }
    // The cosine of an angle above an eighth of a turn is the sine of the rest of a quarter.
    let isSine = 4 * n > d
    let angle = .pi * (isSine ? Double(d - 2 * n) / Double(2 * d) : Double(n) / Double(d))
    let square = angle * angle
    var sum = 0.0
    for power in stride(from: isSine ? 19 : 18, through: isSine ? 3 : 2, by: -2) {
      sum = (1 - sum) * square / Double(power * (power - 1))
    }
    return isSine ? angle * (1 - sum) : 1 - sum
  }
}
