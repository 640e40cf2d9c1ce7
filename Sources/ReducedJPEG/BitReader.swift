/// The bits of entropy-coded data without stuffed zeros, from the highest of each byte on (ITU-T T.81, F.2.2.5).
///
/// It looks at no end: see ``EntropyWindow``, which says how much may be read before it's asked again.
struct BitReader {
  /// The first byte that isn't in `bits`.
  var next: UnsafePointer<UInt8>
  /// The next bits, from the highest on; below `count` of them is what may be anything.
  private(set) var bits: UInt64 = 0
  private(set) var count = 0

  init(_ start: UnsafePointer<UInt8>) { next = start }

  /// Brings at least 56 bits in.
  @inline(__always) mutating func fill() {
    // Bits that are in already come in again, the same.
    bits |= UInt64(bigEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self)) &>> UInt64(count)
    next += (63 &- count) &>> 3
    count |= 56
  }

  /// The next `length` bits, 1...32, which must be in.
  @inline(__always) func peek(_ length: Int) -> Int {
    Int(truncatingIfNeeded: bits &>> UInt64(truncatingIfNeeded: 64 &- length))
  }

  @inline(__always) mutating func drop(_ length: Int) {
    bits &<<= UInt64(truncatingIfNeeded: length)
    count &-= length
  }

  /// Gives back the whole bytes that it has read ahead.
  mutating func rewind() {
    next -= count >> 3
    count &= 7
    bits &= ~(UInt64.max >> UInt64(count))
  }
}

extension BitReader {
  /// The value of `size` bits, 0...15, of a coefficient or a difference (ITU-T T.81, F.2.2.1, EXTEND).
  @inline(__always) static func extended(_ bits: Int, _ size: Int) -> Int {
    // Where the highest bit isn't set the value is negative; of no bits it is 0.
    bits &<< 1 < 1 &<< size ? bits &- 1 &<< size &+ 1 : bits
  }

  /// Takes the next `size` bits, 0...15, which must be in, as such a value.
  @inline(__always) mutating func takeExtended(_ size: Int) -> Int {
    // Twice, since no bits at all can't be looked at by one shift.
    let value = Self.extended((peek(size &+ 1)) &>> 1, size)
    drop(size)
    return value
  }
}

extension BitReader {
  /// The next bit, whether bits are in or not.
  mutating func takeBit() -> Bool {
    if count < 1 { fill() }
    defer { drop(1) }
    return peek(1) == 1
  }

  /// The length of a run of blocks of category `size`, 0...14 (ITU-T T.81, table G.1); its bits must be in.
  mutating func takeRun(_ size: Int) -> Int {
    if size == 0 { return 1 }
    defer { drop(size) }
    return 1 << size + peek(size)
  }
}
