/// How an output's edges differ from those of its stored source.
package enum Framing: Sendable {
  /// The same edges at the same size.
  case same
  /// The same edges at another size.
  case scaled
  /// The picture is cropped, turned or padded.
  case other
}
