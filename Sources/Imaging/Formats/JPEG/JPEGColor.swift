import ImageModel

extension JPEGHeader {
  /// The colour space of the components.
  package enum ColorKind: String, Hashable, Sendable {
    case grey, ycbcr, rgb, cmyk, ycck
    /// Two components, or more than four.
    case unknown
  }

  /// The colour space by libjpeg's rule: JFIF overrides Adobe, and both override the identifiers.
  package var colorKind: ColorKind {
    switch components.count {
    case 1: .grey
    case 3: threeComponents
    case 4: adobeTransform.map { $0 == 0 ? .cmyk : .ycck } ?? .cmyk
    default: .unknown
    }
  }

  private var threeComponents: ColorKind {
    if hasJFIF { return .ycbcr }
    if let adobeTransform { return adobeTransform == 0 ? .rgb : .ycbcr }
    return components.map(\.id) == Array("RGB".utf8) ? .rgb : .ycbcr
  }

  /// The largest horizontal and the largest vertical sampling factor among the components.
  package var maxSampling: (horizontal: Int, vertical: Int) {
    (components.map(\.horizontal).max() ?? 1, components.map(\.vertical).max() ?? 1)
  }

  /// The size of an interleaved MCU in pixels (ITU-T T.81, A.2); 8x8 for one component.
  package var mcuSize: PixelSize {
    guard components.count > 1 else { return PixelSize(width: 8, height: 8) }
    let (horizontal, vertical) = maxSampling
    return PixelSize(width: 8 * horizontal, height: 8 * vertical)
  }

  /// Why a readable header is refused; nil if it is accepted.
  package var refusal: Finding? { processRefusal ?? storedSize.refusal ?? colorRefusal }

  private var processRefusal: Finding? {
    switch (process, precision) {
    case (.lossless, _): Finding(.lossless, "lossless JPEG is not supported")
    case (.hierarchical, _): Finding(.hierarchical, "hierarchical JPEG is not supported")
    case (_, 12): Finding(.twelveBit, "JPEG with 12 bits a sample is not supported")
    case (_, 8) where isArithmetic: Finding(.arithmeticCoded, "arithmetic-coded JPEG is not supported")
    case (_, 8): nil
    default: Finding(.badHeader, "it says \(precision) bits a sample, where 8 or 12 are possible")
    }
  }

  private var colorRefusal: Finding? {
    switch (components.count, colorKind) {
    case (1, _), (3, _): nil
    case (4, .cmyk), (4, .ycck): nil
    case (2, _): Finding(.twoComponents, "JPEG with two components is not supported")
    default: Finding(.componentCount, "JPEG with \(components.count) components is not supported")
    }
  }
}
