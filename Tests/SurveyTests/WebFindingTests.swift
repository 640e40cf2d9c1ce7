import ImageModel
import Net
import Testing

@testable import Survey

/// Failures of URLs, as rows name them.
@Suite("Failures of URLs")
struct WebFindingTests {
  @Test("Each trouble of a request has its code")
  func troubles() {
    let codes: [FetchTrouble: String] = [
      .unknownName: "dns", .unresolvedName: "dns", .refusedAddress: "address_refused",
      .noConnection: "connection",
      .tls: "tls", .reset: "connection", .refusedStream: "connection", .stall: "http_timeout",
      .timeLimit: "http_timeout", .shortBody: "connection", .wrongLength: "connection", .redirect: "redirect",
      .largeBody: "max_file", .largeHeader: "connection", .badReply: "connection", .target: "memory",
      .manyRedirects: "redirect", .givenUp: "http_status", .cancelled: "stopped", .failed: "connection",
    ]
    for trouble in FetchTrouble.allCases {
      #expect(Finding(trouble, detail: "why", most: 1).code.rawValue == codes[trouble], "\(trouble)")
    }
  }

  @Test("Each status without a picture has its code")
  func statuses() {
    for (status, code) in [
      (403, "http_403"), (404, "http_404"), (410, "http_410"), (401, "http_status"), (500, "http_status"),
    ] {
      #expect(Finding(status: status).code.rawValue == code)
    }
    #expect(Finding(status: 418).message == "its server answers 418, not with a picture")
  }
}
