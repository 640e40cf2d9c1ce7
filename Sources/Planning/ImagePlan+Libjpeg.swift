import ImageModel

extension DecodePlan {
  /// The same decode by libjpeg, of a picture of size `stored`: what takes the place of one by ``DecodingEngine/reduced``
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
  /// The same plan with room for libjpeg in the place of ``DecodingEngine/reduced``.
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
