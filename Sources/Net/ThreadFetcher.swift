import Synchronization
import System

/// Makes requests on two threads of this process, one for each trust.
package final class ThreadFetcher: Fetcher {
  private let operatorLane, listedLane: FetchLane
  private let last = Atomic<UInt64>(0)

  /// A fetcher whose `listed` requests reach only addresses that `policy` allows. `certificates` is the path of a
  /// file of trusted certificates; nil for those of the system.
  package init(policy: AddressPolicy, certificates: String? = nil) throws(FetcherFault) {
    operatorLane = try FetchLane(policy: nil, certificates: certificates)
    listedLane = try FetchLane(policy: policy, certificates: certificates)
  }

  @discardableResult
  package func submit(
    _ request: FetchRequest, then: @escaping @Sendable (FetchReply) -> Void
  ) -> FetchNumber {
    let number = FetchNumber(value: last.wrappingAdd(1, ordering: .relaxed).newValue)
    lane(of: request.trust).submit(request, number, then: then)
    return number
  }

  package func cancel(_ number: FetchNumber) {
    // A lane ignores numbers that it doesn't know.
    for trust in FetchRequest.Trust.allCases { lane(of: trust).cancel(number) }
  }

  private func lane(of trust: FetchRequest.Trust) -> FetchLane {
    switch trust {
    case .operator: operatorLane
    case .listed: listedLane
    }
  }
}
