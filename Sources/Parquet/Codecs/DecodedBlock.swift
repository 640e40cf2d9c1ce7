/// The output of a decoder that takes bytes from its input, and repeats bytes of its output.
struct DecodedBlock {
  private let output: UnsafeMutableRawBufferPointer
  private(set) var count = 0

  init(_ output: UnsafeMutableRawBufferPointer) { self.output = output }

  private var room: Int { output.count - count }

  var isFull: Bool { room == 0 }

  /// Appends bytes of the input; false if there is no room.
  mutating func append(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard bytes.count <= room else { return false }
    UnsafeMutableRawBufferPointer(rebasing: output[count...]).copyBytes(from: bytes)
    count += bytes.count
    return true
  }

  /// Repeats `length` bytes from `distance` bytes before the end on, also those that are appended meanwhile;
  /// false if there are no such bytes, or no room.
  mutating func repeatBytes(distance: Int, length: Int) -> Bool {
    guard 1...max(1, count) ~= distance, distance <= count, length <= room else { return false }
    let (start, end) = (count - distance, count + length)
    while count < end {
      // The bytes from `start` on are whole periods of the result, so each step is twice as long as the one
      // before.
      let step = min(count - start, end - count)
      let source = UnsafeRawBufferPointer(rebasing: output[start..<start + step])
      UnsafeMutableRawBufferPointer(rebasing: output[count..<count + step]).copyMemory(from: source)
      count += step
    }
    return true
  }

  /// The `size` bytes that `fill` makes; nil if it makes others, or returns false.
  static func bytes(_ size: Int, _ fill: (inout DecodedBlock) -> Bool) -> [UInt8]? {
    var isWhole = false
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { output, count in
      var block = DecodedBlock(
        UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(output)[..<size]))
      isWhole = fill(&block) && block.isFull
      count = isWhole ? size : 0
    }
    return isWhole ? bytes : nil
  }
}
