import ImageModel
import Imaging
import Net
import System

/// The files `robots.txt` of servers (RFC 9309). Each is asked for once.
final class RobotsFiles: Sendable {
  /// What is known of a server's file.
  private enum Known {
    /// A thread asks for the file.
    case asked
    case rules(Robots)
    /// Nothing may be fetched, because the file can't be had.
    case fault(Finding)
  }

  /// The name of Upright in rules for programs.
  static let agent = "upright"

  private let client: WebClient
  private let known = Monitor<[WebAddress.Origin: Known]>([:])

  init(_ client: WebClient) { self.client = client }

  /// Throws if the server of a URL forbids the URL to Upright. The first call for a server asks for its file. Other
  /// calls wait meanwhile.
  func check(_ address: WebAddress) throws(ImageError) {
    let origin = address.origin
    let found = known.wait { known -> Known? in
      switch known[origin] {
      case .asked: return nil
      case let found?: return found
      case nil:
        known[origin] = .asked
        return .asked
      }
    }
    switch found {
    case .asked:
      let answer = ask(address)
      known.with { $0[origin] = answer }
      try check(address, answer)
    case .rules, .fault: try check(address, found)
    }
  }

  private func check(_ address: WebAddress, _ known: Known) throws(ImageError) {
    switch known {
    case .asked: break
    case .fault(let finding): throw ImageError(finding)
    case .rules(let robots):
      if !robots.allows(address.target) {
        throw ImageError(.robots, "the robots.txt of '\(address.hostHeader)' forbids it")
      }
    }
  }

  /// Asks for the file of a URL's server. RFC 9309, sections 2.3.1.2 to 2.3.1.4, says what it means if there is none.
  private func ask(_ address: WebAddress) -> Known {
    guard let file = try? address.resolving("/robots.txt") else { return .rules(.forbiddingAll) }
    var request = WebRequest(file, most: FixedLimits.Web.robotsBytes + 1)
    request.range = 0..<(FixedLimits.Web.robotsBytes + 1)
    let reply = client.get(request)
    switch reply.outcome {
    case .status(200), .status(206):
      if reply.isEncoded { return .fault(Self.unreachable(address, "it comes encoded")) }
      do throws(ImageError) { return .rules(Robots(try reply.content(), agent: Self.agent)) } catch {
        return .fault(Self.unreachable(address, error.finding.message))
      }
    case .status(let status) where status >= 500:
      return .fault(Self.unreachable(address, "the server answers \(status)"))
    case .status, .trouble(.redirect): return .rules(.allowingAll)
    case .trouble(.refusedAddress):
      return .fault(Finding(.refusedAddress, detail: "", most: request.most))
    case .trouble(.largeBody): return .fault(Self.unreachable(address, "it has more than 512 KiB"))
    case .trouble(let trouble):
      let reason = Finding(trouble, detail: reply.detail, most: request.most).message
      return .fault(Self.unreachable(address, reason))
    }
  }

  private static func unreachable(_ address: WebAddress, _ reason: String) -> Finding {
    Finding(
      .robots,
      "the robots.txt of '\(address.hostHeader)' can't be had, so this run fetches nothing from there: \(reason)"
    )
  }
}
