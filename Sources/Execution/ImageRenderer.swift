import Glibc
import Hashing
import ImageModel
import Imaging
import Planning

/// Makes one image's outputs: decode, orient, crop, resample, encode, write.
///
/// It reads one open descriptor and writes others; it opens, names and renames nothing, so that it can run in
/// another process. Nothing it meets is thrown: all of it is in the outcome.
package struct ImageRenderer: ~Copyable {
  private let plan: ImagePlan
  private let source: Int32
  /// One open descriptor an output; nil where the output can't be written.
  private let targets: [Int32?]
  private let workspace: Workspace
  private let deadline: Int64
  /// What measures the stages; nil where nobody asked.
  private let clock: StageClock?
  private var outcome: ImageOutcome
  /// The source's ICC profile, where its decoder has handed that out.
  private var profile: [UInt8]?
  /// What becomes of the colours of outputs that are converted.
  private var colors: [Int: OutputColor] = [:]
  /// The header of a source that is no JPEG, once it was asked for.
  private var header: PictureHeader?

  /// Renders the outputs of `plan` that have a descriptor in `targets` from the file open at `source`, measured by
  /// `clock`.
  package static func render(
    _ plan: ImagePlan, source: Int32, targets: [Int32?], workspace: Workspace, clock: StageClock? = nil
  ) -> ImageOutcome {
    workspace.buffers.beginImage(within: plan.peakBytes)
    defer { workspace.buffers.endImage() }
    var renderer = ImageRenderer(plan, source, targets, workspace, clock)
    renderer.render()
    renderer.recheckSource()
    renderer.outcome.bound(by: plan)
    return renderer.outcome
  }

  private init(
    _ plan: ImagePlan, _ source: Int32, _ targets: [Int32?], _ workspace: Workspace, _ clock: StageClock?
  ) {
    self.clock = clock
    self.plan = plan
    self.source = source
    self.targets = targets
    self.workspace = workspace
    deadline = MonotonicClock.now() + Int64(plan.seconds * 1e9)
    outcome = ImageOutcome(
      sourceSHA256: nil,
      outputs: plan.outputs.indices.map { OutputOutcome(error: plan.failure(ofOutput: $0)) })
  }

  private mutating func render() {
    for index in plan.decodes.indices {
      let outputs = plan.outputs.indices.filter {
        plan.outputs[$0].decode == index && outcome.outputs[$0].error == nil && targets[$0] != nil
      }
      if outputs.isEmpty { continue }
      do throws(Finding) {
        finish(try decode(plan.decodes[index], for: plan.chain(to: outputs)))
      } catch {
        for output in outputs { outcome.outputs[output].error = error }
      }
    }
  }

  /// The resampler of an output.
  private typealias Resampling = (output: Int, resampler: StripResampler)

  /// Runs one decode through the resamplers of `outputs`. The first one of the picture reads, and hashes, the whole
  /// file; one of the thumbnail reads that alone.
  private mutating func decode(_ decode: DecodePlan, for outputs: [Int]) throws(Finding) -> [Resampling] {
    let thumbnail = decode.thumbnail
    guard let stored = thumbnail?.storedSize ?? plan.storedSize, let pixels = plan.pixels(of: decode)
    else { return [] }
    let picture = decode.scale.picture(stored)
    var resamplers: [Resampling] = []
    try clock.time(.resample) { () throws(Finding) in
      for output in outputs {
        resamplers.append((output, try resampler(plan.outputs[output], picture, pixels)))
      }
    }
    let direct = resamplers.filter { plan.outputs[$0.output].base == nil }

    let digest = thumbnail == nil ? newDigest() : nil
    var request = DecodeRequest(
      storedSize: stored, pixels: pixels, scale: decode.scale, region: decode.samples, deadline: deadline,
      onCorrupt: plan.onCorrupt, verify: plan.verify)
    request.wantsProfile = outputs.contains {
      plan.outputs[$0].metadata.keeps(.icc) || plan.outputs[$0].mayConvert(pixels)
    }
    let decoder = try PictureDecoder(
      decode.engine, descriptor: source, range: thumbnail?.range ?? 0..<Int.max, digest: digest,
      from: workspace.buffers)
    let run = run(decoder, request, to: direct, limit: thumbnail?.range.upperBound ?? plan.bytes ?? 0)
    profile = run.profile
    var failure = run.failure
    if failure?.code != .ioError { outcome.sourceSHA256 = digest?.finish() ?? outcome.sourceSHA256 }
    if thumbnail != nil {
      do throws(Finding) { try hashSource() } catch { failure = failure ?? error }
    }
    try Descriptor.check(source, against: plan)
    if let failure { throw decode.told(failure) }
    for output in outputs where targets[output] != nil {
      outcome.outputs[output].warnings += run.warnings.map(decode.told)
    }
    return resamplers
  }

  /// How a decode went.
  private struct DecodeRun {
    var failure: Finding?
    var warnings: [Finding]
    var profile: [UInt8]?
  }

  /// Decodes into resamplers, and reads what is left of the file up to `limit`.
  private func run(
    _ decoder: borrowing PictureDecoder, _ request: DecodeRequest, to resamplers: [Resampling], limit: Int
  ) -> DecodeRun {
    if clock != nil { decoder.timeReads() }
    clock?.sample(.read)
    var failure: Finding?
    do throws(Finding) {
      try clock.time(.decode) { () throws(Finding) in
        try decoder.decode(request) { strip throws(Finding) in
          try clock.time(.resample) { () throws(Finding) in
            for (_, resampler) in resamplers { try resampler.add(strip) }
          }
          if strip.firstRow == request.region.y { clock?.sample(.decode, .resample) }
        }
      }
    } catch { failure = error }
    do throws(Finding) {
      try clock.time(.decode) { () throws(Finding) in try decoder.drain(limit: limit) }
    } catch { failure = failure ?? error }
    clock?.move(decoder.readTime, from: .decode, to: .read)
    return DecodeRun(failure: failure, warnings: decoder.warnings, profile: decoder.profile)
  }

  /// Hashes the whole source where that is wanted and no decode has.
  private mutating func hashSource() throws(Finding) {
    guard plan.hash == .sha256, outcome.sourceSHA256 == nil else { return }
    do throws(SystemError) {
      outcome.sourceSHA256 = try clock.time(.read) { () throws(SystemError) in
        try FileBytes.sha256(source, limit: plan.bytes ?? 0)
      }
    } catch { throw .ioError(error.code) }
  }

  /// A digest for a source that is to be hashed and isn't yet.
  private func newDigest() -> SHA256? {
    plan.hash == .sha256 && outcome.sourceSHA256 == nil ? SHA256() : nil
  }

  /// Lets nothing stand that was made of a file that changed under the read.
  private mutating func recheckSource() {
    do throws(Finding) { try Descriptor.check(source, against: plan) } catch {
      outcome = ImageOutcome(
        sourceSHA256: nil,
        outputs: plan.outputs.indices.map { OutputOutcome(error: plan.failure(ofOutput: $0) ?? error) })
    }
  }

  private func resampler(
    _ output: OutputPlan, _ picture: RealRect<Decoded>, _ pixels: PixelFormat
  ) throws(Finding) -> StripResampler {
    guard let geometry = output.resample, let working = output.working(pixels) else {
      throw Finding(.decodeFailed, "the plan has no geometry")
    }
    let whole = output.base == nil ? picture : RealRect(geometry.samples)
    return try StripResampler(
      geometry, of: working, picture: whole, background: output.background, in: workspace)
  }

  /// Finishes the outputs of a decode, each before those that are made of it.
  private mutating func finish(_ resamplers: [Resampling]) {
    for (index, resampler) in resamplers where outcome.outputs[index].error == nil {
      let smaller = resamplers.filter { plan.outputs[$0.output].base == index }
      let planes: [Channel]
      do throws(Finding) {
        planes = try self.planes(of: index, resampler, for: smaller.map(\.resampler))
      } catch {
        for failed in [index] + smaller.map(\.output) where targets[failed] != nil {
          outcome.outputs[failed].error = error
        }
        continue
      }
      do throws(Finding) { try encode(planes, as: index) } catch { outcome.outputs[index].error = error }
    }
  }

  /// The planes of one output as they are encoded, turned and placed; none where it isn't wanted itself. Its content goes to
  /// `smaller` too.
  ///
  /// Planes are finished one after the other, as far as none is made of several.
  private mutating func planes(
    of index: Int, _ resampler: StripResampler, for smaller: [StripResampler]
  ) throws(Finding) -> [Channel] {
    let output = plan.outputs[index]
    guard let source = plan.pixels(of: plan.decodes[output.decode]), let working = output.working(source),
      let target = output.pixels
    else { return [] }
    if MonotonicClock.now() > deadline { throw .timeout }
    if output.mayConvert(source), targets[index] != nil {
      let color = try OutputColor(working, profile: sourceProfile(), plan: output.color ?? ColorPlan())
      outcome.outputs[index].warnings += color.findings
      colors[index] = color
    }
    let conversion = PixelConversion(
      working, from: source.depth, to: target, background: output.background,
      transform: colors[index]?.transform)
    if source.depth == .sixteen && target.depth == .eight {
      outcome.outputs[index].warnings.append(
        Finding(.dithered, "16 bits a sample were dithered to 8"))
    }
    let background = output.background.samples(target)
    var planes: [Channel] = []
    while let next = try next(resampler, for: smaller, channel: planes.count) {
      if targets[index] == nil { continue }
      planes.append(conversion.isNothing ? try placed(next, output, background[planes.count]) : next)
    }
    if conversion.isNothing { return planes }
    let converted = try clock.time(.orient) { () throws(Finding) in try conversion.converted(planes) }
    planes = []
    for plane in converted { planes.append(try placed(plane, output, background[planes.count])) }
    return planes
  }

  /// The content of the next plane, once it has gone to `smaller` too; nil after the last.
  private func next(
    _ resampler: StripResampler, for smaller: [StripResampler], channel: Int
  ) throws(Finding) -> Channel? {
    let next = try clock.time(.resample) { () throws(Finding) in
      let next = try resampler.next()
      if let next { for other in smaller { try other.add(next, channel: channel) } }
      return next
    }
    clock?.sample(.resample)
    return next
  }

  private func placed(_ plane: Channel, _ output: OutputPlan, _ background: UInt8) throws(Finding) -> Channel
  {
    guard let size = output.size, let content = output.content else { return plane }
    defer { clock?.sample(.orient) }
    return try clock.time(.orient) { () throws(Finding) in
      try plane.turned(output.turn).placed(at: content, on: size, background: background)
    }
  }

  /// Encodes and hashes one output, where it is wanted.
  private mutating func encode(_ planes: [Channel], as index: Int) throws(Finding) {
    let output = plan.outputs[index]
    guard let target = targets[index], let format = output.format, let pixels = output.pixels
    else { return }
    let kept = try clock.time(.encode) { () throws(Finding) in try metadata(index) }
    outcome.outputs[index].warnings += kept.findings
    workspace.buffers.makeRoom(for: output.encoderBytes)
    let sink = OutputSink(target, hash: plan.hash)
    let encoder = try PictureEncoder(format) { [clock] bytes throws(Finding) in
      if sink.count == 0 { clock?.sample(.encode, .write) }
      try clock.time(.write) { () throws(Finding) in try sink.write(bytes) }
    }
    do throws(Finding) {
      outcome.outputs[index].warnings += try clock.time(.encode) { () throws(Finding) in
        try encoder.encode(planes, pixels, options: output.encode, metadata: kept)
      }
    } catch {
      guard let failure = sink.failure else { throw error }
      outcome.outputs[index].systemError = failure.code
      return
    }
    outcome.outputs[index].bytes = sink.count
    outcome.outputs[index].sha256 = clock.time(.write) { sink.finish() }
  }

  private mutating func metadata(_ index: Int) throws(Finding) -> KeptMetadata {
    let output = plan.outputs[index]
    guard output.metadata.keepsAny || output.mode == .keep else { return KeptMetadata() }
    let bytes = try ByteSource(descriptor: source)
    let (orientation, size) = (WrittenOrientation(output), output.size ?? PixelSize(width: 0, height: 0))
    var kept = KeptMetadata()
    if plan.format == .jpeg {
      kept = try KeptMetadata.read(
        JPEGHeader.read(from: bytes), from: bytes, policy: output.metadata, orientation: orientation,
        size: size)
    } else if let header = try pictureHeader() {
      kept = try KeptMetadata.read(
        header, profile: profile, from: bytes, policy: output.metadata, orientation: orientation, size: size,
        components: output.pixels?.color.samples ?? 3)
    }
    if let profile = colors[index]?.profile { kept.replace(profile: output.metadata.keeps(.icc) ? profile : []) }
    return kept
  }

  private mutating func pictureHeader() throws(Finding) -> PictureHeader? {
    if header == nil { header = try PictureHeader.read(from: ByteSource(descriptor: source)) }
    return header
  }

  /// The ICC profile of the source; nil where it has none that can be read.
  private func sourceProfile() throws(Finding) -> [UInt8]? {
    guard plan.format == .jpeg else { return profile }
    let bytes = try ByteSource(descriptor: source)
    return try ICCProfile.bytes(of: JPEGHeader.read(from: bytes), from: bytes)
  }
}

extension ImagePlan {
  /// What a decode gives.
  fileprivate func pixels(of decode: DecodePlan) -> PixelFormat? {
    decode.thumbnail.map { PixelFormat($0.color) } ?? pixels
  }
}

extension OutputPlan {
  /// True where colours of `source` are converted by profiles, or may be.
  fileprivate func mayConvert(_ source: PixelFormat) -> Bool {
    source.color == .cmyk || (color.map { $0.target != .keep } ?? false)
  }
}

extension DecodePlan {
  /// What came up in this decode, with what was decoded named where that isn't the picture.
  fileprivate func told(_ finding: Finding) -> Finding {
    let liesInPicture: Set<Finding.Code> = [.corrupt, .decodeFailed, .tooManyScans, .damaged]
    guard thumbnail != nil, liesInPicture.contains(finding.code) else { return finding }
    return Finding(finding.code, "embedded thumbnail: \(finding.message)")
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
