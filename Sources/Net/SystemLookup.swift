import Glibc
import System

/// The C library's resolver.
package enum SystemLookup {
  /// The addresses of a name in the order in which to try them; at least one.
  package static func addresses(of name: String) -> Resolver.Answer {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_ADDRCONFIG
    var first: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(name, nil, &hints, &first)
    if status != 0 { return .failure(isPassing(status) ? .unresolvedName : .unknownName) }
    defer { freeaddrinfo(first) }
    var found: [NetworkAddress] = []
    var entry = first
    while let info = entry?.pointee {
      if let address = address(info), !found.contains(address) { found.append(address) }
      entry = info.ai_next
    }
    return found.isEmpty ? .failure(.unknownName) : .success(found)
  }

  private static func isPassing(_ status: Int32) -> Bool {
    [EAI_AGAIN, EAI_SYSTEM, EAI_MEMORY].contains(status)
  }

  private static func address(_ info: addrinfo) -> NetworkAddress? {
    guard let place = UnsafeRawPointer(info.ai_addr) else { return nil }
    let size = Int(info.ai_addrlen)
    switch info.ai_family {
    case AF_INET where size >= MemoryLayout<sockaddr_in>.size:
      let v4 = place.loadUnaligned(as: sockaddr_in.self)
      return NetworkAddress(v4: UInt32(bigEndian: v4.sin_addr.s_addr))
    case AF_INET6 where size >= MemoryLayout<sockaddr_in6>.size:
      let v6 = place.loadUnaligned(as: sockaddr_in6.self)
      return NetworkAddress(
        bits: withUnsafeBytes(of: v6.sin6_addr) { $0.reduce(0) { $0 << 8 | UInt128($1) } })
    default: return nil
    }
  }
}
