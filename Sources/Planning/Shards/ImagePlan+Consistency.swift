import ImageModel
import JobFile
import System

extension ImagePlan {
  /// True if a plan that was read from a file or from standard input is consistent and can be rendered. Every
  /// index must exist. The geometry must be the one that the planner computes for the same crops. All numbers
  /// and paths must be possible.
  package var isConsistent: Bool {
    let numbers =
      [bytes ?? 0, page ?? 0, peakBytes, peakByLibjpeg ?? 0]
      + decodes.flatMap { [$0.thumbnail?.offset ?? 0, $0.thumbnail?.bytes ?? 0, $0.reduced?.offset ?? 0] }
    return numbers.allSatisfy { (0...Bound.bytes).contains($0) } && (0...Bound.seconds).contains(seconds)
      && !source.utf8.contains(0) && isVersionSound && isFrontSound && isSizeSound
      && decodes.allSatisfy(isConsistent) && outputs.indices.allSatisfy(isConsistent)
      && areBoxesSound && isGainMapSound && isMaskSound
      && pixels.map { format?.canDecode(to: $0) == true } != false
  }

  /// True if the plan has both a change time and a file number, or neither. If it has both, it must also have
  /// a size, because ``version`` needs all three. An object's version must have a possible length.
  private var isVersionSound: Bool {
    (modified == nil) == (inode == nil) && (modified == nil || bytes != nil)
      && objectVersion.map { 1...FixedLimits.Store.versionBytes ~= $0.utf8.count } != false
  }

  /// True if the front of the file is a part of it.
  private var isFrontSound: Bool { frontBytes.map { 0..<(bytes ?? 0) ~= $0 } != false }

  /// True if the source's size is possible. A refused source may have any size that a header can have.
  private var isSizeSound: Bool {
    guard let size = storedSize else { return true }
    return size.isConsistent
      || error != nil && [size.width, size.height].allSatisfy { (1...Int(Int32.max)).contains($0) }
  }

  /// True if a decode's engine fits the decoded format.
  private func isEngineSound(_ decode: DecodePlan) -> Bool {
    decode.engine == .reduced
      || decode.engine == (decode.thumbnail == nil ? format?.engine : .libjpeg)
  }

  private func isConsistent(_ decode: DecodePlan) -> Bool {
    guard let stored = storedSize, pixels != nil, decode.thumbnail?.storedSize.isConsistent != false,
      decode.reduced.map({ isConsistent($0, in: decode) }) != false, areCoefficientsSound(decode),
      areFramesSound(decode), isDrawingSound(decode),
      areComponentsSound(decode), isEngineSound(decode),
      decode.region.isConsistent, !decode.region.isEmpty, PixelRect(stored).contains(decode.region)
    else { return false }
    return decode.samples == decode.grid(showing: stored).samples(decode.region)
  }

  /// True if a drawing has a possible size.
  private func isDrawingSound(_ decode: DecodePlan) -> Bool {
    guard let drawn = decode.drawn else { return true }
    return drawn.isConsistent && decode.scale == .full && decode.thumbnail == nil && decode.reduced == nil
  }

  private func areCoefficientsSound(_ decode: DecodePlan) -> Bool {
    !decode.isOfCoefficients
      || decode.engine == .libjpeg && decode.thumbnail == nil && decode.reduced == nil
        && decode.scale == .full && decode.region == storedSize.map { PixelRect($0) }
  }

  /// True if the source's format may have these frames.
  private func areFramesSound(_ decode: DecodePlan) -> Bool {
    guard let frames = decode.frames else { return true }
    let isSound =
      decode.thumbnail == nil && decode.reduced == nil && !decode.isOfCoefficients
      && decode.scale == .full && (2...FixedLimits.JobFile.frames).contains(frames.count)
    switch format {
    case .gif, .webp: return isSound && pixels?.color == .rgb
    case .png: return isSound && (pixels?.color == .rgb || pixels?.color == .grey)
    default: return false
    }
  }

  private func areComponentsSound(_ decode: DecodePlan) -> Bool {
    guard let components = decode.components else { return decode.engine != .reduced }
    return decode.engine == .reduced && decode.thumbnail == nil && decode.reduced == nil && format == .jpeg
      && pixels == PixelFormat(pixels?.color ?? .cmyk) && pixels?.planes == components.all.count
  }

  /// True if the decode of the gain map is possible and has all that the outputs need, or if no output keeps a map.
  private var isGainMapSound: Bool {
    let kept = outputs.indices.filter { outputs[$0].gainMap != nil && failure(ofOutput: $0) == nil }
    guard outputs.allSatisfy({ $0.gainMap != .drop }) else { return false }
    guard let gainMap else { return kept.isEmpty }
    let (map, decode) = (gainMap.map, gainMap.decode)
    guard let stored = storedSize, isConsistent(map), decode.map({ isConsistent($0, of: map) }) != false
    else { return false }
    return kept.allSatisfy { index in
      guard outputs[index].format?.holdsGainMap == true, let crop = outputs[index].storedCrop else {
        return false
      }
      if decodes[outputs[index].decode].isOfCoefficients {
        return map.kind != .apple && map.range != nil && map.exactRegion(of: crop, in: stored) != nil
      }
      return decode?.region.contains(map.region(of: crop, in: stored)) == true
    }
  }

  /// True if the source's format can have such a gain map.
  private func isConsistent(_ map: EmbeddedGainMap) -> Bool {
    let isSound = map.storedSize.isConsistent && !map.pixels.hasAlpha
    switch map.place {
    case .jpeg(let range):
      return isSound && format == .jpeg && range.upperBound <= Bound.bytes
        && [PixelFormat(.grey), PixelFormat(.ycbcr)].contains(map.pixels)
    case .item: return isSound && format?.isHEIF == true && [.grey, .rgb].contains(map.pixels.color)
    case nil: return false
    }
  }

  private func isConsistent(_ decode: GainMapDecode, of map: EmbeddedGainMap) -> Bool {
    let isEngineSound =
      if let components = decode.components {
        decode.engine == .reduced && map.range != nil && map.pixels.planes == components.all.count
      } else { map.range == nil && decode.engine == format?.engine }
    return isEngineSound && decode.region.isConsistent && !decode.region.isEmpty
      && PixelRect(map.storedSize).contains(decode.region)
  }

  private func isConsistent(_ reduced: SmallerCopy, in decode: DecodePlan) -> Bool {
    decode.engine == .libtiff && decode.thumbnail == nil && decode.scale == .full && reduced.offset >= 8
      && storedSize.map(reduced.isConsistent) == true
  }

  private func isConsistent(output index: Int) -> Bool {
    let output = outputs[index]
    guard (0..<max(1, decodes.count)).contains(output.decode), isPathSound(output),
      output.encode.isConsistent, output.tile?.isConsistent != false
    else { return false }
    if let base = output.base {
      // The base is resampled even if it can't be written.
      guard outputs.indices.contains(base), outputs[base].base == nil, outputs[base].decode == output.decode,
        isGeometrySound(outputs[base])
      else { return false }
    }
    return failure(ofOutput: index) != nil
      || (output.mask == nil ? isGeometrySound(output) : isMaskSound(output))
  }

  /// True if a mask file has a possible path, version and layout.
  private var isMaskSound: Bool {
    guard let mask else { return true }
    return !mask.path.isEmpty && !mask.path.hasPrefix("/") && !mask.path.utf8.contains(0)
      && (0...Bound.bytes).contains(mask.bytes) && [1, 2, 4, 8, 16].contains(mask.layout.bits)
      && (mask.layout.bits <= 8 || !mask.layout.hasPalette)
      && storedSize.map { mask.turn.turned($0) } == mask.layout.size
  }

  /// True if all parts of an output that shows a mask file are there, and fit one another and the mask.
  private func isMaskSound(_ output: OutputPlan) -> Bool {
    guard let mask, let cut = output.mask, let stored = storedSize, let crop = output.crop,
      let storedCrop = output.storedCrop, let size = output.size, let content = output.content,
      [crop.isConsistent, storedCrop.isConsistent, size.isConsistent, content.isConsistent]
        .allSatisfy({ $0 })
    else { return false }
    return outputs.indices.contains(cut.picture) && outputs[cut.picture].mask == nil
      && (0...65535).contains(cut.pad) && mask.layout.bits(padding: cut.pad) == cut.bits
      && output.pixels == PixelFormat(.grey, depth: LabelLayout.depth(cut.bits))
      && output.format == .png && output.encode == output.encode.only(for: .png) && output.resample == nil
      && storedCrop == output.orientation.stored(crop, stored: stored)
      && !storedCrop.intersection(PixelRect(stored)).isEmpty && PixelRect(size).contains(content)
      && (mask.turn == .topLeft || [.topLeft, mask.turn].contains(output.orientation))
  }

  /// True if no part of the output's geometry is missing, and all parts fit one another and the decode.
  private func isGeometrySound(_ output: OutputPlan) -> Bool {
    guard decodes.indices.contains(output.decode), let stored = storedSize, let crop = output.crop,
      let cut = output.storedCrop, let resample = output.resample, let size = output.size,
      let content = output.content, arePixelsSound(output),
      [
        crop.isConsistent, cut.isConsistent, resample.size.isConsistent, size.isConsistent,
        content.isConsistent,
      ].allSatisfy({ $0 })
    else { return false }
    guard output.frames == decodes[output.decode].frames?.count,
      output.frames == nil || output.base == nil && output.format?.holdsFrames == true
    else { return false }
    let seen = cut.intersection(PixelRect(stored))
    guard !seen.isEmpty, decodes[output.decode].region.contains(seen),
      cut == output.orientation.stored(crop, stored: stored),
      output.turn == (output.mode == .bake ? output.orientation : .topLeft),
      !decodes[output.decode].isOfCoefficients || output.hasEveryPixel(of: stored)
    else { return false }
    return isConsistent(resample, of: cut, output) && content.size == output.turn.turned(resample.size)
      && PixelRect(size).contains(content)
  }

  /// True if the path is valid. If it needs a hash of the output, the hash must be made, and stand there once.
  private func isPathSound(_ output: OutputPlan) -> Bool {
    guard let path = output.path else { return true }
    return OutputPath.isValid(path)
      && (!output.namesContent || hash == .sha256 && !OutputPath.namesContentTwice(path))
  }

  /// True if the encoded pixel format follows from the source and the output's format.
  private func arePixelsSound(_ output: OutputPlan) -> Bool {
    guard let format = output.format, let still = self.pixels else { return false }
    let pixels = decodes[output.decode].frames?.pixels(still) ?? still
    return output.encode == output.encode.only(for: format)
      && output.pixels == format.pixels(of: pixels, over: output.background, options: output.encode)
  }

  private func isConsistent(
    _ resample: ResampleGeometry, of cut: PixelRect<Stored>, _ output: OutputPlan
  ) -> Bool {
    if let base = output.base {
      guard outputs[base].storedCrop == cut, let larger = outputs[base].resample else { return false }
      return resample == ResampleGeometry(whole: larger.size, to: resample.size, filter: resample.filter)
    }
    guard let stored = storedSize else { return false }
    let grid = decodes[output.decode].grid(showing: stored)
    let samples = grid.samples(cut)
    return resample.samples == samples && resample.region == grid.region(cut, within: samples)
  }

  private var areBoxesSound: Bool {
    guard let boxes else { return true }
    return boxes.allSatisfy {
      $0.box?.isConsistent != false && $0.shape?.isConsistent(in: storedSize) != false
    }
      && (boxes.first?.isCut != true || outputs.count >= boxes.count && outputs.count % boxes.count == 0)
  }
}

/// The largest numbers that a plan may have. They are well above the limits that any job sets.
private enum Bound {
  static let bytes = 1 << 50
  static let side = 1 << 17
  static let place = 1 << 30
  static let seconds = 1e6
}

extension TilePlace {
  fileprivate var isConsistent: Bool {
    [row, column, x, y].allSatisfy { (0...Bound.place).contains($0) } && (0...100).contains(minVisible)
  }
}

extension EncodeOptions {
  fileprivate var isConsistent: Bool {
    maxBytes ?? 0 <= Bound.bytes
      && EncodeOption.all.allSatisfy { option in option.get(self).map(option.allows) != false }
  }
}

extension PixelSize {
  fileprivate var isConsistent: Bool { (1...Bound.side).contains(width) && (1...Bound.side).contains(height) }
}

extension PixelRect {
  fileprivate var isConsistent: Bool { size.isConsistent && abs(x) <= Bound.place && abs(y) <= Bound.place }
}

extension ObjectShape {
  /// True if all places are possible, an oriented box has four corners, and a mask stands alone and has the size of its
  /// picture.
  fileprivate func isConsistent(in picture: PixelSize?) -> Bool {
    let outlines = outlines
    let points = outlines.flatMap(\.points) + keypoints.map(\.point)
    let most = Double(Bound.place)
    return points.allSatisfy { abs($0.x) <= most && abs($0.y) <= most }
      && (!isOriented || outlines.map(\.points.count) == [4])
      && (mask == nil || outlines.isEmpty && mask?.size == picture)
  }
}

extension RealRect {
  fileprivate var isConsistent: Bool {
    let most = Double(Bound.place)
    return abs(x) <= most && abs(y) <= most && (0...most).contains(width) && (0...most).contains(height)
  }
}
