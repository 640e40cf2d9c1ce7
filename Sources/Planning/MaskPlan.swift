import ImageModel
import System

/// The mask file beside a source, for all outputs of the source that show it.
package struct MaskPlan: Codable, Hashable, Sendable {
  /// The file's path below the base folder.
  package var path: String
  private(set) var bytes: Int
  private(set) var modified: Int
  private(set) var inode: UInt64
  package var layout: LabelLayout
  /// The turn from the stored picture to the mask: ``ExifOrientation/topLeft`` if the mask lies over the stored picture.
  package var turn: ExifOrientation

  init(_ mask: SourceMask, turn: ExifOrientation) {
    (path, layout) = (mask.path, mask.layout)
    let file = mask.version.file
    (bytes, modified, inode) = (file.bytes, file.modified, file.inode)
    self.turn = turn
  }

  /// The version of the file that the plan was made for.
  package var version: SourceVersion {
    SourceVersion(FileIdentity(bytes: bytes, modified: modified, inode: inode))
  }
}

/// An output that shows a mask file and not the picture.
package struct MaskCut: Codable, Hashable, Sendable {
  /// The index in ``ImagePlan/outputs`` of the picture's output over which this output lies.
  package var picture: Int
  /// The label where the mask file has none, 0...65535.
  package var pad: Int
  /// The bits of a label in the output.
  package var bits: Int
  /// The mask file's path below the base folder, if the image is refused. Then ``bits`` has no meaning. Else nil: the
  /// image's plan has the path.
  package var path: String?
}

extension OutputPlan {
  /// The labels that this output takes from a mask file, as a viewer shows the output. Nil if the output can't be made.
  package func labels(of mask: MaskPlan) -> MaskMap? {
    guard let crop, let storedCrop, let content, let size, let shownSize else { return nil }
    let place: PixelRect<Output> = tag.shown(content, of: size)
    if mask.turn == orientation { return MaskMap(crop, to: place, of: shownSize, turn: .topLeft) }
    let cut: PixelRect<Display> = mask.turn.shown(storedCrop, of: mask.turn.turned(mask.layout.size))
    // Outputs obey the orientation tag as the mask does, or ignore it.
    let turn = mask.turn == .topLeft ? orientation : mask.turn.inverse
    return MaskMap(cut, to: place, of: shownSize, turn: turn)
  }

  /// The output that shows a mask file over this output, which has the index `picture` in its image. `bits` are those
  /// of its labels.
  func mask(pad: Int, bits: Int, over picture: Int) -> OutputPlan {
    var output = self
    (output.format, output.pixels) = (.png, PixelFormat(.grey, depth: LabelLayout.depth(bits)))
    (output.resample, output.gainMap, output.color, output.frames) = (nil, nil, nil, nil)
    (output.encode, output.metadata) = (.defaults(.png), MetadataPolicy(keep: []))
    output.warnings = []
    output.mask = MaskCut(picture: picture, pad: pad, bits: bits)
    return output
  }
}

extension ExifOrientation {
  /// The box that shows the part `box` of a picture of size `stored`, in the picture that this orientation makes of it.
  fileprivate func shown<S, T>(_ box: PixelRect<S>, of stored: PixelSize) -> PixelRect<T> {
    let shown = display(
      RealRect<Stored>(
        x: Double(box.x), y: Double(box.y), width: Double(box.width), height: Double(box.height)),
      stored: stored)
    return PixelRect(x: Int(shown.x), y: Int(shown.y), width: Int(shown.width), height: Int(shown.height))
  }
}

extension ImagePlan {
  /// The index of the output that shows the mask over output `picture`; nil if there is none.
  package func mask(over picture: Int) -> Int? {
    guard mask != nil else { return nil }
    return outputs[(picture + 1)...].firstIndex { $0.mask?.picture == picture }
  }

  /// `wanted` outputs, with those that show their masks and those over which masks lie.
  package func withMasks(_ wanted: [Int]) -> [Int] {
    guard mask != nil else { return wanted }
    let some = Set(wanted)
    let masks = outputs.indices.filter { index in
      outputs[index].mask.map { some.contains(index) || some.contains($0.picture) } ?? false
    }
    return some.union(masks).union(masks.compactMap { outputs[$0].mask?.picture }).sorted()
  }

  /// Lets each output fail together with the output that shows its mask.
  package mutating func failWithMasks() {
    for index in outputs.indices {
      guard let picture = outputs[index].mask?.picture, outputs.indices.contains(picture) else { continue }
      let error = outputs[picture].error ?? outputs[index].error
      (outputs[picture].error, outputs[index].error) = (error, error)
    }
  }
}
