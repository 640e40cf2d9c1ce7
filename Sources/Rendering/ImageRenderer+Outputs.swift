import ImageModel
import Imaging
import Planning
import System

extension ImageRenderer {
  /// Finishes the outputs of a decode. An output comes before the outputs that are resampled from it. An
  /// output with a planned failure is still resampled if other outputs need its content.
  mutating func finish(_ resamplers: [Resampling]) {
    for (index, resampler) in resamplers
    where outcome.outputs[index].error == plan.failure(ofOutput: index) {
      let smaller = resamplers.filter { plan.outputs[$0.output].base == index }
      let planes: [Channel]
      do throws(ImageError) {
        planes = try self.planes(of: index, resampler, for: smaller.map(\.resampler))
      } catch {
        for failed in [index] + smaller.map(\.output) where targets[failed] != nil {
          outcome.outputs[failed].error = error.finding
        }
        continue
      }
      do throws(ImageError) { try encode(planes, as: index) } catch {
        outcome.outputs[index].error = error.finding
      }
      colors[index] = nil
    }
  }

  /// The planes of one output, ready for the encoder: turned and placed on the canvas. Empty if the output
  /// isn't wanted. The content also goes to the resamplers `smaller`.
  ///
  /// Planes are finished one after the other, unless a conversion makes each plane from several.
  mutating func planes(
    of index: Int, _ resampler: StripResampler, for smaller: [StripResampler]
  ) throws(ImageError) -> [Channel] {
    let output = plan.outputs[index]
    guard let source = plan.pixels(of: plan.decodes[output.decode]), let working = output.working(source),
      let target = output.pixels
    else { return [] }
    if MonotonicClock.now() > deadline { throw ImageError(.timeout) }
    if output.mayConvert(source), targets[index] != nil {
      let color = try OutputColor(
        working, profile: sourceProfile(), plan: output.color ?? ColorPlan(), depth: target.depth)
      outcome.outputs[index].findings += color.findings
      colors[index] = color
    }
    let conversion = PixelConversion(
      working, from: source.depth, to: target, background: output.background,
      transform: colors[index]?.transform)
    if source.depth == .sixteen && target.depth == .eight {
      outcome.outputs[index].findings.append(
        Finding(.dithered, "more than 8 bits a sample were dithered to 8"))
    }
    let background = output.background.samples(target)
    defer { colors[index]?.endConversion() }
    var planes: [Channel] = []
    var channel = 0
    while let next = try next(resampler, for: smaller, channel: channel) {
      channel += 1
      if targets[index] == nil { continue }
      planes.append(conversion.isNothing ? try placed(next, output, background[planes.count]) : next)
    }
    if conversion.isNothing { return planes }
    let converted = try clock.time(.orient) { () throws(ImageError) in try conversion.converted(planes) }
    planes = []
    for plane in converted { planes.append(try placed(plane, output, background[planes.count])) }
    return planes
  }

  /// The content of the next plane; nil after the last plane. Passes the content to `smaller` first.
  private func next(
    _ resampler: StripResampler, for smaller: [StripResampler], channel: Int
  ) throws(ImageError) -> Channel? {
    let next = try clock.time(.resample) { () throws(ImageError) in
      let next = try resampler.next()
      if let next { for other in smaller { try other.add(next, channel: channel) } }
      return next
    }
    clock?.sample(.resample)
    return next
  }

  private func placed(_ plane: Channel, _ output: OutputPlan, _ background: UInt8) throws(ImageError)
    -> Channel
  {
    guard let size = output.size, let content = output.content else { return plane }
    defer { clock?.sample(.orient) }
    return try clock.time(.orient) { () throws(ImageError) in
      try plane.turned(output.turn).placed(at: content, on: size, background: background)
    }
  }

  /// Encodes and hashes one output, if it is wanted.
  private mutating func encode(_ planes: [Channel], as index: Int) throws(ImageError) {
    let output = plan.outputs[index]
    guard let target = targets[index], let pixels = output.pixels else { return }
    guard let format = output.format else {
      return try writeSamples(of: planes, pixels, as: index, into: target)
    }
    let kept = try keptMetadata(index)
    workspace.buffers.makeRoom(for: plan.encoderBytes(ofOutput: index))
    var options = output.encode
    let loss = gainMapLoss(index)
    if let loss, output.gainMap == .require { throw ImageError(.noGainMap(loss)) }
    let map = loss == nil ? gainMaps?.planes[index] : nil
    if let most = options.maxBytes {
      let quality = try fittingQuality(planes, pixels, format, options, kept, map, within: most)
      options.quality = quality
      if options.lossless != true {
        outcome.outputs[index].findings.append(Finding(.qualityFound, String(quality)))
      }
    }
    if let placeholder = options.placeholder {
      let orientation = output.mode == .keep ? output.orientation : .topLeft
      let text = try clock.time(.encode) { () throws(ImageError) in
        try placeholder.text(of: planes, pixels, orientation, over: output.background, deadline: deadline)
      }
      outcome.outputs[index].findings.append(Finding(.placeholder, text))
    }
    let second = try jpegMap(map, format, options, kept)
    if let map { note(second, of: map.size, over: kept, as: index) }
    let coded = try avifMap(map, format, options)
    try write(format, as: index, into: target, second) { encoder throws(ImageError) in
      try encoder.encode(
        planes, pixels, options: options, metadata: second?.file.metadata ?? kept, gainMap: coded)
    }
  }

  /// Writes the samples of an output that is no file.
  private mutating func writeSamples(
    of planes: [Channel], _ pixels: PixelFormat, as index: Int, into target: Int32
  ) throws(ImageError) {
    guard let picture = SmallPicture(planes, pixels) else {
      throw ImageError(.decodeFailed, "the plan has other samples")
    }
    do throws(SystemError) {
      try clock.time(.write) { () throws(SystemError) in try Descriptor.write(picture.samples, to: target) }
      outcome.outputs[index].bytes = picture.samples.count
    } catch { outcome.outputs[index].systemError = error.code }
  }

  /// The metadata that one output keeps.
  mutating func keptMetadata(_ index: Int) throws(ImageError) -> KeptMetadata {
    let kept = try clock.time(.encode) { () throws(ImageError) in try metadata(index) }
    outcome.outputs[index].findings += kept.warnings + kept.notes
    return kept
  }

  /// Writes and hashes one output, with the gain map `map` after the picture. `encode` drives the encoder and
  /// returns its warnings.
  mutating func write(
    _ format: OutputFormat, as index: Int, into target: Int32, _ map: EncodedGainMap? = nil,
    _ encode: (borrowing PictureEncoder) throws(ImageError) -> [Finding]
  ) throws(ImageError) {
    let sink = OutputSink(target, hash: plan.hash, hasMap: map != nil)
    let encoder = try encoder(format, into: sink)
    do throws(ImageError) {
      outcome.outputs[index].findings += try clock.time(.encode) { () throws(ImageError) in
        try encode(encoder)
      }
      if let map { try clock.time(.write) { () throws(ImageError) in try sink.add(map) } }
    } catch {
      guard let failure = sink.failure else { throw error }
      outcome.outputs[index].systemError = failure.code
      return
    }
    note(sink, as: index)
  }

  /// An encoder that writes to `sink`.
  func encoder(_ format: OutputFormat, into sink: OutputSink) throws(ImageError) -> PictureEncoder {
    try PictureEncoder(format, deadline: deadline) { [clock] bytes throws(ImageError) in
      if sink.count == 0 { clock?.sample(.encode, .write) }
      try clock.time(.write) { () throws(ImageError) in try sink.write(bytes) }
    }
  }

  /// Notes the size and the hash of an output that is written completely.
  mutating func note(_ sink: OutputSink, as index: Int) {
    outcome.outputs[index].bytes = sink.count
    do throws(SystemError) {
      outcome.outputs[index].sha256 = try clock.time(.write) { () throws(SystemError) in try sink.finish() }
    } catch { outcome.outputs[index].systemError = error.code }
  }

  /// The highest quality at which the file has at most `most` bytes. The quality in `options` is the upper
  /// bound. Bisection finds the quality, since files mostly grow with it. Throws `max_bytes`.
  private func fittingQuality(
    _ planes: [Channel], _ pixels: PixelFormat, _ format: OutputFormat, _ options: EncodeOptions,
    _ metadata: KeptMetadata, _ map: GainMaps.Output?, within most: Int
  ) throws(ImageError) -> Int {
    func bytes(at quality: Int) throws(ImageError) -> Int {
      var count = 0
      var trial = options
      trial.quality = quality
      let second = try jpegMap(map, format, trial, metadata)
      let coded = try avifMap(map, format, trial)
      _ = try clock.time(.encode) { () throws(ImageError) in
        try PictureEncoder(format, deadline: deadline) { count += $0.count }
          .encode(planes, pixels, options: trial, metadata: second?.file.metadata ?? metadata, gainMap: coded)
      }
      return count + (second?.bytes.count ?? 0)
    }
    let highest = options.quality ?? 100
    let largest = try bytes(at: highest)
    if largest <= most { return highest }
    if options.lossless == true {
      throw ImageError(.tooLarge(largest, "without loss", most))
    }
    let least = try bytes(at: 1)
    if least > most {
      throw ImageError(.tooLarge(least, "at quality 1", most))
    }
    var (fits, exceeds) = (1, highest)
    while exceeds - fits > 1 {
      let middle = (fits + exceeds) / 2
      if try bytes(at: middle) <= most { fits = middle } else { exceeds = middle }
    }
    return fits
  }

  private mutating func metadata(_ index: Int) throws(ImageError) -> KeptMetadata {
    var kept = try Self.metadata(
      of: plan.outputs[index], plan, source: source, header: sourceHeader(), profile: profile,
      gainMapLoss: gainMapLoss(index))
    if let profile = colors[index]?.profile {
      kept.replace(
        profile: plan.outputs[index].metadata.keeps(.icc) ? profile : [],
        ofSource: colors[index]?.isOfSource == true)
    }
    return kept
  }

  mutating func sourceHeader() throws(ImageError) -> any SourceHeader {
    if let header { return header }
    let read = try SourceFormat.header(of: ByteSource(descriptor: source), page: plan.page ?? 0)
    header = read
    return read
  }

  /// The ICC profile to use in place of the profile from the decoder's library. Nil to use the library's
  /// profile.
  mutating func ownProfile() throws(ImageError) -> [UInt8]? {
    try sourceHeader().ownProfile(in: ByteSource(descriptor: source))
  }

  /// The ICC profile that samples are converted from.
  private mutating func sourceProfile() throws(ImageError) -> SourceProfile {
    try sourceHeader().profile(in: ByteSource(descriptor: source), decoded: profile)
  }
}

extension Finding {
  fileprivate static func tooLarge(_ bytes: Int, _ how: String, _ most: Int) -> Finding {
    let (has, allowed) = ByteCount.texts(bytes, most)
    return Finding(.maxBytes, "it has \(has) \(how), more than max_bytes (\(allowed))")
  }
}
