import ImageModel

/// The part of a JPEG to decode.
package struct ReducedRequest {
  /// The part of one component to decode.
  package struct Component {
    /// Samples per side of a decoded 8x8 block: 1...8.
    package var points: Int
    /// The region in the component's own decoded samples. The region must hold a sample and lie inside the
    /// component. The component has `ceil(ceil(width * h / hmax) * points / 8)` samples across, and likewise
    /// down.
    package var region: PixelRect<Decoded>

    package init(points: Int, region: PixelRect<Decoded>) {
      (self.points, self.region) = (points, region)
    }
  }

  /// The picture's size in pixels according to the plan. The frame must have the same size.
  package var storedSize: PixelSize
  /// The components in the frame's order. If ``takesFirstAlone`` is true, only the first one.
  package var components: [Component]
  /// True if the picture's other components aren't needed.
  package var takesFirstAlone: Bool
  /// The first component once more, in another form from the same pass; nil if it isn't needed.
  package var second: Component?
  /// True if all entropy-coded data is checked for damage.
  package var looksAtAll: Bool
  /// True if only the front of the file is there. A sequential picture may then end behind its regions.
  package var isOfFront: Bool

  package init(
    storedSize: PixelSize, components: [Component], takesFirstAlone: Bool = false, second: Component? = nil,
    looksAtAll: Bool = false, isOfFront: Bool = false
  ) {
    (self.storedSize, self.components) = (storedSize, components)
    (self.takesFirstAlone, self.second) = (takesFirstAlone, second)
    (self.looksAtAll, self.isOfFront) = (looksAtAll, isOfFront)
  }
}

/// Some decoded rows of one component.
package struct ComponentRows {
  /// The component's index in the frame.
  package let component: Int
  /// True for rows of ``ReducedRequest/second``.
  package let isSecond: Bool
  /// The decoded row and column of the first sample.
  package let firstRow: Int
  package let firstColumn: Int
  /// The number of rows, at most ``StripHeight/rows``.
  package let count: Int
  /// The first sample. Rows begin `rowBytes` bytes apart. The pointer is valid only during the callback.
  package let samples: UnsafePointer<UInt8>
  package let rowBytes: Int
}
