import System

/// A request for a URL, with all its tries and redirects.
package struct WebRequest: Sendable {
  /// An `http` or `https` URL.
  package let address: WebAddress
  /// Each try repeats the method and the body, also those of a POST.
  package var method = Method.get
  /// The bytes that a PUT or a POST sends; nil for none. With another method, the request fails.
  package var body: WebBody?
  /// Says who chose the URL. The target of a redirect is `listed`.
  package var trust = FetchRequest.Trust.listed
  /// The bytes that a GET asks for; nil for all.
  package var range: Range<Int>?
  /// The version of an object that a GET of an `s3` URL asks for; nil for the newest one. Other URLs have none.
  package var objectVersion: String?
  /// Conditions, and other fields that the origin of the URL may see. Behind a redirect to another origin, only
  /// the conditions are sent (RFC 9110, section 13.1).
  package var headers = HeaderFields()
  /// Makes further fields anew for each try, for example a signature. Only the origin of the URL sees them, and no
  /// more after a redirect to another origin. The closure must not wait.
  package var fieldsOfTry: (@Sendable () -> HeaderFields)?
  /// The size of the whole file whose tag stands in `If-Match`; nil if it isn't known. A reply to a request without a
  /// range that has this tag and another size is trouble, and is tried again.
  package var size: Int?
  /// False to get a redirect itself as the reply. A request that isn't a GET or a HEAD always gets it.
  package var followsRedirects = true
  /// The room that the body takes from the start of a try until ``WebClient/free(_:)``, in bytes; 0 for none. The
  /// request waits for room.
  package var countedBytes = 0
  /// The time before the first try, in nanoseconds; 0 for none. Meanwhile, other requests to the host go on.
  package var delay: Int64 = 0
  /// The largest body of a successful reply, in bytes. Any other reply keeps at most 16 KiB of them.
  package let most: Int

  package init(_ address: WebAddress, most: Int) { (self.address, self.most) = (address, most) }
}
