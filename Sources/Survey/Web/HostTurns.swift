import System

/// Items that wait for their hosts. Hosts take turns; the items of a host keep their order.
///
/// At most `perHost` items of a host are open at a time. So a host that doesn't answer leaves places for the others.
struct HostTurns<Item> {
  private struct Host {
    var items = FIFO<Item>()
    var open = 0
    /// True while the host is in `turns`.
    var isListed = false

    var isDone: Bool { items.isEmpty && open == 0 }
  }

  /// The most open items of one host, and of all hosts.
  private let perHost, most: Int
  private var hosts: [WebAddress.Origin?: Host] = [:]
  /// Hosts that may open an item, in turn.
  private var turns = FIFO<WebAddress.Origin?>()
  private var open = 0

  init(perHost: Int, most: Int) { (self.perHost, self.most) = (perHost, most) }

  /// Adds an item of a host. Items without a host are items of one more host.
  mutating func add(_ item: Item, of host: WebAddress.Origin?) {
    hosts[host, default: Host()].items.append(item)
    list(host)
  }

  /// The next item that may be opened; nil if all must wait. It is open until ``finish(_:)``.
  mutating func next() -> Item? {
    guard open < most, let host = turns.popFirst(), let item = hosts[host]?.items.popFirst() else {
      return nil
    }
    open += 1
    hosts[host]?.open += 1
    hosts[host]?.isListed = false
    list(host)
    return item
  }

  /// Closes an open item of the host.
  mutating func finish(_ host: WebAddress.Origin?) {
    open -= 1
    hosts[host]?.open -= 1
    if hosts[host]?.isDone == true { hosts[host] = nil } else { list(host) }
  }

  private mutating func list(_ origin: WebAddress.Origin?) {
    guard let host = hosts[origin], !host.isListed, !host.items.isEmpty, host.open < perHost else { return }
    hosts[origin]?.isListed = true
    turns.append(origin)
  }
}
