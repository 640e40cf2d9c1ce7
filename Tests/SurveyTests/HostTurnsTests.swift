import System
import Testing

@testable import Survey

/// Items of several hosts.
@Suite struct HostTurnsTests {
  private func origin(_ name: String) throws -> WebAddress.Origin { try WebAddress("http://\(name)/").origin }

  private func all(_ turns: inout HostTurns<String>) -> [String] {
    var items: [String] = []
    while let item = turns.next() { items.append(item) }
    return items
  }

  @Test("Hosts take turns, and each has at most two open items")
  func turns() throws {
    var turns = HostTurns<String>(perHost: 2, most: 100)
    for number in 0..<4 { turns.add("a\(number)", of: try origin("a")) }
    for number in 0..<3 { turns.add("b\(number)", of: try origin("b")) }
    turns.add("none", of: nil)
    #expect(all(&turns) == ["a0", "b0", "none", "a1", "b1"])
    turns.finish(try origin("b"))
    #expect(all(&turns) == ["b2"])
    turns.finish(try origin("a"))
    turns.finish(try origin("a"))
    #expect(all(&turns) == ["a2", "a3"])
    for _ in 0..<2 { turns.finish(try origin("a")) }
    turns.add("a4", of: try origin("a"))
    #expect(all(&turns) == ["a4"])
  }

  @Test("All hosts together have at most three open items")
  func most() throws {
    var turns = HostTurns<String>(perHost: 2, most: 3)
    for host in ["a", "b", "c"] {
      for number in 0..<2 { turns.add("\(host)\(number)", of: try origin(host)) }
    }
    #expect(all(&turns) == ["a0", "b0", "c0"])
    turns.finish(try origin("b"))
    turns.finish(try origin("a"))
    #expect(all(&turns) == ["a1", "b1"])
  }
}
