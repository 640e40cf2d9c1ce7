import ImageModel

extension DecodePlan {
  /// This decode with libjpeg as its engine, for a picture of size `stored`. The new decode replaces a decode
  /// in which the reduced decoder met damage.
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
  /// This plan with the memory that libjpeg needs if it replaces the reduced decoder.
  package var withRoomForLibjpeg: ImagePlan {
    var plan = self
    plan.peakBytes = peakByLibjpeg ?? peakBytes
    plan.peakByLibjpeg = nil
    return plan
  }

  /// This plan with libjpeg as the engine of decode `index`.
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
