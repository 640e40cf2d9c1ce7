import ImageModel

extension JPEGHeader {
  /// What a decode of the picture gives; nil for colours that aren't taken.
  package var color: ColorModel? {
    switch colorKind {
    case .grey: .grey
    case .ycbcr: .ycbcr
    case .rgb: .rgb
    case .cmyk, .ycck: .cmyk
    case .unknown: nil
    }
  }

  /// Bytes that libjpeg holds for coefficients: two each, for whole MCUs of the picture, when it comes in several
  /// scans; else 0.
  package var coefficientBytes: Int {
    guard isMultiScan else { return 0 }
    let mcu = maxSampling
    let across = (storedSize.width + 8 * mcu.horizontal - 1) / (8 * mcu.horizontal)
    let down = (storedSize.height + 8 * mcu.vertical - 1) / (8 * mcu.vertical)
    return components.reduce(0) { $0 + across * $1.horizontal * down * $1.vertical * 128 }
  }
}
