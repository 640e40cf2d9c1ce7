/// Reads the bits of entropy-coded data, each byte's highest bit first (ITU-T T.81, F.2.2.5). The stuffed
/// zeros are already removed from the data.
///
/// The reader doesn't check for the end of the data. ``EntropyWindow/limit`` tells how far it may read before
/// the next check.
struct BitReader {
  /// The first byte that isn't loaded into `bits`.
  var next: UnsafePointer<UInt8>
  /// The loaded bits, from the highest on. Bits below the first `count` are undefined.
  private(set) var bits: UInt64 = 0
  private(set) var count = 0

  init(_ start: UnsafePointer<UInt8>) { next = start }

  /// Loads bits until at least 56 are loaded.
  @inline(__always) mutating func fill() {
    // Some bits after the first `count` may be loaded already. They are loaded again with the same values.
    bits |= UInt64(bigEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self)) &>> UInt64(count)
    next += (63 &- count) &>> 3
    count |= 56
  }

  /// The next `length` bits, 1...32, which must be loaded.
  @inline(__always) func peek(_ length: Int) -> Int {
    Int(truncatingIfNeeded: bits &>> UInt64(truncatingIfNeeded: 64 &- length))
  }

  @inline(__always) mutating func drop(_ length: Int) {
    bits &<<= UInt64(truncatingIfNeeded: length)
    count &-= length
  }

  /// Gives back the whole bytes that were loaded but not used.
  mutating func rewind() {
    next -= count >> 3
    count &= 7
    bits &= ~(UInt64.max >> UInt64(count))
  }
}

extension BitReader {
  /// Turns `size` bits, 0...15, into the signed value of a coefficient or a difference (ITU-T T.81, F.2.2.1,
  /// EXTEND).
  @inline(__always) static func extended(_ bits: Int, _ size: Int) -> Int {
    // If the highest bit is 0, the value is negative. No bits give 0.
    bits &<< 1 < 1 &<< size ? bits &- 1 &<< size &+ 1 : bits
  }

  /// Takes the next `size` bits, 0...15, and returns their ``extended(_:_:)`` value. The bits must be loaded.
  @inline(__always) mutating func takeExtended(_ size: Int) -> Int {
    // Two shifts, since one shift can't give zero bits.
    let value = Self.extended((peek(size &+ 1)) &>> 1, size)
    drop(size)
    return value
  }
}

extension BitReader {
  /// Takes the next bit. Bits are loaded if none is left.
  mutating func takeBit() -> Bool {
    if count < 1 { fill() }
    defer { drop(1) }
    return peek(1) == 1
  }

  /// The number of blocks in a run. The run's category is `size`, 0...14 (ITU-T T.81, table G.1). The run's
  /// bits must be loaded.
  mutating func takeRun(_ size: Int) -> Int {
    if size == 0 { return 1 }
    defer { drop(size) }
    return 1 << size + peek(size)
  }
}
