/// How an output's edges lie to those of its source as that is stored.
package enum Framing: Sendable {
  /// As they were, at the same size.
  case same
  /// As they were, at another size.
  case scaled
  /// It is cut, turned or padded.
  case other
}
