import System

/// A GET for what a URL gives, with all its tries and redirects.
package struct WebRequest: Sendable {
  /// An `http` or `https` URL.
  package let address: WebAddress
  /// Who chose the URL. What a redirect leads to is `listed`.
  package var trust = FetchRequest.Trust.listed
  /// The bytes that are asked for; nil for all.
  package var range: Range<Int>?
  /// Conditions, and whatever else the origin of the URL may see. Behind a redirect to another origin, only
  /// the conditions are sent (RFC 9110, section 13.1).
  package var headers = HeaderFields()
  /// The largest body of a success, in bytes. Of other replies, at most 16 KiB of these are kept.
  package let most: Int

  package init(_ address: WebAddress, most: Int) { (self.address, self.most) = (address, most) }
}
