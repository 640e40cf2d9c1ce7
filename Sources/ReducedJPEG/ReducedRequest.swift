import ImageModel

/// What to decode of a JPEG.
package struct ReducedRequest {
  /// What to decode of one component.
  package struct Component {
    /// Samples that a block of 8x8 becomes, across and down: 1...8.
    package var points: Int
    /// In the component's own decoded samples, of which it has `ceil(ceil(width * h / hmax) * points / 8)` across, and down
    /// accordingly; it must hold a sample, and lie inside.
    package var region: PixelRect<Decoded>

    package init(points: Int, region: PixelRect<Decoded>) {
      (self.points, self.region) = (points, region)
    }
  }

  /// The size in pixels that the plan was made for.
  package var storedSize: PixelSize
  /// In the frame's order.
  package var components: [Component]
  /// Whether all entropy-coded data is looked at, for the damage in it.
  package var looksAtAll: Bool

  package init(storedSize: PixelSize, components: [Component], looksAtAll: Bool = false) {
    (self.storedSize, self.components, self.looksAtAll) = (storedSize, components, looksAtAll)
  }
}

/// Some rows of one component, as they were decoded.
package struct ComponentRows {
  /// Which of the frame's components.
  package let component: Int
  /// The decoded row and column of the first sample.
  package let firstRow: Int
  package let firstColumn: Int
  /// At most ``StripHeight/rows``.
  package let count: Int
  /// Rows `rowBytes` apart, valid within the call that hands them out.
  package let samples: UnsafePointer<UInt8>
  package let rowBytes: Int
}
