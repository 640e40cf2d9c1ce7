import System

/// Why a redirect isn't followed.
package enum RedirectFault: Error, Hashable, Sendable {
  /// The redirect comes after ``Redirects/most`` others.
  case tooMany
  /// The redirect leads from `https` to `http`, or to a scheme that isn't fetched like this.
  case scheme
  /// The `Location` of the redirect is no URL.
  case location(WebAddressFault)

  /// The reason, as a sentence about the redirect. It shows nothing of a URL.
  package var message: String {
    switch self {
    case .tooMany: "it is the redirect after \(Redirects.most) others"
    case .scheme: "it leads from https to http, or to another scheme"
    case .location(let fault): "its Location is no URL that is followed: \(fault.message)"
    }
  }
}

/// The redirects of one request.
package struct Redirects: Hashable, Sendable {
  /// The most redirects that are followed.
  package static let most = 5

  /// The number of redirects that were followed.
  package private(set) var count = 0

  package init() {}

  /// True for replies that lead a GET or a HEAD elsewhere (RFC 9110, sections 15.4.2 to 15.4.4, 15.4.8 and 15.4.9).
  package static func leadsElsewhere(status: Int) -> Bool { [301, 302, 303, 307, 308].contains(status) }

  /// The URL to which a redirect of `address` leads. `location` is a header of the redirect. The address of the
  /// URL's host isn't checked here.
  package mutating func follow(
    _ location: String, from address: WebAddress
  ) throws(RedirectFault) -> WebAddress {
    if count == Self.most { throw .tooMany }
    let next: WebAddress
    do throws(WebAddressFault) { next = try address.resolving(location) } catch { throw .location(error) }
    if next.scheme == .s3 || address.scheme == .https && next.scheme == .http { throw .scheme }
    count += 1
    return next
  }
}
