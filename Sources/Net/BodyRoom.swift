import System

/// The memory for bodies of requests with ``WebRequest/countedBytes``. A try takes the room when it begins, and
/// ``free(_:mayBegin:)`` gives it back. A request that finds no room waits, and those that ask later wait behind it.
///
/// A request without a try in flight has no room, however long its host pauses. So a paused host keeps no room from
/// other hosts.
struct BodyRoom {
  /// A request, and the room that its body takes, in bytes; 0 for none.
  struct Claim {
    let number: Int
    let origin: WebAddress.Origin
    let bytes: Int
  }

  /// The room in bytes. A larger body finds room when it is the only one.
  var most = Int.max
  private var used = 0
  private var waiting = FIFO<Claim>()
  /// The requests that were called and haven't asked again.
  private var called: Set<Int> = []

  /// Takes room for a try. False if there is none: the request may ask again when ``free(_:mayBegin:)`` calls it.
  mutating func take(_ claim: Claim) -> Bool {
    if claim.bytes == 0 { return true }
    let isNext = called.remove(claim.number) != nil || waiting.isEmpty
    guard isNext, fits(claim, beside: used) else {
      waiting.append(claim)
      return false
    }
    used += claim.bytes
    return true
  }

  /// Frees room, and calls the requests that may ask again. `mayBegin` tells if a host lets a request begin at once.
  ///
  /// A called request may find that others took the room. Then it waits once more, until they free it. If its host is
  /// paused before it asks, the next call finds the room still free.
  mutating func free(_ bytes: Int, mayBegin: (WebAddress.Origin) -> Bool) -> [Claim] {
    used -= bytes
    var claims: [Claim] = []
    var sum = used
    while let claim = waiting.first, fits(claim, beside: sum) {
      _ = waiting.popFirst()
      called.insert(claim.number)
      claims.append(claim)
      if mayBegin(claim.origin) { sum += claim.bytes }
    }
    return claims
  }

  private func fits(_ claim: Claim, beside bytes: Int) -> Bool {
    bytes == 0 || claim.bytes <= most - bytes
  }
}
