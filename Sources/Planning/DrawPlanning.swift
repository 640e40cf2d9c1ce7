import ImageModel
import System

extension Planner {
  /// Plans a drawing at the size of each output. Outputs that show the same box at the same size share a
  /// drawing.
  func draw(_ plan: inout ImagePlan, _ needs: [DecodeNeed], _ source: SourceInfo) {
    var places: [DecodePlan: Int] = [:]
    for need in needs {
      let decode = need.drawing(by: source.format.engine, of: source.storedSize)
      if let fault = fault(decode, source) {
        plan.outputs[need.output].error = fault
        continue
      }
      let place = places[decode] ?? plan.decodes.count
      if place == plan.decodes.count { plan.decodes.append(decode) }
      places[decode] = place
      plan.outputs[need.output].take(from: place, on: decode.grid(showing: source.storedSize))
    }
  }

  /// Why a drawing is too large; nil if it isn't.
  private func fault(_ decode: DecodePlan, _ source: SourceInfo) -> Finding? {
    guard let drawn = decode.drawn, let whole = decode.wholeDrawing(of: source.storedSize) else { return nil }
    let (side, pixels) = (FixedLimits.Drawing.side, job.limits.maxPixels)
    if max(drawn.width, drawn.height) > side {
      return Finding(.outputTooLarge, "\(drawn) is longer than a side of a drawing can be (\(side))")
    }
    if source.layers == 0 { return nil }
    let layers = "its layers have the size of the whole picture, here \(whole)"
    if max(whole.width, whole.height) > side {
      return Finding(.outputTooLarge, "\(layers): longer than a side of a drawing can be (\(side))")
    }
    return whole.area > pixels
      ? Finding(.outputTooLarge, "\(layers), \(whole.area) pixels: more than limits.max_pixels (\(pixels))")
      : nil
  }
}

extension DecodeNeed {
  /// The drawing of the part of the crop that lies in a picture of size `stored`. If the crop reaches beyond
  /// the picture, the drawing has that part's share of the output's size, rounded up.
  fileprivate func drawing(by engine: DecodingEngine, of stored: PixelSize) -> DecodePlan {
    let region = crop.intersection(PixelRect(stored))
    func share(_ side: Int, _ part: Int, _ whole: Int) -> Int { (side * part + whole - 1) / whole }
    return DecodePlan(
      drawing: region, by: engine,
      at: PixelSize(
        width: share(size.width, region.width, crop.width),
        height: share(size.height, region.height, crop.height)))
  }
}
