import ImageModel
import Imaging
import Planning

extension ImageRenderer {
  /// What the rows of outputs must say of the source's metadata, told by its header alone; nil for an output whose colours
  /// may be converted, or whose source can't be read.
  package static func notes(_ plan: ImagePlan, source: Int32) -> [[Finding]?] {
    plan.outputs.map { output in
      guard output.error == nil, let pixels = plan.pixels, !output.mayConvert(pixels) else { return nil }
      return try? metadata(of: output, plan, source: source, header: nil, profile: nil).notes
    }
  }

  /// What an output keeps of the metadata of a source whose header is `header` where it is no JPEG; nil has it read.
  static func metadata(
    of output: OutputPlan, _ plan: ImagePlan, source: Int32, header: PictureHeader?, profile: [UInt8]?
  ) throws(Finding) -> KeptMetadata {
    var kept = try read(of: output, plan, source: source, header: header, profile: profile)
    kept.noteFields(leftOutOf: output.format)
    return kept
  }

  private static func read(
    of output: OutputPlan, _ plan: ImagePlan, source: Int32, header: PictureHeader?, profile: [UInt8]?
  ) throws(Finding) -> KeptMetadata {
    let bytes = try ByteSource(descriptor: source)
    let framing = Framing(output, of: plan.storedSize)
    let (orientation, size) = (WrittenOrientation(output), output.size ?? PixelSize(width: 0, height: 0))
    if plan.format == .jpeg {
      return try KeptMetadata.read(
        JPEGHeader.read(from: bytes), from: bytes, policy: output.metadata, orientation: orientation,
        size: size, framing: framing, transposes: output.turn.transposes)
    }
    let picture: PictureHeader
    if let header {
      picture = header
    } else {
      picture = try PictureHeader.read(from: bytes, page: plan.page ?? 0)
    }
    return try KeptMetadata.read(
      picture, profile: profile, from: bytes, policy: output.metadata, orientation: orientation, size: size,
      framing: framing, transposes: output.turn.transposes, components: output.pixels?.color.samples ?? 3)
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
