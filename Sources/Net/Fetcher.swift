import System

/// The number of a request in flight.
package struct FetchNumber: Hashable, Sendable {
  let value: UInt64
}

/// Makes requests. It knows no limits of hosts and no second tries.
package protocol Fetcher: AnyObject, Sendable {
  /// Begins a request. `then` is called once, on a thread of the fetcher, which waits for it.
  @discardableResult
  func submit(_ request: FetchRequest, then: @escaping @Sendable (FetchReply) -> Void) -> FetchNumber

  /// Ends a request, with ``FetchTrouble/cancelled`` if it is in flight.
  func cancel(_ number: FetchNumber)
}

/// Why there is no fetcher.
package enum FetcherFault: Error, Hashable, Sendable {
  /// libcurl 7.88 or newer isn't installed, or there is no memory for it.
  case missingLibrary
  case system(SystemError)
}
