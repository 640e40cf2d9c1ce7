import TestSupport

@testable import ReducedJPEG

/// A Huffman code, bit by bit as ITU-T T.81 has it in annex C and figure F.16.
struct PlainCode {
  let counts: [UInt8]
  let symbols: [UInt8]

  /// A code of up to `most` of these symbols, whose words have any lengths that leave room for the others.
  static func drawn(of symbols: [UInt8], most: Int, _ random: inout SplitMix64) -> PlainCode {
    let count = Int.random(in: 1...min(most, 255), using: &random)
    let symbols = Array(symbols.shuffled(using: &random).prefix(count))
    var counts = [UInt8](repeating: 0, count: 16)
    // Words of this length that are left, and symbols without a word.
    var (room, left) = (1, symbols.count)
    for length in 0..<16 {
      room *= 2
      // Each word left free holds 2^(15 - length) of 16 bits.
      let share = 1 << (15 - length)
      let spare = room - (left + share - 1) / share
      let largest = max(0, min(left, room - 1, share == 1 ? left : spare))
      let count = length == 15 ? left : Int.random(in: 0...largest, using: &random)
      counts[length] = UInt8(count)
      room -= count
      left -= count
    }
    return PlainCode(counts: counts, symbols: symbols)
  }

  /// The symbol whose word these 16 bits begin with, and the word's length (figure F.16).
  func decode(_ bits: Int) -> (symbol: Int, length: Int)? {
    var (code, first, place) = (0, 0, 0)
    for length in 1...16 {
      code = code << 1 | bits >> (16 - length) & 1
      let count = Int(counts[length - 1])
      if code - first < count { return (Int(symbols[place + code - first]), length) }
      place += count
      first = (first + count) << 1
    }
    return nil
  }
}
