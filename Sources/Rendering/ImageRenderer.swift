import Glibc
import ImageModel
import Imaging
import Planning
import System

/// Makes one image's outputs: decode, orient, crop, resample, encode, write.
///
/// It reads one open descriptor and writes to others. It opens, names and renames nothing, so it can run in
/// another process. It throws nothing: the outcome reports all trouble.
package struct ImageRenderer: ~Copyable {
  /// The plan. If the reduced decoder meets damage in a decode, this plan changes: libjpeg makes that decode.
  private(set) var plan: ImagePlan
  let source: Int32
  /// The open mask file; nil if the plan has none.
  let mask: Int32?
  /// An open descriptor for each output; nil if the output can't be written.
  let targets: [Int32?]
  let workspace: Workspace
  let deadline: Int64
  /// Measures the stages; nil if no measurement is wanted.
  let clock: StageClock?
  var outcome: ImageOutcome
  /// The source's ICC profile, if its decoder has returned it.
  var profile: [UInt8]?
  /// The colour conversion of each output that has one, by the output's index.
  var colors: [Int: OutputColor] = [:]
  /// The source's header; nil until it is needed.
  var header: (any SourceHeader)?
  /// The gain map, ready for the outputs that keep it.
  var gainMaps: GainMaps?
  /// The outcomes of outputs that were finished while their decode still runs, as they were before. The decode may
  /// still fail.
  var unconfirmed: [Int: OutputOutcome] = [:]
  /// The decodes that were made in the pass of another one.
  private var joined: Set<Int> = []
  /// Why the gain map can't be decoded or read for an output, by the output's index.
  var gainMapFaults: [Int: String] = [:]

  /// Renders the outputs of `plan` that have a descriptor in `targets`. Reads the file open at `source`, and
  /// the mask file open at `mask` if the plan has one. Measures the stages with `clock`.
  package static func render(
    _ plan: ImagePlan, source: Int32, mask: Int32? = nil, targets: [Int32?], workspace: Workspace,
    clock: StageClock? = nil
  ) -> ImageOutcome {
    workspace.buffers.beginImage(within: plan.peakBytes)
    defer { workspace.buffers.endImage() }
    var renderer = ImageRenderer(plan, source, mask, targets, workspace, clock)
    renderer.render()
    renderer.recheckSource()
    renderer.outcome.bound(by: plan)
    return renderer.outcome
  }

  private init(
    _ plan: ImagePlan, _ source: Int32, _ mask: Int32?, _ targets: [Int32?], _ workspace: Workspace,
    _ clock: StageClock?
  ) {
    self.clock = clock
    self.plan = plan
    self.source = source
    self.mask = mask
    self.targets = targets
    self.workspace = workspace
    deadline = MonotonicClock.now() + Int64(plan.seconds * 1e9)
    outcome = ImageOutcome(of: plan, failedBy: nil)
  }

  private mutating func render() {
    let hasMasks = makeMasks()
    makeGainMaps()
    for index in plan.decodes.indices where !joined.contains(index) {
      let outputs = wanted(of: index)
      if outputs.isEmpty { continue }
      do throws(ImageError) {
        if plan.decodes[index].isOfCoefficients {
          try transform(outputs)
        } else if let frames = plan.decodes[index].frames {
          for output in outputs { try makeFrames(frames, plan.decodes[index], as: output) }
        } else {
          finish(try decode(index, for: plan.chain(to: outputs)))
        }
      } catch {
        takeBack()
        for output in outputs { outcome.outputs[output].error = error.finding }
      }
    }
    if hasMasks { hashSourceOfMasks() }
  }

  /// The outputs of a decode that are to be made.
  private func wanted(of decode: Int) -> [Int] {
    plan.outputs.indices.filter {
      plan.outputs[$0].decode == decode && plan.outputs[$0].mask == nil && outcome.outputs[$0].error == nil
        && targets[$0] != nil
    }
  }

  /// The resampler of an output.
  typealias Resampling = (output: Int, resampler: StripResampler)

  /// Runs one decode, passes its rows to the resamplers of `outputs`, and returns these resamplers.
  private mutating func decode(_ index: Int, for outputs: [Int]) throws(ImageError) -> [Resampling] {
    if plan.decodes[index].engine == .reduced {
      if let resamplers = try decodeWithLuma(index, for: outputs) { return resamplers }
      if let resamplers = try decodeComponents(plan.decodes[index], for: outputs) { return resamplers }
      if let bytes = plan.peakByLibjpeg {
        throw ImageError(.memory, "libjpeg needs \(ByteCount.text(bytes)) of memory for what is damaged")
      }
      plan = plan.byLibjpeg(decode: index)
      takeBack()
      for output in outputs { outcome.outputs[output].findings.append(.decodedByLibjpeg) }
    }
    return try decode(plan.decodes[index], for: outputs)
  }

  /// Runs one decode by the reduced decoder, and in the same pass a later decode of luma alone. Nil if there is no such
  /// decode, or if the data is damaged: then each decode runs alone, so that none depends on the other.
  private mutating func decodeWithLuma(_ index: Int, for outputs: [Int]) throws(ImageError) -> [Resampling]? {
    let decode = plan.decodes[index]
    guard !plan.takesLumaAlone(decode),
      let other = plan.decodes[index...].firstIndex(where: plan.takesLumaAlone), !joined.contains(other)
    else { return nil }
    let luma = LumaDecode(decode: plan.decodes[other], outputs: wanted(of: other))
    if luma.outputs.isEmpty { return nil }
    guard let resamplers = try decodeComponents(decode, for: outputs, luma: luma) else {
      takeBack()
      return nil
    }
    joined.insert(other)
    return resamplers
  }

  /// Runs one decode by a library, and passes its rows to the resamplers of `outputs`. If the library reads a
  /// file in order, its first decode of the picture reads and hashes the whole file. A decode of the
  /// thumbnail reads only the thumbnail.
  private mutating func decode(_ decode: DecodePlan, for outputs: [Int]) throws(ImageError) -> [Resampling] {
    let thumbnail = decode.thumbnail
    guard let stored = plan.storedSize, let pixels = plan.pixels(of: decode) else { return [] }
    let resamplers = try resamplers(of: outputs, from: decode, pixels, stored)
    var work = DecodeWork(resamplers, plan)

    let readsAll = thumbnail == nil && decode.engine.readsInOrder
    let digest = readsAll ? newDigest() : nil
    var request = DecodeRequest(
      storedSize: decode.size(of: stored), pixels: pixels, scale: decode.scale, region: decode.samples,
      deadline: deadline,
      onCorrupt: plan.onCorrupt, verify: decode.drawn == nil ? plan.verify : .crop)
    request.isOfFront = plan.frontBytes != nil
    request.page = plan.page ?? 0
    request.directory = decode.reduced?.offset
    request.drawing = decode.drawn.map { _ in decode.region }
    request.usesFonts = plan.usesFonts
    request.wantsProfile = outputs.contains {
      plan.outputs[$0].metadata.keeps(.icc) || plan.outputs[$0].mayConvert(pixels)
    }
    let decoder = try PictureDecoder(
      decode.engine, descriptor: source, page: request.page, range: thumbnail?.range ?? 0..<Int.max,
      digest: digest, from: workspace.buffers)
    let run = Self.run(decoder, clock, limit: thumbnail?.range.upperBound ?? plan.bytes ?? 0) {
      [clock] decoder throws(ImageError) in
      try decoder.decode(request) { strip throws(ImageError) in
        try clock.time(.resample) { () throws(ImageError) in
          try work.add { resampler throws(ImageError) in try resampler.add(strip) }
        }
        if strip.firstRow == request.region.y {
          clock?.sample(.decode, .resample)
          if work.endsEarly, request.wantsProfile { profile = try ownProfile() ?? decoder.profile }
        }
        finishEarly(&work)
      }
    }
    profile = run.profile
    var failure = run.failure
    note(digest, unless: failure)
    if !readsAll {
      do throws(ImageError) { try hashSource() } catch { failure = failure ?? error.finding }
    }
    try plan.checkVersion(source)
    if let failure { throw ImageError(decode.named(failure, in: plan.format)) }
    let findings = run.findings.map { decode.named($0, in: plan.format) }
    for output in outputs where targets[output] != nil {
      let place = unconfirmed[output]?.findings.count ?? outcome.outputs[output].findings.count
      outcome.outputs[output].findings.insert(contentsOf: findings, at: place)
    }
    if request.wantsProfile { profile = try ownProfile() ?? profile }
    unconfirmed = [:]
    return work.resamplers
  }

  /// The result of a decode.
  struct DecodeRun {
    var failure: Finding?
    /// Warnings and notes.
    var findings: [Finding]
    var profile: [UInt8]?
  }

  /// Calls `decode`, and then reads the rest of the file up to `limit`.
  static func run<Decoder: SourceDecoder & ~Copyable>(
    _ decoder: borrowing Decoder, _ clock: StageClock?, limit: Int,
    _ decode: (borrowing Decoder) throws(ImageError) -> Void
  ) -> DecodeRun {
    if clock != nil { decoder.timeReads() }
    clock?.sample(.read)
    var failure: Finding?
    do throws(ImageError) {
      try clock.time(.decode) { () throws(ImageError) in try decode(decoder) }
    } catch { failure = error.finding }
    do throws(ImageError) {
      try clock.time(.decode) { () throws(ImageError) in try decoder.drain(limit: limit) }
    } catch { failure = failure ?? error.finding }
    clock?.move(decoder.readTime, from: .decode, to: .read)
    return DecodeRun(
      failure: failure, findings: decoder.warnings + decoder.notes, profile: decoder.profile)
  }

  /// Hashes the whole source, if that is wanted and no decode has done it.
  mutating func hashSource() throws(ImageError) {
    guard plan.hash == .sha256, outcome.sourceSHA256 == nil else { return }
    do throws(SystemError) {
      outcome.sourceSHA256 = try clock.time(.read) { () throws(SystemError) in
        try FileBytes.sha256(source, limit: plan.bytes ?? 0)
      }
    } catch { throw ImageError(.ioError(error.code)) }
  }

  /// Keeps the hash of a file that was read to its end. If `failure` is a read error, no hash is kept.
  mutating func note(_ digest: consuming SHA256?, unless failure: Finding?) {
    if failure?.code == .ioError { return }
    outcome.sourceSHA256 = digest?.finish() ?? outcome.sourceSHA256
  }

  /// A new digest if the source must be hashed and has no hash yet.
  func newDigest() -> SHA256? {
    plan.hash == .sha256 && outcome.sourceSHA256 == nil ? SHA256() : nil
  }

  /// Fails all outputs if the file changed while it was read. If the file is unchanged, but a decoder found
  /// another picture than the header describes, the data is damaged.
  private mutating func recheckSource() {
    do throws(ImageError) {
      try plan.checkVersion(source)
      try checkMask()
    } catch {
      outcome = ImageOutcome(of: plan, failedBy: error.finding)
      return
    }
    for index in outcome.outputs.indices where outcome.outputs[index].error?.code == .sourceChanged {
      outcome.outputs[index].error = .unlikeHeader
    }
  }

  /// The resamplers of `outputs`, for a decode of `pixels` from a picture of size `stored`.
  func resamplers(
    of outputs: [Int], from decode: DecodePlan, _ pixels: PixelFormat, _ stored: PixelSize
  ) throws(ImageError) -> [Resampling] {
    let grids = decode.components?.grids ?? [decode.grid(showing: stored)]
    let pictures = grids.map { decode.picture(stored, on: $0) }
    var resamplers: [Resampling] = []
    try clock.time(.resample) { () throws(ImageError) in
      for index in outputs {
        let output = plan.outputs[index]
        guard let working = output.working(pixels) else {
          throw ImageError(.decodeFailed, "the plan has no geometry")
        }
        let base = output.base.map { plan.outputs[$0] }
        let geometries = output.geometries(from: decode, of: pixels, base: base)
        let parts = geometries.enumerated().map { plane, geometry -> StripResampler.Part in
          let picture = pictures[pictures.count == 1 ? 0 : plane]
          return (geometry, base == nil ? picture : RealRect(geometry.samples))
        }
        let resampler = StripResampler(
          parts, of: working, background: output.background, in: workspace)
        resamplers.append((index, resampler))
      }
    }
    return resamplers
  }
}

extension DecodePlan {
  /// If this decode reads an embedded thumbnail or preview, or a smaller copy, names it in the message of a finding
  /// about the decoded data. `format` is the source's format.
  fileprivate func named(_ finding: Finding, in format: SourceFormat?) -> Finding {
    let liesInPicture: Set<Finding.Code> = [.corrupt, .decodeFailed, .tooManyScans, .damaged]
    let embedded = format == .raw ? "embedded preview" : "embedded thumbnail"
    let substitute = thumbnail != nil ? embedded : reduced != nil ? "smaller copy" : nil
    guard let substitute, liesInPicture.contains(finding.code) else { return finding }
    return Finding(finding.code, "\(substitute): \(finding.message)")
  }
}
