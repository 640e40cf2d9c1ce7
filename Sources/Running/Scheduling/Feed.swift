import Survey

/// The items that a runner makes: a list, items that become ready in the course of time, or a stream.
package enum Feed<Item: Sendable>: Sendable {
  /// Items that are known at the start: the schedule chooses among the next ones. `soon` is called once for an
  /// item that begins soon.
  case list([Item], soon: @Sendable (Item) -> Void)
  /// Items that are known at the start, and become ready in any order. `begin` is called once. It returns the items
  /// that are ready at once, and gives the others to the function that it gets. `soon` is as for a list. `waited` gets
  /// the nanoseconds that a thread waited for an item to become ready.
  case arrivals(
    [Item], soon: @Sendable (Item) -> Void, waited: @Sendable (Int64) -> Void,
    begin: @Sendable (_ arrive: @escaping @Sendable ([Item]) -> Void) -> [Item])
  /// Items that arrive while others are in work. An idle thread takes the next one.
  ///
  /// `next` may wait, is called by one thread at a time, and returns nil at the end. A thread calls `idle`
  /// before it waits.
  case stream(next: @Sendable () throws(Halted) -> Item?, idle: @Sendable () throws(Halted) -> Void)

  /// A list without announcements of items that begin soon.
  package static func list(_ items: [Item]) -> Feed { .list(items, soon: { _ in }) }

  /// The items that are known at the start; nil for a stream.
  var items: [Item]? {
    switch self {
    case .list(let items, _), .arrivals(let items, _, _, _): items
    case .stream: nil
    }
  }

  /// The number of next items among which a schedule chooses. It is 1 for a stream, for one thread and with
  /// `inOrder`.
  func reach(threads: Int, inOrder: Bool) -> Int {
    if items != nil, threads > 1, !inOrder { Schedule<Item>.reach } else { 1 }
  }
}
