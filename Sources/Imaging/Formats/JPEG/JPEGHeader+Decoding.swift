import ImageModel

extension JPEGHeader {
  /// The colour model of a decode; nil for colours that are refused.
  package var color: ColorModel? {
    colorKind == .ycck ? .cmyk : ColorModel(rawValue: colorKind.rawValue)
  }

  /// Bytes of coefficients that a decode holds: all of them for a multi-scan picture, else 0.
  package var heldBytes: Int { isMultiScan ? coefficientBytes : 0 }

  /// The components' sampling factors if ``DecodingEngine/reduced`` can decode the picture. Nil if the
  /// decoder can't, or if libjpeg would warn about the header.
  package var sampling: [SamplingFactors]? {
    let all = components.compactMap { SamplingFactors($0.horizontal, $0.vertical) }
    guard refusal == nil, all.count == components.count, !isDoubtful else { return nil }
    switch all.count {
    case 1: return [.alone]
    case 3: return all
    default: return nil
    }
  }

  /// True for an unknown JFIF version or an unknown Adobe transform.
  private var isDoubtful: Bool {
    hasUnknownJFIF || components.count == 3 && !hasJFIF && adobeTransform ?? 0 > 1
  }

  /// The most blocks of an MCU (ITU-T T.81, B.2.3).
  private static let mostBlocks = 10

  /// The picture's coefficients; nil if one scan can't hold all components. A scan of one component has
  /// MCUs of one block (ITU-T T.81, A.2.2).
  package var coefficients: SourceCoefficients? {
    let mcu = components.count == 1 ? (horizontal: 1, vertical: 1) : maxSampling
    let blocks = components.reduce(0) { $0 + $1.horizontal * $1.vertical }
    if components.count > 1 && blocks > Self.mostBlocks { return nil }
    return SourceCoefficients(
      MCUGrid(PixelSize(width: 8 * mcu.horizontal, height: 8 * mcu.vertical)), bytes: coefficientBytes)
  }

  /// Bytes of all coefficients, with those of the blocks that only fill up MCUs. A coefficient takes two
  /// bytes.
  private var coefficientBytes: Int {
    let mcu = maxSampling
    let across = (storedSize.width + 8 * mcu.horizontal - 1) / (8 * mcu.horizontal)
    let down = (storedSize.height + 8 * mcu.vertical - 1) / (8 * mcu.vertical)
    return components.reduce(0) { $0 + across * $1.horizontal * down * $1.vertical * 128 }
  }
}
