import System

/// A request for a URL: one try, without redirects.
package struct FetchRequest: Sendable {
  /// Says who chose the URL of a request. Requests of different trust never share a connection.
  package enum Trust: Hashable, Sendable, CaseIterable {
    /// The operator, by the environment. Any address may be reached.
    case `operator`
    /// A job file, a list or a redirect. The ``AddressPolicy`` decides on the addresses.
    case listed
  }

  package let address: WebAddress
  package let trust: Trust
  package var method = WebRequest.Method.get
  /// The bytes that a PUT or a POST sends; nil for none.
  package var body: WebBody?
  package var headers = HeaderFields()
  /// The addresses of the URL's host if it is a name, from the ``Resolver``.
  package var addresses: [NetworkAddress] = []
  /// The bytes that a GET asks for; nil for all.
  package var range: Range<Int>?
  /// The size of the whole file whose tag stands in `If-Match`; nil if it isn't known.
  package var size: Int?
  /// Takes the reply's body from its first byte on. Nobody else writes to it until the reply.
  package let target: MemoryFile
  /// The largest body of a successful reply, in bytes. The target takes at most 16 KiB of any other reply's body.
  package let most: Int
  /// The longest time of the whole request, in seconds.
  package var timeLimit = 60.0
  /// The longest time of making a connection, in seconds.
  package var connectLimit = 10.0
  /// The longest time without a byte of a body in either direction, in seconds. A connection that has been fast may be silent up
  /// to 5 seconds longer, because libcurl looks at the mean of that time.
  package var stallLimit = 20

  /// A GET of `address`, whose reply has a body of at most `most` bytes. Throws if no file can be opened.
  package init(_ address: WebAddress, trust: Trust, most: Int) throws(SystemError) {
    (self.address, self.trust, self.most) = (address, trust, max(0, most))
    target = try MemoryFile(most: self.most)
  }

  /// The trouble of a reply that has another range than was asked for (RFC 9110, section 15.3.7); nil if it fits.
  func trouble(status: Int, headers: HeaderFields, bytes: Int) -> FetchTrouble? {
    if status != 206 { return nil }
    guard let asked = range, let content = headers["content-range"].flatMap({ ContentRange($0) }),
      let got = content.range, got.lowerBound == asked.lowerBound,
      got.upperBound == min(asked.upperBound, content.size ?? asked.upperBound)
    else { return .wrongLength }
    return got.count == bytes ? nil : .wrongLength
  }

  /// True for a reply that has the tag of `If-Match`, and not the size of the file with this tag.
  func isOfWrongSize(status: Int, headers: HeaderFields, bytes: Int, _ trouble: FetchTrouble?) -> Bool {
    guard let size, range == nil, status == 200, let tag = headers["etag"], tag == self.headers["if-match"],
      headers["content-encoding"] == nil
    else { return false }
    return trouble == .largeBody || trouble == nil && bytes != size
  }
}
