import ImageModel
import Imaging
import Net
import System

/// Codes of URLs that give no picture.
extension Finding.Code {
  package static let http403 = Self("http_403")
  package static let http404 = Self("http_404")
  package static let http410 = Self("http_410")
  package static let httpStatus = Self("http_status")
  package static let httpEncoding = Self("http_encoding")
  package static let httpTimeout = Self("http_timeout")
  package static let redirect = Self("redirect")
  package static let dns = Self("dns")
  package static let tls = Self("tls")
  package static let connection = Self("connection")
  package static let addressRefused = Self("address_refused")
  package static let robots = Self("robots")
  package static let noRanges = Self("no_ranges")

  /// The codes of failures that only URLs have.
  package static let ofURLs = [
    http403, http404, http410, httpStatus, httpEncoding, httpTimeout, redirect, dns, tls, connection,
    addressRefused, robots, noRanges,
  ]
}

extension Finding {
  /// The finding for a URL that the job doesn't name.
  static var unnamedURL: Finding { Finding(.notFound, "is a URL that the job doesn't name") }

  /// The finding for an archive or a Parquet file whose server gives no parts of one version.
  static var noRanges: Finding {
    Finding(
      .noRanges,
      "its server gives no ranges of bytes, or names no version by ETag or Last-Modified: "
        + "name a folder with enough room by 'cache', or fetch the file first")
  }

  /// The finding for a reply with a status that gives no picture.
  /// `detail` has more words on it; empty if there are none.
  init(status: Int, detail: String = "") {
    let (code, words): (Code, String) =
      switch status {
      case 403: (.http403, "the URL may not be read without permission")
      case 404: (.http404, "there is nothing at this URL")
      case 410: (.http410, "the picture is gone for good")
      default: (.httpStatus, "")
      }
    let more = detail.isEmpty ? words : detail
    self.init(code, "its server answers \(status)" + (more.isEmpty ? ", not with a picture" : ": \(more)"))
  }

  /// The finding for a request that led to no whole reply. `most` is the largest body that was asked for. The message
  /// is the same for the same trouble, since manifests hold it: libcurl's words name times.
  init(_ trouble: FetchTrouble, detail: String, most: Int) {
    let more = detail.isEmpty ? "" : ": \(detail)"
    switch trouble {
    case .unknownName: self.init(.dns, "its host has no address: check the name")
    case .unresolvedName: self.init(.dns, "the address of its host can't be found now: try again later")
    case .refusedAddress:
      self.init(
        .addressRefused, "leads to an address that isn't public: 'network: {allow: [RANGE]}' allows a range")
    case .noConnection: self.init(.connection, "its server can't be reached")
    case .tls: self.init(.tls, "its server has no certificate that fits, or TLS fails\(more)")
    case .reset, .refusedStream, .shortBody:
      self.init(.connection, "the connection to its server ended before the reply did")
    case .stall, .timeLimit: self.init(.httpTimeout, "its server took too long; see 'network: {timeout}'")
    case .wrongLength, .largeHeader, .badReply:
      self.init(.connection, "its server's reply breaks the rules of HTTP")
    case .redirect, .manyRedirects:
      self.init(.redirect, "leads elsewhere, to a place that isn't followed\(more)")
    case .largeBody: self.init(.maxFile, "the file is larger than limits.max_file (\(ByteCount.text(most)))")
    case .target: self.init(.memory, "its bytes can't be kept in memory\(more)")
    case .givenUp:
      self.init(.httpStatus, "its server answered 429 or 503 too often, and gets no more requests")
    case .cancelled: self = .notStarted
    case .failed: self.init(.connection, "can't be fetched")
    }
  }
}
