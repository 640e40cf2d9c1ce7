import System
import Testing

@testable import Net

/// Bodies that wait for room.
@Suite struct BodyRoomTests {
  private func claim(_ number: Int, _ bytes: Int, host: String = "a") throws -> BodyRoom.Claim {
    BodyRoom.Claim(number: number, origin: try WebAddress("http://\(host)/").origin, bytes: bytes)
  }

  private func room(_ most: Int) -> BodyRoom {
    var room = BodyRoom()
    room.most = most
    return room
  }

  private func take(_ claim: BodyRoom.Claim, in room: inout BodyRoom) -> Bool { room.take(claim) }

  /// The numbers of the requests that are called.
  private func free(
    _ bytes: Int, in room: inout BodyRoom, mayBegin: (WebAddress.Origin) -> Bool
  ) -> [Int] {
    room.free(bytes, mayBegin: mayBegin).map(\.number)
  }

  @Test("A body without room waits, and so does a smaller one behind it")
  func order() throws {
    var room = room(10)
    #expect(try take(claim(1, 6), in: &room))
    #expect(try take(claim(2, 3), in: &room))
    #expect(try !take(claim(3, 5), in: &room))
    #expect(try !take(claim(4, 1), in: &room))
    #expect(free(3, in: &room) { _ in true } == [])
    // 4 of 10 bytes are free; the first in the line needs 5.
    #expect(free(6, in: &room) { _ in true } == [3, 4])
    #expect(try take(claim(3, 5), in: &room))
    #expect(try take(claim(4, 1), in: &room))
  }

  @Test("A body larger than the room comes alone, and those behind it wait")
  func large() throws {
    var room = room(10)
    #expect(try take(claim(1, 2), in: &room))
    #expect(try !take(claim(2, 25), in: &room))
    #expect(try !take(claim(3, 1), in: &room))
    #expect(free(2, in: &room) { _ in true } == [2])
    #expect(try take(claim(2, 25), in: &room))
    #expect(free(25, in: &room) { _ in true } == [3])
  }

  @Test("A request that was called and whose host pauses keeps no room from others")
  func paused() throws {
    var room = room(10)
    let (a, b) = (try claim(2, 8, host: "a"), try claim(3, 8, host: "b"))
    #expect(try take(claim(1, 10), in: &room))
    #expect(!take(a, in: &room))
    #expect(!take(b, in: &room))
    #expect(free(10, in: &room) { _ in true } == [2])
    // The host of the first pauses before it asks.
    #expect(free(0, in: &room) { $0 != a.origin } == [3])
    #expect(take(b, in: &room))
    #expect(!take(a, in: &room))
    #expect(free(8, in: &room) { _ in true } == [2])
  }

  @Test("Bodies that don't count need no room")
  func uncounted() throws {
    var room = room(0)
    #expect(try take(claim(1, 5), in: &room))
    #expect(try !take(claim(2, 1), in: &room))
    #expect(try take(claim(3, 0), in: &room))
  }
}
