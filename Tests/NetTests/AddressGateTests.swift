import CNet
import Net
import System
import TestSupport
import Testing

/// The gate at the socket, for requests whose addresses nobody has checked before.
@Suite struct AddressGateTests {
  private let server: TestServer

  init() throws { server = try TestServer { .file(randomBytes(100), to: $0) } }

  private func fetcher(allowed: [AddressRange] = []) throws -> ThreadFetcher {
    try ThreadFetcher(policy: AddressPolicy(allowed: allowed))
  }

  /// A listed request for a name that leads to `addresses`.
  private func request(_ addresses: [String]) throws -> FetchRequest {
    var request = try FetchRequest(
      WebAddress("http://pictures.example:\(server.port)/"), trust: .listed, most: 1000)
    request.addresses = addresses.compactMap { NetworkAddress(dotted: $0) ?? NetworkAddress(v6: $0) }
    return request
  }

  @Test("A listed request reaches no address of this machine, however it is written")
  func literal() async throws {
    let fetcher = try fetcher()
    for host in ["127.0.0.1", "127.1", "2130706433", "0x7f.0.0.1", "0177.0.0.1", "127.0.0.2", "0.0.0.0"] {
      let request = try FetchRequest(
        WebAddress("http://\(host):\(server.port)/"), trust: .listed, most: 1000)
      #expect(await fetcher.reply(to: request).trouble == .refusedAddress)
    }
    for host in ["[::1]", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]"] {
      let request = try FetchRequest(
        WebAddress("http://\(host):\(server.port)/"), trust: .listed, most: 1000)
      #expect(await fetcher.reply(to: request).trouble == .refusedAddress)
    }
    #expect(server.connections == 0)
  }

  @Test("A name that leads to this machine reaches nothing")
  func name() async throws {
    let fetcher = try fetcher()
    for address in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] {
      #expect(await fetcher.reply(to: try request([address])).trouble == .refusedAddress)
    }
    #expect(server.connections == 0)
  }

  @Test("An allowed range opens the gate, for names and addresses")
  func allowed() async throws {
    let fetcher = try fetcher(allowed: loopback)
    #expect(await fetcher.reply(to: try request(["127.0.0.1"])).outcome == .status(200))
    #expect(await fetcher.reply(to: try server.request(trust: .listed)).outcome == .status(200))
    #expect(
      server.requests.map { $0.header("host") } == [
        "pictures.example:\(server.port)", "127.0.0.1:\(server.port)",
      ])
  }

  @Test("The next address is tried if one is refused by the gate or by its server")
  func nextAddress() async throws {
    let fetcher = try fetcher(allowed: ["127.0.0.1/32"].compactMap { AddressRange($0) })
    let reply = await fetcher.reply(to: try request(["127.0.0.2", "127.0.0.1"]))
    #expect(reply.outcome == .status(200))
    #expect(server.connections == 1)
  }

  @Test("A connection of the operator never serves a listed request")
  func separateConnections() async throws {
    let fetcher = try fetcher()
    #expect(await fetcher.reply(to: try server.request()).outcome == .status(200))
    #expect(await fetcher.reply(to: try server.request(trust: .listed)).trouble == .refusedAddress)
    #expect(server.connections == 1)
  }

  @Test("Newer addresses of a name replace the older ones")
  func newAddresses() async throws {
    let fetcher = try fetcher(allowed: loopback)
    #expect(await fetcher.reply(to: try request(["::1"])).trouble == .refusedAddress)
    #expect(await fetcher.reply(to: try request(["127.0.0.1"])).outcome == .status(200))
  }

  @Test("The gate and the policy decide alike on 20,000 addresses near the ends of ranges")
  func decisions() {
    let allowed = ["10.1.0.0/16", "2002:a02::/32", "127.0.0.1", "64:ff9b::a03:0/112"].compactMap {
      AddressRange($0)
    }
    let policy = AddressPolicy(allowed: allowed)
    let gate = Gate(policy)
    var random = SplitMix64(seed: 32)
    var refusals = 0
    for _ in 0..<20_000 {
      let address = randomAddress(&random)
      let isRefused = policy.refusal(of: address) != nil
      #expect(gate.refuses(address) == isRefused, "\(address.text)")
      refusals += isRefused ? 1 : 0
    }
    #expect(5000...15_000 ~= refusals)
  }

  /// An address near the border of a range, or one that carries such an IPv4 address.
  private func randomAddress(_ random: inout SplitMix64) -> NetworkAddress {
    let ranges =
      AddressPolicy.forbidden
      + ["10.1.0.0/16", "64:ff9b::/96", "2002::/16", "::/0"].compactMap {
        AddressRange($0)
      }
    let range = ranges[Int.random(in: 0..<ranges.count, using: &random)]
    let free = 128 - range.prefix
    let host = UInt128(random.next()) << 64 | UInt128(random.next())
    var bits = range.first.bits | (free == 128 ? host : host & ((1 << free) - 1))
    // Half of the addresses lie just outside of the range.
    if Bool.random(using: &random), range.prefix > 0 { bits ^= 1 << UInt128(free) }
    let v4 = UInt128(UInt32(truncatingIfNeeded: bits))
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return NetworkAddress(bits: 0x64_FF9B << 96 | v4)
    case 1: return NetworkAddress(bits: 0x2002 << 112 | v4 << 80 | host >> 48)
    default: return NetworkAddress(bits: bits)
    }
  }
}

/// The gate's decisions by themselves.
private struct Gate {
  private let refused: [net_range]
  private let allowed: [net_range]

  init(_ policy: AddressPolicy) {
    refused = AddressPolicy.forbidden.map(Self.range)
    allowed = policy.allowed.map(Self.range)
  }

  func refuses(_ address: NetworkAddress) -> Bool {
    refused.withUnsafeBufferPointer { refused in
      allowed.withUnsafeBufferPointer { allowed in
        var table = net_policy(
          refused: refused.baseAddress, refused_count: refused.count, allowed: allowed.baseAddress,
          allowed_count: allowed.count)
        var place = Self.bytes(address)
        return net_is_refused(&table, &place) != 0
      }
    }
  }

  private static func range(_ range: AddressRange) -> net_range {
    net_range(first: bytes(range.first), prefix: Int32(range.prefix))
  }

  private static func bytes(_ address: NetworkAddress) -> net_address {
    var result = net_address()
    withUnsafeMutableBytes(of: &result.bytes) {
      $0.copyBytes(from: withUnsafeBytes(of: address.bits.bigEndian, Array.init))
    }
    return result
  }
}
