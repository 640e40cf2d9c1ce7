import Net
import System

/// Makes a request, as the operator, and prints what it led to: `status 200`, or the trouble.
///
/// Argument: the URL.
@main
enum FetchProbe {
  static func main() throws {
    let address = try WebAddress(CommandLine.arguments.dropFirst().first ?? "")
    let fetcher: ThreadFetcher
    do throws(FetcherFault) {
      fetcher = try ThreadFetcher(policy: AddressPolicy())
    } catch {
      print(error)
      return
    }
    let outcome = Monitor<FetchReply.Outcome?>(nil)
    fetcher.submit(try FetchRequest(address, trust: .operator, most: 1000)) { reply in
      outcome.with { $0 = reply.outcome }
    }
    switch outcome.wait(for: { $0 }) {
    case .status(let status): print("status \(status)")
    case .trouble(let trouble): print(trouble)
    }
  }
}
