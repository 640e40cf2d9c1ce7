import System
import ImageModel

/// The keys of a job file's mappings: the reader and the schema take them from here.
enum JobKeys {
  static let job: [JobKey] =
    [
      JobKey("version", ["enum": [1, "1"]], "The version of the job file's language."),
      JobKey(
        "name", .anyText.with(["pattern": "^[^./][^/]*$", "maxLength": 200]),
        "The job's name, in paths and state. Default: the file's name without its extension."),
      JobKey(
        "sources",
        .any([.someList(of: .reference("source"))] + sourceKinds.map { .reference($0.key) }),
        "The pictures: patterns, or mappings with further settings. One mapping means a list of one."
      ),
      JobKey(
        "exclude", .list(of: .reference("text")),
        "Patterns of files to leave out. They don't touch entries with 'path'."),
      JobKey(
        "output_root", .text,
        "The folder that no output leaves, or s3://BUCKET/PREFIX. Default: the job file's folder."),
      JobKey("outputs", .someList(of: .reference("output")), "The files to make from each picture."),
    ] + shaping.map(\.shared) + [
      JobKey("decode", .mapping(decode), "How pictures are decoded."), format.shared,
      JobKey("on_error", .mapping(onError), "What a picture that can't be made means for the rest."),
      JobKey("limits", .mapping(limits), "What one picture may cost."),
      JobKey("network", .mapping(network), "How sources that are URLs are fetched."),
      JobKey(
        "cache", .mapping(cache).with(["required": ["folder"]]),
        "The folder in which Upright keeps whole files of URLs. Default: none."),
      JobKey(
        "hash", .choice(HashKind.self), default: "sha256",
        "How sources and outputs are hashed for the manifest; none leaves its hashes null."),
      JobKey(
        "manifest", .text, "The manifest's path. Default: NAME.manifest.jsonl in the base folder."),
      JobKey(
        "state", .text, "The folder for the state of jobs. Default: .upright in the output root."),
      JobKey(
        "isolation", .choice(Isolation.self), default: "process",
        "process: pictures are decoded in processes of their own; none: in threads, for trusted pictures."),
      JobKey(
        "sandbox",
        ["enum": .list(SandboxPolicy.allCases.map { .text($0.rawValue) } + [.flag(false)])],
        default: "best-effort",
        "How the kernel locks worker processes in: fully, or the job is refused; as far as it can; not at all."
      ),
      JobKey(
        "durability", .choice(Durability.self), default: "batch",
        "What is flushed to disk before it counts as done: nothing, batches of images, each image."),
      JobKey(
        "existing", .choice(ExistingFiles.self), default: "replace",
        "A file in an output's place that the job didn't make: replaced, kept, or an error."),
      JobKey(
        "on_upgrade", .choice(UpgradePolicy.self), default: "remake",
        "Outputs that other versions of Upright or of its libraries made: made again, or kept."),
      JobKey(
        "on_collision", .choice(CollisionPolicy.self), default: "refuse",
        "Outputs that would have one path: the job is refused, or only their rows fail."),
      JobKey(
        "split",
        .mapping(split, orListOf: .pattern("^[A-Za-z0-9_-][A-Za-z0-9._-]*$")).with([
          "minProperties": 1,
          "patternProperties": [
            "^(?!(by|exact|stratify)$)[A-Za-z0-9_-][A-Za-z0-9._-]*$": JSONNode.object([
              ("description", "The share of this split in per cent, as in 80%.")
            ]).with(.percentage)
          ],
        ]),
        "Names of splits with their shares in per cent, together 100, or names alone, for {split} in paths."),
      JobKey(
        "files_per_folder", .whole(1...1_000_000, "^0*[1-9][0-9]*$"),
        "The most outputs of an entry of 'outputs' in a folder, for {folder} in paths."),
      JobKey(
        "exports", .someList(of: .reference("export")),
        "Files for those who load the outputs: annotations that follow the pictures, and shards."),
    ] + encode.map(\.shared) + [whereKey.shared]

  static let decode: [JobKey] = [
    JobKey(
      "engine", .choice(EngineChoice.self), default: "auto",
      "What decodes JPEGs: our own decoder where it takes them and pixels are resampled, libjpeg-turbo, or ours wherever it takes them."
    ),
    JobKey(
      "oversample", .decimal().with(.limits(1, 8)), default: 2,
      "Decoded samples that a scaled decode leaves for each output sample."),
    JobKey(
      "embedded_thumbnail", .choice(ThumbnailUse.self), default: "never",
      "Whether the small JPEG in a picture's EXIF serves the outputs that it has pixels enough for."),
    JobKey(
      "raw", .choice(RawUse.self), default: "auto",
      "What is decoded of a camera's raw file: the preview or half size where it has pixels enough, the preview, half size, full size."
    ),
    JobKey(
      "on_corrupt", .choice(CorruptionPolicy.self), default: "error",
      "Which damage fails a picture: every warning, data that doesn't decode, data that ends early, none."),
    JobKey(
      "verify", .choice(VerifyExtent.self), default: "crop",
      "Where damage is looked for: down to the lowest crop, or in the full picture."),
    JobKey(
      "svg_text", .choice(TextUse.self), default: "refuse",
      "Whether an SVG with text fails, or the installed fonts draw the text."),
  ]

  static let onError: [JobKey] = [
    JobKey(
      "policy", .choice(OnError.Policy.self), default: "continue",
      "continue: make the others; stop: start none after the first failure."),
    JobKey(
      "max_failures",
      ["type": ["integer", "string"], "pattern": "^[0-9]+(\\.[0-9]+%|%)?$", "minimum": 0], default: 0,
      "Rows that may fail with exit status 0: a number, or per cent of all as in \"1%\"."),
    JobKey(
      "known", .choice(OnError.Known.self), default: "count",
      "Failures of unchanged content that the last run reported: count them, or ignore them in the exit status."
    ),
  ]

  static let limits: [JobKey] = [
    JobKey(
      "max_pixels", .above0("^[0-9]+(\\.[0-9]+)?( ?MP)?$"), default: "100MP",
      "Pixels of a source, a padded crop and an output, of all frames that are taken; millions as in 100MP."),
    JobKey(
      "max_file", .bytes, default: "256MiB",
      "Bytes of a source: a number, alone or in KB, MB, GB, KiB, MiB or GiB."),
    JobKey(
      "max_pages", .whole(1...FixedLimits.JobFile.pages), default: 1000,
      "Pages of a source of which page: all takes each."),
    JobKey(
      "max_frames", .whole(1...FixedLimits.JobFile.frames), default: 1000,
      "Frames of an animation of which frames: all takes each."),
    JobKey(
      "seconds_per_image", .above0().with(["maximum": 86400]), default: 30,
      "Seconds from the first byte read to the last one written."),
  ]

  static let split: [JobKey] = [
    JobKey(
      "by", .pattern("\\{"), default: "{dir}/{stem}",
      "What is of one group, and so in one split, in quotes: {dir} {stem} {name} {ext} {hash8} {job}."),
    JobKey(
      "exact", .flag, default: false,
      "Each split gets its share to one group. The file JOB.splits.jsonl keeps the split of each group."),
    JobKey(
      "stratify", .pattern("^category$|\\{"),
      "Exact shares hold within each category of boxes (category), or for each text of a template as in 'by'."
    ),
  ]

  /// The definitions that the schema's references name.
  static let definitions: JSONNode = .object(
    [
      ("text", .text),
      (
        "source",
        .any(
          [JSONNode.object([("description", .text(pattern))]).with(.text)]
            + sourceKinds.map { .reference($0.key) })
      ),
    ] + sourceKinds + [
      ("output", .mapping(output, required: ["path"])),
      ("metadataName", metadataName),
      ("export", exportForms),
    ]
      + ([boxFormat, exifOrientation, page, pages, optional] + shaping + [format] + encode
      + [
        gravity, focusKey, position, extent, region, space, round, outOfBounds, minVisible, side, captions,
        whereKey, masksKey,
      ])
      .map { (key: $0.name, value: $0.values) })
}
