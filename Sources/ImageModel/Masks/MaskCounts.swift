/// COCO's text of a mask's counts, as pycocotools writes it.
///
/// From the fourth on, a count stands as its difference from the count two places before. A number is divided into
/// groups of 5 bits, the lowest first, in two's complement. Each group is a character from `0`, 48, to `o`, 111: its
/// bits, and 32 more if another group follows. The highest bit of the last group is the number's sign.
enum MaskCounts {
  /// The groups that a number may have. 40 bits are more than a mask has samples.
  private static let mostGroups = 8

  /// The counts in a text; nil if it is wrong, or has more than `most` counts.
  static func counts(_ text: some Sequence<UInt8>, most: Int) -> [Int]? {
    var counts: [Int] = []
    var (number, groups) = (0, 0)
    for character in text {
      guard (48...111).contains(character), groups < mostGroups else { return nil }
      let group = Int(character) - 48
      number |= (group & 31) << (5 * groups)
      groups += 1
      if group & 32 != 0 { continue }
      if group & 16 != 0 { number |= -1 << (5 * groups) }
      if counts.count > 2 { number += counts[counts.count - 2] }
      guard number >= 0, counts.count < most else { return nil }
      counts.append(number)
      (number, groups) = (0, 0)
    }
    return groups == 0 ? counts : nil
  }

  /// The text of counts.
  static func text(_ counts: [Int]) -> [UInt8] {
    var text: [UInt8] = []
    for (place, count) in counts.enumerated() {
      var number = place > 2 ? count - counts[place - 2] : count
      while true {
        let group = number & 31
        number >>= 5
        let isLast = number == (group & 16 == 0 ? 0 : -1)
        text.append(UInt8(48 + group + (isLast ? 0 : 32)))
        if isLast { break }
      }
    }
    return text
  }
}
