import System
/// One shard of a plan, written `3/8`; numbers start at 0.
package struct ShardPlace: Hashable, Sendable, CustomStringConvertible {
  /// The shard's number, in 0..<`count`.
  package let index: Int
  package let count: Int

  /// Nil if there is no such shard.
  package init?(_ index: Int, of count: Int) {
    guard (0..<count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  /// Reads `3/8`: two plain decimal numbers.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Self.plain(parts[0]), let count = Self.plain(parts[1]) else {
      return nil
    }
    self.init(index, of: count)
  }

  private static func plain(_ digits: Substring) -> Int? {
    digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(digits) : nil
  }

  package var description: String { "\(index)/\(count)" }

}
