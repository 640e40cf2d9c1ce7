import System

/// The members of samples in archives that exports carry, for each image of a plan: the ends of their names, such as `txt`
/// for `000017.txt` beside `000017.jpg`. Images with the same endings share a list.
package struct CarriedMembers: Sendable {
  private var lists: [[String]] = [[]]
  private var numbers: [[String]: Int32] = [[]: 0]
  /// The number of each image's list. Images at the end without members may be left out.
  private var images: [Int32] = []

  package init() {}

  /// True if exports can carry members with this ending. Loaders of WebDataset give names such as `__key__` themselves.
  package static func canHave(_ ending: String) -> Bool {
    (1...FixedLimits.Archive.carriedEndingBytes).contains(ending.utf8.count)
      && !ending.utf8.contains { $0 == UInt8(ascii: "/") || $0 < 0x20 } && !ending.hasPrefix("__")
  }

  /// The endings for the image at index `place`, in the order of the archive. No ending occurs twice.
  package func endings(ofImage place: Int) -> [String] {
    images.indices.contains(place) ? lists[Int(images[place])] : []
  }

  /// Adds the next image with its endings.
  package mutating func add(_ endings: [String]) {
    let number = numbers[endings] ?? Int32(clamping: lists.count)
    if number == lists.count {
      lists.append(endings)
      numbers[endings] = number
    }
    images.append(number)
  }

  /// The same members for images in another order: the first one is the one at index `order[0]` now.
  func reordered(_ order: [Int]) -> CarriedMembers {
    var result = CarriedMembers()
    if lists.count == 1 { return result }
    for place in order { result.add(endings(ofImage: place)) }
    return result
  }
}
