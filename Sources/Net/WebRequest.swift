import System

/// A GET of a URL, with all its tries and redirects.
package struct WebRequest: Sendable {
  /// An `http` or `https` URL.
  package let address: WebAddress
  /// Says who chose the URL. The target of a redirect is `listed`.
  package var trust = FetchRequest.Trust.listed
  /// The bytes that are asked for; nil for all.
  package var range: Range<Int>?
  /// Conditions, and other fields that the origin of the URL may see. Behind a redirect to another origin, only
  /// the conditions are sent (RFC 9110, section 13.1).
  package var headers = HeaderFields()
  /// False to get a redirect itself as the reply.
  var followsRedirects = true
  /// The room that the body takes from the start of a try until ``WebClient/free(_:)``, in bytes; 0 for none. The
  /// request waits for room.
  package var countedBytes = 0
  /// The largest body of a success, in bytes. Any other reply keeps at most 16 KiB of them.
  package let most: Int

  package init(_ address: WebAddress, most: Int) { (self.address, self.most) = (address, most) }
}
