/// What requests have cost so far.
package struct NetCounts: Hashable, Sendable {
  /// Requests that have ended, with each try and each redirect.
  package var requests = 0
  /// Bytes of all their bodies.
  package var bytes = 0
  /// Tries beyond the first ones.
  package var retries = 0
  /// The sum of the pauses of all hosts, in nanoseconds. Pauses of one host that overlap count once.
  package var paused: Int64 = 0
}
