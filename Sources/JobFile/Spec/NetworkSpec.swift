import System

/// How Upright fetches a job's sources that are URLs.
package struct NetworkSpec: Hashable, Sendable {
  /// The most requests to a host at a time: 1...64.
  package var perHost = 8
  /// The most requests to a host in a second; nil for any number.
  package var rate: Double?
  /// The longest time of one try, in seconds: above 0, at most 3600.
  package var timeout = 60.0
  /// The number of further tries after a first one that failed: 0...20.
  package var retries = 4
  /// The ranges of addresses that may be reached although they aren't public.
  package var allowed: [AddressRange] = []
  /// The file of trusted certificates as written, relative to the base folder; nil for those of the system.
  package var certificates: Located<String>?
}
