import System
import ImageModel

/// Reads the top level of a job file.
extension JobReader {
  /// The whole job; valid only if no error was reported.
  mutating func job(_ root: YAMLNode, stem: String) -> JobSpec? {
    guard let fields = fields(Field(subject: "a job file", node: root), .job, "a mapping of keys") else {
      return nil
    }
    version(fields)
    let shaping = shaping(fields)
    let name = name(fields, stem: stem)
    let sources = sources(fields)
    let families = outputs(fields, depth: shaping.encode.depth)
    let outputs = families.flatMap(\.first)
    checkFrames(fields, outputs)
    checkPlaceholders(outputs, shaping)
    checkBoxes(sources, outputs, shaping)
    checkBuckets(sources, outputs, shaping, fields)
    if let boxFocus, !sources.isEmpty, !sources.contains(where: { $0.boxes != nil }) {
      report(boxFocus, "a focus on boxes needs boxes: no entry of 'sources' has any")
    }
    if let listedFocus, !sources.isEmpty, !sources.contains(where: { $0.list?.format.annotations != nil }) {
      report(listedFocus, "'focus: columns' needs a list in .csv or .jsonl: no entry of 'sources' is one")
    }
    checkTiles(sources, outputs, shaping)
    checkMasks(sources, outputs, fields)
    let exclude = exclude(fields["exclude"])
    var job = JobSpec(
      name: name, sources: sources, exclude: exclude.files, excludedObjects: exclude.objects,
      outputRoot: outputRoot(fields["output_root"]), outputs: families.flatMap(\.entries),
      shaping: shaping,
      oversample: 2, onError: onError(fields["on_error"]),
      limits: limits(fields["limits"]), hash: choice(fields["hash"]) ?? .sha256,
      manifest: place(fields["manifest"], "the manifest is a file, name one"))
    decode(fields["decode"], into: &job)
    runPolicy(fields, into: &job)
    checkContentNames(fields, job)
    job.network = network(fields["network"])
    job.cache = cache(fields["cache"])
    job.state = place(fields["state"], "state lies in a folder, name one")
    job.exports = exports(fields, sources)
    checkCaptions(sources, job.exports, fields)
    distribution(fields, outputs, into: &job)
    checkUltralytics(fields, job)
    checkSrcset(fields, job)
    job.conditions = conditions(fields["where"])
    return job
  }

  /// Reads the place of the outputs: a folder, or a part of a bucket.
  private mutating func outputRoot(_ field: Field?) -> Located<String>? {
    guard let field, case .some(let text) = text(field), BucketFolder.isNamed(by: text.value) else {
      return place(field, "outputs go into a folder or a bucket, name one")
    }
    do throws(WebAddressFault) {
      _ = try BucketFolder(text.value)
      return text
    } catch {
      report(
        text.location, "'\(WebAddress.shown(text.value).shortened)' is no place for outputs: \(error.message)"
      )
      return nil
    }
  }

  /// Reads the path of a folder or file to write. Reports a URL, and tells what to do by `advice`.
  mutating func place(_ field: Field?, _ advice: String) -> Located<String>? {
    let text = text(field)
    guard let text, text.value.contains("://") else { return text }
    report(text.location, "'\(WebAddress.shown(text.value).shortened)' is a URL: \(advice)")
    return nil
  }

  private mutating func version(_ fields: Fields) {
    let field = required(fields, "version", "'version' is missing; write 'version: 1'")
    _ = value(field, "1") { $0 == "1" ? 1 : nil }
  }

  private mutating func name(_ fields: Fields, stem: String) -> String {
    if let field = fields["name"] {
      return value(field, JobSpec.nameWords, isText: true) { JobSpec.isName($0) ? $0 : nil } ?? stem
    }
    if !JobSpec.isName(stem) {
      missing(
        fields, ["name"], "'name' is missing: the file's own name '\(stem.shortened)' can't name the job")
    }
    return stem
  }

  private mutating func exclude(_ field: Field?) -> (files: [Located<GlobPattern>], objects: [ObjectPattern])
  {
    var (files, objects): ([Located<GlobPattern>], [ObjectPattern]) = ([], [])
    for item in items(field, "a list of patterns") ?? [] {
      switch glob(item) {
      case .glob(let pattern): files.append(Located(pattern, at: item.node.location))
      case .objects(let pattern): objects.append(pattern)
      default: continue
      }
    }
    return (files, objects)
  }

  private mutating func decode(_ field: Field?, into job: inout JobSpec) {
    guard let fields = fields(field, .decode, "a mapping") else { return }
    job.engine = choice(fields["engine"]) ?? job.engine
    let oversample = value(fields["oversample"], "a number from 1 to 8") {
      PlainNumber.decimal($0, in: 1...8)
    }
    job.oversample = oversample ?? job.oversample
    job.embeddedThumbnail = choice(fields["embedded_thumbnail"]) ?? job.embeddedThumbnail
    job.raw = choice(fields["raw"]) ?? job.raw
    job.onCorrupt = choice(fields["on_corrupt"]) ?? job.onCorrupt
    job.verify = choice(fields["verify"]) ?? job.verify
    job.svgText = choice(fields["svg_text"]) ?? job.svgText
  }

  /// Reads the keys about the run into `job`. These keys don't affect the bytes of outputs.
  private mutating func runPolicy(_ fields: Fields, into job: inout JobSpec) {
    job.isolation = choice(fields["isolation"]) ?? job.isolation
    job.sandbox = choice(fields["sandbox"]) ?? job.sandbox
    job.durability = choice(fields["durability"]) ?? job.durability
    job.existing = choice(fields["existing"]) ?? job.existing
    job.onUpgrade = choice(fields["on_upgrade"]) ?? job.onUpgrade
    job.onCollision = choice(fields["on_collision"]) ?? job.onCollision
    if let field = fields["sandbox"], job.isolation == .none, job.sandbox == .require {
      report(field, "'sandbox: require' needs 'isolation: process'")
    }
  }

  private mutating func onError(_ field: Field?) -> OnError {
    var onError = OnError()
    guard let fields = fields(field, .onError, "a mapping") else { return onError }
    onError.policy = choice(fields["policy"]) ?? onError.policy
    let most = value(fields["max_failures"], "a whole number of rows or per cent of them, as in \"1%\"") {
      PlainNumber.whole($0, in: 0...1_000_000_000).map(OnError.Allowance.rows)
        ?? PlainNumber.percent($0, in: 0...100).map(OnError.Allowance.percent)
    }
    onError.maxFailures = most ?? onError.maxFailures
    onError.known = choice(fields["known"]) ?? onError.known
    if let field = fields["known"], onError.known == .ignore, onError.policy == .stop {
      report(field, "'known: ignore' needs 'policy: continue'")
    }
    return onError
  }

  private mutating func limits(_ field: Field?) -> Limits {
    var limits = Limits()
    guard let fields = fields(field, .limits, "a mapping") else { return limits }
    let pixels = value(fields["max_pixels"], "a number of pixels above 0, as in 100MP") {
      PlainNumber.amount($0, units: [("MP", 1e6)])
    }
    let bytes = bytes(fields["max_file"], example: "256MiB")
    let seconds = value(fields["seconds_per_image"], "a number of seconds above 0, at most 86400") {
      PlainNumber.decimal($0, in: 0...86400).flatMap { $0 > 0 ? $0 : nil }
    }
    let pages = whole(fields["max_pages"], in: 1...FixedLimits.JobFile.pages)
    let frames = whole(fields["max_frames"], in: 1...FixedLimits.JobFile.frames)
    limits.maxFrames = frames ?? limits.maxFrames
    limits.maxPixels = pixels ?? limits.maxPixels
    limits.maxFileBytes = bytes ?? limits.maxFileBytes
    limits.maxPages = pages ?? limits.maxPages
    limits.secondsPerImage = seconds ?? limits.secondsPerImage
    return limits
  }
}
