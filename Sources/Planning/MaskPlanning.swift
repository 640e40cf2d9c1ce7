import ImageModel
import JobFile
import System

extension JobSpec {
  /// The path of an item's mask file, relative to the base folder. Nil if the item's entry of `sources` has no masks.
  package func maskPath(of item: SourceItem) -> String? {
    sources[item.entry].masks.map { path(of: item, $0.path) }
  }
}

extension Planner {
  /// The mask file beside a source; nil if its entry has none. Throws `bad_mask`, `space_unclear`, and the
  /// reason why the file can't be read.
  func mask(of info: SourceInfo, _ entry: SourceEntry) throws(ImageError) -> MaskPlan? {
    guard let use = entry.masks, let found = info.mask else { return nil }
    let mask: SourceMask
    switch found {
    case .failure(let error): throw error
    case .success(let source): mask = source
    }
    if mask.version.bytes > job.limits.maxFileBytes {
      let excess = Finding.tooLarge(mask.version.bytes, limit: job.limits.maxFileBytes)
      throw ImageError(.badMask, "the mask '\(mask.path)' is too large: \(excess.message)")
    }
    let mode = entry.shaping.over(job.shaping).orientation ?? .bake
    let orientation = entry.orientation(of: info.tag, mode)
    let size = PictureSize(stored: info.storedSize, orientation: orientation)
    let sizes = "the picture is \(size.stored) as stored and \(size.display) as shown"
    let space = use.space.resolved(declared: mask.layout.size, stored: size.stored, orientation: orientation)
    switch space {
    case .success(.stored) where mask.layout.size == size.stored: return MaskPlan(mask, turn: .topLeft)
    case .success(.display) where mask.layout.size == size.display: return MaskPlan(mask, turn: orientation)
    case .failure(.bothFit):
      throw ImageError(
        .spaceUnclear,
        "the mask '\(mask.path)' fits both ways, which differ: \(sizes); say 'space: display' or 'space: stored' in 'masks'"
      )
    case .success, .failure:
      throw ImageError(.badMask, "the mask '\(mask.path)' is \(mask.layout.size), and \(sizes)")
    }
  }

  /// The outputs of a picture that is refused, without paths: one for each entry of `outputs` and each of `boxes` boxes.
  /// Those of masks name the item's mask file.
  func refusedOutputs(of item: SourceItem, _ source: SourceEntry, boxes: Int) -> [OutputPlan] {
    let file = job.maskPath(of: item)
    var outputs: [OutputPlan] = []
    for _ in 0..<boxes {
      for entry in job.outputs {
        var output = refused(entry, source)
        if let use = entry.mask {
          // The entry of the picture stands before that of its mask.
          output.mask = MaskCut(picture: max(0, outputs.count - 1), pad: use.pad, bits: 8, path: file)
        }
        outputs.append(output)
      }
    }
    return outputs
  }

  /// The output that shows the mask of an image over `picture`, an output with the index `place`. `number` is the
  /// number of the mask's entry if outputs tell it.
  func mask(
    _ use: MaskUse, over picture: OutputPlan, at place: Int, entry number: Int?, of image: ImagePlan
  ) -> OutputPlan {
    let bits = image.mask?.layout.bits(padding: use.pad)
    var output = picture.mask(pad: use.pad, bits: bits ?? 8, over: place)
    output.entry = number
    if bits == nil {
      output.error =
        output.error
        ?? Finding(.badMask, "its mask has a palette, and no label above 255: 'pad' is \(use.pad)")
    }
    return output
  }
}
