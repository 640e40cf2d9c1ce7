import Synchronization

/// Values that are made once for each key. While a thread makes one, others that want the same value wait.
package final class OncePerKey<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private final class Slot: Sendable {
    let value = Mutex<Value?>(nil)
  }

  private let slots = Mutex<[Key: Slot]>([:])

  package init() {}

  /// The value of a key. The first call makes it by `make`. If this throws, the next call tries again.
  package func value<Failure: Error>(
    _ key: Key, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let slot = slots.withLock { slots in
      let slot = slots[key] ?? Slot()
      slots[key] = slot
      return slot
    }
    let result = slot.value.withLock { known in
      Result { () throws(Failure) in
        if let known { return known }
        let value = try make()
        known = value
        return value
      }
    }
    return try result.get()
  }
}
