/// A crop as a job file asks for it: a shape in a declared space, and the treatment of the shape's edges.
package struct Crop: Hashable, Sendable {
  /// A crop before the picture's size is known.
  package enum Shape: Hashable, Sendable {
    /// All of the picture.
    case full
    /// A box by position and size. A region of IIIF 3 with four numbers becomes this case. So does a box in
    /// one of the box formats, such as `coco`.
    case box(x: Length, y: Length, width: Length, height: Length)
    /// A box of a given size at an anchor.
    case sized(width: Length, height: Length, Anchor)
    /// The largest box of `width / height == ratio` at an anchor.
    case aspect(ratio: Double, Anchor)
  }

  /// How a fractional edge becomes a whole pixel.
  package enum Rounding: String, Codable, Sendable, CaseIterable {
    /// An edge at `v` moves to `floor(v + 0.5)`.
    case nearest
    /// Edges move outwards: pixels that the box covers in part belong to it.
    case outward
    /// Edges move inwards: pixels that the box covers in part don't belong to it.
    case inward
  }

  /// What happens to a box that reaches beyond the picture.
  package enum OutOfBounds: String, Codable, Sendable, CaseIterable {
    /// The box is cut to the picture, and the row gets a warning.
    case clip
    /// The row fails.
    case error
    /// The box keeps its size. The background fills the part outside of the picture.
    case pad
  }

  package var shape: Shape
  package var space: SpaceName
  package var rounding: Rounding
  package var outOfBounds: OutOfBounds

  /// A crop; the defaults are those of a job file.
  package init(
    _ shape: Shape, space: SpaceName = .display, rounding: Rounding = .nearest,
    outOfBounds: OutOfBounds = .clip
  ) {
    self.shape = shape
    self.space = space
    self.rounding = rounding
    self.outOfBounds = outOfBounds
  }
}

extension Crop {
  /// This crop for a picture with these boxes, and with the focus that a list gives for the picture, if the crop is
  /// centred on either.
  package func focused(
    on boxes: [RealRect<Stored>], listed: Anchor?, stored: PixelSize, orientation: ExifOrientation
  ) -> Crop {
    let place = { (anchor: Anchor) in
      space == .stored
        ? anchor.focused(on: boxes, listed: listed)
        : anchor.focused(on: boxes.map { orientation.display($0, stored: stored) }, listed: listed)
    }
    var crop = self
    switch shape {
    case .full, .box: break
    case .sized(let width, let height, let anchor):
      crop.shape = .sized(width: width, height: height, place(anchor))
    case .aspect(let ratio, let anchor): crop.shape = .aspect(ratio: ratio, place(anchor))
    }
    return crop
  }

  /// The anchor of the crop's box; nil if its shape has none.
  package var anchor: Anchor? {
    switch shape {
    case .full, .box: nil
    case .sized(_, _, let anchor), .aspect(_, let anchor): anchor
    }
  }
}

/// The requested box of a crop, in pixels of its own space. The box is neither rounded nor clipped yet.
package struct RequestedBox: Hashable, Sendable, Codable {
  /// x, y, width and height in pixels.
  package var box: [Double]
  /// The space that the numbers refer to.
  package var space: SpaceName
}

/// A crop for one picture.
package struct ResolvedCrop: Hashable, Sendable {
  /// The crop in whole pixels of the displayed picture. Only a padded crop reaches beyond the picture's
  /// edges.
  package var box: PixelRect<Display>
  /// True if `out_of_bounds: clip` cut something off.
  package var isClipped: Bool
}

/// The reason why a crop can't be cut from a picture.
package enum CropFailure: Error, Hashable, Sendable {
  /// The box reaches beyond the picture, and the job has `out_of_bounds: error`.
  case outOfBounds(PixelRect<Display>)
  /// No pixel is left after rounding and clipping, or a padded box doesn't meet the picture.
  case empty(PixelRect<Display>)
}
