import System

/// The settings of a ``WebClient``.
package struct WebSettings: Sendable {
  /// The most requests in flight to a host.
  package var perHost = 8
  /// The most requests to a host that begin in a second; nil for any number.
  package var rate: Double?
  /// The longest time of one try, in seconds. The search for the host's addresses doesn't count.
  package var timeout = 60.0
  /// The number of tries of a request, with the first one.
  package var tries = 5
  /// Decides on the addresses of `listed` requests.
  package var policy = AddressPolicy()
  /// The path of a file of trusted certificates; nil for those of the system.
  package var certificates: String?
  /// Gets each long pause of a host. It must not wait.
  package var tell: @Sendable (WebPause) -> Void = { _ in }

  package init() {}
}
