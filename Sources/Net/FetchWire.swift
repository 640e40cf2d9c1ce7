import CNet
import System

extension net_address {
  init(_ address: NetworkAddress) {
    self.init()
    withUnsafeMutableBytes(of: &bytes) { bytes in
      for place in bytes.indices {
        bytes[place] = UInt8(truncatingIfNeeded: address.bits >> (120 - 8 * place))
      }
    }
  }
}

extension net_range {
  init(_ range: AddressRange) { self.init(first: net_address(range.first), prefix: Int32(range.prefix)) }
}

extension FetchRequest {
  /// Begins the request on a loop of libcurl. False if it can't be made.
  func begin(_ number: FetchNumber, on loop: OpaquePointer) -> Bool {
    guard let file = target.number, let lines = headers.lines, address.scheme != .s3,
      range.map({ method == .get && $0.lowerBound >= 0 && !$0.isEmpty }) ?? true,
      body == nil || method.takesBody
    else { return false }
    let url = "\(address.scheme.rawValue)://\(address.hostHeader)\(address.target)"
    return Self.withCStrings([url, method.rawValue, places ?? ""] + lines) { texts in
      texts.dropFirst(3).withContiguousStorageIfAvailable { lines in
        var request = net_request()
        request.number = number.value
        request.url = texts.first ?? nil
        request.method = texts.dropFirst().first ?? nil
        request.addresses = places == nil ? nil : texts.dropFirst(2).first ?? nil
        request.headers = lines.baseAddress
        request.header_count = lines.count
        request.first = Int64(range?.lowerBound ?? -1)
        request.last = Int64((range?.upperBound ?? 0) - 1)
        request.source = body?.number ?? -1
        request.source_start = Int64(body?.offset ?? 0)
        request.source_bytes = Int64(body?.bytes ?? 0)
        request.target = file
        request.most = Int64(most)
        request.time_limit = Self.milliseconds(timeLimit)
        request.connect_limit = Self.milliseconds(connectLimit)
        request.stall_limit = Int64(max(1, stallLimit))
        return net_loop_add(loop, &request) != 0
      } ?? false
    }
  }

  /// The name and its addresses in libcurl's form; nil if the URL's host is an address, or if none is known.
  private var places: String? {
    guard case .name(let name) = address.host, !addresses.isEmpty else { return nil }
    return "\(name):\(address.port):" + addresses.map(\.text).joined(separator: ",")
  }

  /// At least 1, since 0 means no limit to libcurl.
  private static func milliseconds(_ seconds: Double) -> Int64 {
    max(1, MonotonicClock.nanoseconds(seconds) / 1_000_000)
  }

  /// Calls `body` with texts that hold no zero.
  private static func withCStrings<Value>(
    _ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Value
  ) -> Value {
    var bytes: [CChar] = []
    let places = texts.map { text in
      defer { bytes += text.utf8CString }
      return bytes.count
    }
    return bytes.withUnsafeBufferPointer { bytes in
      body(places.map { place in bytes.baseAddress.map { $0 + place } })
    }
  }
}

extension FetchReply {
  /// The reply of libcurl to `request`. The texts of `reply` are copied.
  init(_ reply: net_reply, to request: FetchRequest) {
    let lines = UnsafeRawBufferPointer(start: reply.headers, count: reply.header_bytes)
    let headers = HeaderFields(lines: lines)
    let status = Int(reply.status)
    let bytes = Int(reply.received)
    var trouble =
      FetchTrouble(reply.outcome) ?? request.trouble(status: status, headers: headers, bytes: bytes)
    if request.isOfWrongSize(status: status, headers: headers, bytes: bytes, trouble) {
      trouble = .wrongLength
    }
    var detail = reply.detail.map { String(cString: $0) } ?? ""
    if reply.error != 0 { detail = SystemError(reply.error).message }
    self.init(
      outcome: trouble.map { .trouble($0) } ?? .status(status), headers: headers, bytes: bytes, detail: detail
    )
  }
}

extension FetchTrouble {
  /// Nil for a whole reply.
  fileprivate init?(_ outcome: net_outcome) {
    switch outcome {
    case NET_REPLY: return nil
    case NET_CANCELLED: self = .cancelled
    case NET_REFUSED_ADDRESS: self = .refusedAddress
    case NET_NO_ADDRESS: self = .unknownName
    case NET_NO_CONNECTION: self = .noConnection
    case NET_TLS: self = .tls
    case NET_RESET: self = .reset
    case NET_REFUSED_STREAM: self = .refusedStream
    case NET_STALL: self = .stall
    case NET_TIME_LIMIT: self = .timeLimit
    case NET_SHORT_BODY: self = .shortBody
    case NET_LARGE_BODY: self = .largeBody
    case NET_LARGE_HEADER: self = .largeHeader
    case NET_BAD_REPLY: self = .badReply
    case NET_TARGET: self = .target
    default: self = .failed
    }
  }
}
