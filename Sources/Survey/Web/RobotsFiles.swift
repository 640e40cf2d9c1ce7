import ImageModel
import Imaging
import Net
import Synchronization
import System

/// The files `robots.txt` of servers (RFC 9309). Each is asked for once, or again if the rules of all servers take too
/// much memory.
final class RobotsFiles: Sendable {
  /// Runs a piece of work at some time, on any thread.
  typealias Worker = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

  /// The knowledge of a server's file.
  private enum Known {
    /// The file is asked for. The closures wait for it.
    case asked([@Sendable (Known) -> Void])
    case rules(Robots)
    /// Upright can't read the file, so it fetches no URL of the server.
    case fault(Finding)
  }

  /// The name of Upright in rules for programs.
  static let agent = "upright"

  private let client: WebClient
  private let state = Mutex(State())

  private struct State {
    var known: [WebAddress.Origin: Known] = [:]
    /// The memory of all rules, in bytes.
    var bytes = 0

    /// Notes what is known of a server's file. Forgets all rules if they take too much memory: their servers are asked
    /// again then.
    mutating func note(_ new: Known, of origin: WebAddress.Origin) {
      if case .rules(let robots) = new {
        bytes += robots.bytes
        if bytes > FixedLimits.Web.robotsRuleBytes {
          known = known.filter { if case .rules = $0.value { false } else { true } }
          bytes = robots.bytes
        }
      }
      known[origin] = new
    }
  }

  init(_ client: WebClient) { self.client = client }

  /// Calls `then` with nil, or with `robots` if the server of a URL forbids the URL to Upright. The first call for a
  /// server asks for its file. `worker` reads the file and compares the URL with its rules. `then` must not wait.
  func check(
    _ address: WebAddress, by worker: @escaping Worker, then: @escaping @Sendable (ImageError?) -> Void
  ) {
    let waiter = { @Sendable (known: Known) in worker { then(Self.refusal(of: address, known)) } }
    let (found, isFirst) = state.withLock { state -> (Known?, Bool) in
      switch state.known[address.origin] {
      case .asked(let waiting):
        state.known[address.origin] = .asked(waiting + [waiter])
        return (nil, false)
      case let found?: return (found, false)
      case nil:
        state.known[address.origin] = .asked([waiter])
        return (nil, true)
      }
    }
    if let found { waiter(found) }
    if isFirst { ask(address, worker) { answer in self.end(address.origin, answer) } }
  }

  private func end(_ origin: WebAddress.Origin, _ answer: Known) {
    let waiting = state.withLock { state in
      defer { state.note(answer, of: origin) }
      if case .asked(let waiting) = state.known[origin] { return waiting }
      return []
    }
    for waiter in waiting { waiter(answer) }
  }

  private static func refusal(of address: WebAddress, _ known: Known) -> ImageError? {
    switch known {
    case .asked: nil
    case .fault(let finding): ImageError(finding)
    case .rules(let robots):
      robots.allows(address.target)
        ? nil : ImageError(.robots, "the robots.txt of '\(address.hostHeader)' forbids it")
    }
  }

  /// Asks for the file of a URL's server. RFC 9309, sections 2.3.1.2 to 2.3.1.4, says how to treat a server without
  /// the file.
  private func ask(
    _ address: WebAddress, _ worker: @escaping Worker, then: @escaping @Sendable (Known) -> Void
  ) {
    guard let file = try? address.resolving("/robots.txt") else { return then(.rules(.forbiddingAll)) }
    var request = WebRequest(file, most: FixedLimits.Web.robotsBytes + 1)
    request.range = 0..<(FixedLimits.Web.robotsBytes + 1)
    client.get(request) { reply in worker { then(Self.known(of: address, reply)) } }
  }

  private static func known(of address: WebAddress, _ reply: WebReply) -> Known {
    let reply = reply.decoded(most: FixedLimits.Web.robotsBytes + 1)
    switch reply.outcome {
    case .status(200), .status(206):
      if reply.isEncoded { return .fault(unreachable(address, "it comes encoded")) }
      do throws(ImageError) { return .rules(Robots(try reply.content(), agent: agent)) } catch {
        return .fault(unreachable(address, error.finding.message))
      }
    case .status(let status) where status / 100 == 4 && status != 429: return .rules(.allowingAll)
    case .status(let status): return .fault(unreachable(address, "the server answers \(status)"))
    case .trouble(.manyRedirects): return .rules(.allowingAll)
    case .trouble(.refusedAddress):
      return .fault(Finding(.refusedAddress, detail: "", most: FixedLimits.Web.robotsBytes))
    case .trouble(.largeBody): return .fault(unreachable(address, "it has more than 512 KiB"))
    case .trouble(let trouble):
      let reason = Finding(trouble, detail: reply.detail, most: FixedLimits.Web.robotsBytes).message
      return .fault(unreachable(address, reason))
    }
  }

  private static func unreachable(_ address: WebAddress, _ reason: String) -> Finding {
    Finding(
      .robots,
      "upright can't read the robots.txt of '\(address.hostHeader)', so it fetches no URL of this server: \(reason)"
    )
  }
}
