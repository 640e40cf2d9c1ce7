import ImageModel

extension DecodePlan {
  /// The same decode by libjpeg, for a picture of size `stored`. It replaces a decode by the reduced decoder
  /// that meets damage.
  package func byLibjpeg(of stored: PixelSize) -> DecodePlan {
    var decode = self
    decode.engine = .libjpeg
    decode.components = nil
    decode.scale = DCTScale.libjpeg.first { $0.eighths >= scale.eighths } ?? .full
    decode.samples = decode.grid(showing: stored).samples(region)
    return decode
  }
}

extension ImagePlan {
  /// The same plan with enough memory for libjpeg in place of the reduced decoder.
  package var withRoomForLibjpeg: ImagePlan {
    var plan = self
    plan.peakBytes = peakByLibjpeg ?? peakBytes
    plan.peakByLibjpeg = nil
    return plan
  }

  /// The same plan with decode `index` by libjpeg.
  package func byLibjpeg(decode index: Int) -> ImagePlan {
    guard let storedSize else { return self }
    var plan = self
    plan.decodes[index] = decodes[index].byLibjpeg(of: storedSize)
    let grid = plan.decodes[index].grid(showing: storedSize)
    for place in outputs.indices where outputs[place].decode == index {
      plan.outputs[place] = outputs[place].moved(to: grid)
    }
    return plan
  }
}
