import Synchronization
import Testing

@testable import Survey

/// Memory for headers that need much.
@Suite struct HeaderRoomTests {
  @Test("Room is given first come first served, also if a later one would fit")
  func order() {
    let given = Mutex<[Int]>([])
    let room = HeaderRoom(10)
    for bytes in [6, 7, 2, 10] { room.take(bytes) { given.withLock { $0.append(bytes) } } }
    #expect(given.withLock { $0 } == [6])
    room.free(6)
    #expect(given.withLock { $0 } == [6, 7, 2])
    room.free(7)
    #expect(given.withLock { $0 } == [6, 7, 2])
    room.free(2)
    #expect(given.withLock { $0 } == [6, 7, 2, 10])
  }
}
