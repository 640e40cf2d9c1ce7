import CNet
import System
import TestSupport
import Testing

/// Requests that libcurl refuses even if the text of a URL gets past its reader.
@Suite struct NetLoopTests {
  /// The outcome of a request for `url` on a loop. Addresses with the first bits of `refused` are refused.
  private func outcome(_ url: String, refused: net_range? = nil) throws -> net_outcome {
    let ranges = refused.map { [$0] } ?? []
    let made = ranges.withUnsafeBufferPointer { ranges in
      var policy = net_policy(
        refused: ranges.baseAddress, refused_count: ranges.count, allowed: nil, allowed_count: 0)
      return net_loop_create(nil, &policy, 8)
    }
    let loop = try #require(made)
    defer { net_loop_free(loop) }
    let file = try MemoryFile()
    var request = net_request()
    (request.number, request.first, request.last, request.most) = (7, -1, -1, 1000)
    (request.time_limit, request.connect_limit, request.stall_limit) = (5000, 5000, 5)
    request.target = try #require(file.number)
    let isAdded = url.withCString { url in
      request.url = url
      return net_loop_add(loop, &request)
    }
    try #require(isAdded != 0)
    var reply = net_reply()
    while net_loop_next(loop, &reply) == 0 { net_loop_turn(loop) }
    #expect(reply.number == 7)
    #expect(try file.bytes(1000).count == Int(reply.received))
    return reply.outcome
  }

  @Test("Other schemes than http and https")
  func schemes() throws {
    let server = try TestServer { _ in .reply(200) }
    for scheme in ["ftp", "gopher", "ldap", "dict", "ws", "smb"] {
      #expect(try outcome("\(scheme)://127.0.0.1:\(server.port)/") == NET_FAILED)
    }
    #expect(try outcome("file:///etc/hostname") == NET_FAILED)
    #expect(server.connections == 0)
    #expect(try outcome(server.url()) == NET_REPLY)
  }

  @Test("A user name in a URL")
  func user() throws {
    let server = try TestServer { _ in .reply(200) }
    #expect(try outcome("http://name@127.0.0.1:\(server.port)/") == NET_FAILED)
    #expect(server.connections == 0)
  }

  @Test("A host in another form than an address's own is a name, and isn't looked up")
  func otherForms() throws {
    let server = try TestServer { _ in .reply(200) }
    for host in ["localhost", "127.1", "0x7f000001", "2130706433"] {
      #expect(try outcome("http://\(host):\(server.port)/") == NET_NO_ADDRESS)
    }
    #expect(server.connections == 0)
  }

  @Test("An IPv4 address in an IPv6 socket is compared as an IPv4 address")
  func mapped() throws {
    let server = try TestServer { _ in .reply(200) }
    var loopback = net_range()
    loopback.prefix = 104
    withUnsafeMutableBytes(of: &loopback.first) {
      $0.copyBytes(from: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 127])
    }
    for host in ["127.0.0.1", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[64:ff9b::7f00:1]"] {
      #expect(try outcome("http://\(host):\(server.port)/", refused: loopback) == NET_REFUSED_ADDRESS)
    }
    #expect(server.connections == 0)
    #expect(try outcome("http://[::ffff:127.0.0.1]:\(server.port)/") == NET_REPLY)
    #expect(server.connections == 1)
  }

  @Test("A policy with a range that can't be makes no loop", arguments: [-1, 129] as [Int32])
  func wrongRange(_ prefix: Int32) {
    let range = net_range(first: net_address(), prefix: prefix)
    withUnsafePointer(to: range) { range in
      var policy = net_policy(refused: range, refused_count: 1, allowed: nil, allowed_count: 0)
      #expect(net_loop_create(nil, &policy, 8) == nil)
    }
  }
}
