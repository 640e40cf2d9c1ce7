/// A width of an entry of `outputs` with `widths`. Each width is an output of its own.
package struct OutputWidth: Hashable, Sendable {
  /// The treatment of widths that are larger than the crop.
  package enum Larger: String, Sendable, CaseIterable {
    /// In their place there is one output of the crop's own width.
    case keep
    /// They are left out. If all are larger, there is one output of the crop's own width.
    case skip
  }

  /// All widths of the entry in pixels, in ascending order.
  package var all: [Int]
  /// The width of this output.
  package var width: Int
  package var larger: Larger

  /// True if a crop that is `crop` pixels wide has this output. At least one output of the entry is made, and no two
  /// have the same width.
  package func isMade(of crop: Int) -> Bool {
    if width <= crop { return true }
    switch larger {
    case .keep: return !all.contains(crop) && width == all.first { $0 > crop }
    case .skip: return width == all.first
    }
  }
}
