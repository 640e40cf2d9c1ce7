import ImageModel
import Imaging
import Planning

extension ImageRenderer {
  /// For each output, the notes on metadata that follow from the source's header alone. Nil if the output
  /// can't be made, if its colours may be converted, or if the source can't be read.
  package static func notes(_ plan: ImagePlan, source: Int32) -> [[Finding]?] {
    plan.outputs.map { output in
      if output.mask != nil { return [] }
      guard output.error == nil, let pixels = plan.pixels, !output.mayConvert(pixels) else { return nil }
      return try? metadata(of: output, plan, source: source, header: nil, profile: nil).notes
    }
  }

  /// The metadata that an output keeps of its source. `header` is the source's header; if it is nil, the
  /// header is read here. `profile` is the ICC profile found while decoding. `gainMapLoss` is the
  /// reason why a planned gain map can't be kept.
  static func metadata(
    of output: OutputPlan, _ plan: ImagePlan, source: Int32, header: (any SourceHeader)?, profile: [UInt8]?,
    gainMapLoss: String? = nil
  ) throws(ImageError) -> KeptMetadata {
    let bytes = try ByteSource(descriptor: source)
    let request = MetadataRequest(
      policy: output.metadata, orientation: WrittenOrientation(output),
      size: output.size ?? PixelSize(width: 0, height: 0), framing: Framing(output, of: plan.storedSize),
      transposes: output.turn.transposes, components: output.pixels?.color.samples ?? 3,
      decodedProfile: profile, gainMap: fate(in: output, plan, loss: gainMapLoss))
    let header = if let header { header } else { try SourceFormat.header(of: bytes, page: plan.page ?? 0) }
    var kept = try header.keptMetadata(request, from: bytes)
    kept.noteFields(leftOutOf: output.format)
    return kept
  }
}

extension WrittenOrientation {
  fileprivate init(_ output: OutputPlan) {
    switch output.mode {
    case .bake: self = .upright
    case .keep: self = .tag(output.orientation)
    case .ignore: self = .none
    }
  }
}

extension Framing {
  fileprivate init(_ output: OutputPlan, of stored: PixelSize?) {
    let isWhole = stored.map(PixelRect<Stored>.init) == output.storedCrop
    let isFull = output.size.map(PixelRect<Output>.init) == output.content
    self = !isWhole || !isFull || output.turn != .topLeft ? .other : output.size == stored ? .same : .scaled
  }
}
