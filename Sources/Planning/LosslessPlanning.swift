import ImageModel

extension OutputPlan {
  /// True if the output is made from the source's coefficients.
  func isLossless(_ source: SourceInfo) -> Bool { asksForNoLoss && lossReason(source) == nil }

  /// Sets the error of an output that must be lossless and can't be.
  mutating func checkLoss(_ source: SourceInfo) {
    guard error == nil, asksForNoLoss, let reason = lossReason(source) else { return }
    if encode.transform == .require {
      error = Finding(.notLossless, "can't be made without loss: \(reason)")
    } else {
      warnings.append(Finding(.notLossless, "is encoded anew: \(reason)"))
    }
  }

  /// True if every pixel of this JPEG output is a pixel of the picture, whose size is `stored`. The output is
  /// then neither scaled nor padded.
  func hasEveryPixel(of stored: PixelSize) -> Bool {
    guard let cut = storedCrop, let size else { return false }
    return format == .jpeg && base == nil && resample?.size == cut.size && content == PixelRect(size)
      && PixelRect(stored).contains(cut)
  }

  /// The source's gain map if the output keeps it.
  private func keptGainMap(of source: SourceInfo) -> SourceGainMap? {
    guard gainMap != nil, gainMap != .drop, case .success(let map)? = source.gainMap else { return nil }
    return map
  }

  private var asksForNoLoss: Bool { encode.transform == .auto || encode.transform == .require }

  /// The reason why pixels must be decoded; nil if coefficients are enough.
  private func lossReason(_ source: SourceInfo) -> String? {
    guard source.format == .jpeg else { return "its source is no JPEG" }
    guard let coefficients = source.coefficients else { return Finding.noScan.message }
    guard format == .jpeg else { return "it is no JPEG" }
    if color.map({ $0.target != .keep }) == true { return "its colours are converted" }
    if encode.maxBytes != nil { return "'max_bytes' bounds it" }
    if encode.placeholder != nil { return "its placeholder needs pixels" }
    guard let cut = storedCrop, resample?.size == cut.size else { return "it is resized" }
    guard hasEveryPixel(of: source.storedSize) else { return "it shows more than the picture" }
    let grid: MCUGrid
    switch coefficients.grid(with: keptGainMap(of: source), in: source.storedSize) {
    case .failure(let loss): return loss.finding.message
    case .success(let joined): grid = joined
    }
    switch LosslessCut(of: cut, on: grid, turned: turn, shown: orientation, in: source.storedSize) {
    case .asAsked: return nil
    case .nearest(let box):
      return "\(grid.offGridReason); the nearest that is: crop: \"\(box.region)\""
    case .none: return grid.noBoxReason
    }
  }
}

extension SourceCoefficients {
  /// The grid on which a picture stored at `stored` can be cut with its gain map, or the reason why the map
  /// can't be cut.
  package func grid(with map: SourceGainMap?, in stored: PixelSize) -> Result<MCUGrid, ImageError> {
    guard let map else { return .success(grid) }
    if map.map.kind == .apple {
      return .failure(ImageError(.notLossless, "its gain map is Apple's and must be converted"))
    }
    guard let coefficients = map.coefficients else {
      return .failure(ImageError(.notLossless, "no scan can hold the components of its gain map"))
    }
    return .success(grid.joined(with: coefficients.grid, of: map.map.storedSize, in: stored))
  }
}
