/// The detail of a picture's grey levels on which a crop is centred.
package enum DetailFocus: String, Sendable, CaseIterable {
  /// The window whose histogram of grey levels has the greatest entropy.
  case entropy
  /// The window with the greatest sum of differences between neighbours.
  case edges
}

/// A window that slides within a part of a picture to the place where it shows the most detail.
package struct DetailWindow: Hashable, Sendable {
  package let focus: DetailFocus
  /// The part in which the window slides, in full-size pixels.
  package let part: PixelRect<Stored>
  /// The window's size in full-size pixels, as stored.
  package let size: PixelSize

  package init(_ focus: DetailFocus, in part: PixelRect<Stored>, size: PixelSize) {
    (self.focus, self.part, self.size) = (focus, part, size)
  }

  /// The window at this place, which goes to the nearest whole pixel.
  package func box(at place: DetailPlace) -> RealRect<Stored> {
    func before(_ free: Int, _ share: UInt16) -> Int {
      (2 * free * Int(share) + DetailPlace.units) / (2 * DetailPlace.units)
    }
    return RealRect(
      PixelRect(
        x: part.x + before(part.width - size.width, place.x),
        y: part.y + before(part.height - size.height, place.y), width: size.width, height: size.height))
  }
}

/// The place of a window in the part in which it slides: on each axis, the share of the free space that lies before the
/// window, in units of 1 / ``units``. The axes are those of the stored picture.
package struct DetailPlace: Hashable, Sendable {
  package static let units = 65535

  package let x: UInt16
  package let y: UInt16

  package init(x: UInt16, y: UInt16) { (self.x, self.y) = (x, y) }
}
