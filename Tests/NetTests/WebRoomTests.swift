import Net
import Synchronization
import System
import TestSupport
import Testing

/// Clients with room for few bodies.
@Suite struct WebRoomTests {
  private func get(_ server: TestServer, counting bytes: Int) throws -> WebRequest {
    var request = try server.get()
    request.countedBytes = bytes
    return request
  }

  @Test("No more bodies are asked for than have room, until they are freed")
  func room() throws {
    let server = try TestServer { _ in .reply(200) }
    let client = try testClient()
    client.setRoom(10)
    let replies = Replies()
    for _ in 0..<7 { replies.get(try get(server, counting: 4), by: client) }
    for freed in 0..<5 {
      #expect(replies.wait(for: 2 + freed).count == 2 + freed)
      // A body that doesn't count passes by.
      #expect(client.get(try server.get("/other")).outcome == .status(200))
      #expect(server.requests.count { $0.target == "/" } == 2 + freed)
      client.free(4)
    }
    #expect(replies.wait(for: 7).count == 7)
  }

  @Test("More room lets requests begin that wait")
  func more() throws {
    let server = try TestServer { _ in .reply(200) }
    let client = try testClient()
    client.setRoom(10)
    let replies = Replies()
    for _ in 0..<4 { replies.get(try get(server, counting: 5), by: client) }
    #expect(replies.wait(for: 2).count == 2)
    client.setRoom(15)
    #expect(replies.wait(for: 3).count == 3)
    client.setRoom(20)
    #expect(replies.wait(for: 4).count == 4)
  }

  @Test("A paused host keeps no room from another one")
  func paused() throws {
    let clock = ManualClock()
    let busy = try TestServer { $0.number == 0 ? .reply(429, [("Retry-After", "60")]) : .reply(200) }
    let other = try TestServer { _ in .reply(200) }
    let client = try testClient(clock: { clock.now }, set: { $0.perHost = 3 })
    client.setRoom(10)
    let (late, early) = (Replies(), Replies())
    for _ in 0..<20 { late.get(try get(busy, counting: 10), by: client) }
    for number in 1...5 {
      early.get(try get(other, counting: 10), by: client)
      #expect(early.wait(for: number).count == number)
      client.free(10)
    }
    #expect(late.all.isEmpty)
    clock.set(60_000_000_000)
    // A request to another host makes the client look at its clock.
    #expect(client.get(try other.get()).outcome == .status(200))
    for number in 1...20 {
      #expect(late.wait(for: number).count == number)
      client.free(10)
    }
  }

  @Test("Requests to a host that is given up take and free room as others do")
  func givenUp() throws {
    let busy = try TestServer { _ in .reply(429) }
    let client = try testClient(set: { $0.tries = 1 })
    client.setRoom(10)
    let replies = Replies()
    for _ in 0..<15 { replies.get(try get(busy, counting: 10), by: client) }
    for number in 1...15 {
      #expect(replies.wait(for: number).count == number)
      client.free(10)
    }
    #expect(busy.requests.count == 10)
  }
}
