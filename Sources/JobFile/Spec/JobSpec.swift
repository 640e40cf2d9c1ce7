import System
import ImageModel

/// A job file, parsed and checked. The checks read nothing but this file.
package struct JobSpec: Hashable, Sendable {
  /// The job's name, for paths and state. By default the file's stem.
  package var name: String
  package var sources: [SourceEntry]
  package var exclude: [Located<GlobPattern>]
  /// The patterns of `exclude` that name objects in buckets.
  package var excludedObjects: [ObjectPattern] = []
  /// The output root as written, relative to the base folder. Nil means the base folder itself.
  package var outputRoot: Located<String>?
  /// The outputs of a picture. An entry with `widths` or `formats` is there once for each of them.
  package var outputs: [OutputEntry]
  /// The job's keys that apply to all sources and outputs.
  package var shaping: Shaping
  /// The decoder of JPEGs.
  package var engine = EngineChoice.auto
  /// A scaled decode must leave at least this number of decoded samples for each output sample, on each axis:
  /// 1...8.
  package var oversample: Double
  /// When a picture's EXIF thumbnail is decoded in place of the picture.
  package var embeddedThumbnail = ThumbnailUse.never
  /// The part of a camera's raw file that Upright decodes.
  package var raw = RawUse.auto
  /// The kinds of damage that make a row fail.
  package var onCorrupt = CorruptionPolicy.error
  /// How much of a picture is looked at for damage.
  package var verify = VerifyExtent.crop
  /// How Upright treats an SVG with text.
  package var svgText = TextUse.refuse
  package var onError: OnError
  package var limits: Limits
  package var hash: HashKind
  /// The manifest's path as written, relative to the base folder. Nil means `NAME.manifest.jsonl` in the base
  /// folder.
  package var manifest: Located<String>?
  package var isolation = Isolation.process
  package var sandbox = SandboxPolicy.bestEffort
  package var durability = Durability.batch
  package var existing = ExistingFiles.replace
  package var onUpgrade = UpgradePolicy.remake
  package var onCollision = CollisionPolicy.refuse
  /// The meaning of `{split}`; nil if no path uses it.
  package var split: Split?
  /// The most outputs of one `{folder}`, 1...1,000,000; nil if no output uses it.
  package var filesPerFolder: Int?
  /// Files for data loaders, in addition to the outputs.
  package var exports: [Export] = []
  /// How Upright fetches the sources that are URLs.
  package var network = NetworkSpec()
  /// The cache for files of URLs; nil for none.
  package var cache: CacheSpec?
  /// The folder of jobs' states as written, relative to the base folder. Nil means `.upright` in the output root.
  package var state: Located<String>?
  /// The bounds for pictures of all entries of ``sources`` that have none of their own; nil for none.
  package var conditions: Conditions?

  /// True for a valid job name: 1 to 200 bytes, without `/`, and without a dot at the front.
  package static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 200 && !text.hasPrefix(".") && !text.contains("/")
  }

  /// The rule of ``isName(_:)`` for messages.
  package static let nameWords = "a name of at most 200 bytes that holds no '/' and doesn't begin with '.'"
}

/// One entry of `sources`.
package struct SourceEntry: Hashable, Sendable {
  /// The files of the entry.
  package enum Files: Hashable, Sendable {
    /// Every file that a pattern matches.
    case glob(GlobPattern)
    /// One file, as written, without wildcards.
    case path(String)
    /// Every object in a bucket that a pattern matches.
    case objects(ObjectPattern)
    /// The picture that a URL gives.
    case url(WebAddress)
    /// The pictures that a list of URLs names.
    case list(ListSource)
    /// Members of archives, or pictures in Parquet files.
    case archive(ArchiveSource)
    /// The pictures that an annotation file names, with their boxes.
    case annotations(AnnotationSource)
  }

  /// Which pictures of a file with several pages are taken.
  package enum Pages: Hashable, Sendable {
    /// The page that the reader of the file's format takes by itself.
    case main
    /// One page; 0 is the first.
    case one(Int)
    /// Each page, as an image of its own.
    case all
  }

  package var files: Files
  /// Where the pattern or path stands.
  package var location: SourceLocation
  /// The item's id. Only files and URLs that are named one by one may have one, and all ids differ.
  package var id: Located<String>?
  /// The orientation that replaces the file's own tag, whatever value the key `orientation` has.
  package var exifOrientation: ExifOrientation?
  package var pages = Pages.main
  /// True when the entry may match nothing.
  package var isOptional: Bool
  /// Makes the path of a picture's caption, relative to the base folder; nil if the pictures have none.
  package var captions: GroupTemplate?
  /// The mask files of the pictures; nil if they have none.
  package var masks: MaskSource?
  /// The entry's keys that shape outputs: `orientation`, `crop`, `metadata`, `background` and
  /// `tiles` only.
  package var shaping: Shaping
  /// The bounds for the entry's pictures, in place of the job's; nil for the job's.
  package var conditions: Conditions?
}

extension SourceEntry {
  /// The use of the boxes that the entry's annotations or its list give; nil if it has no boxes.
  package var boxes: BoxUse? {
    switch files {
    case .annotations(let source): source.boxes
    case .list(let list): list.boxes
    case .glob, .path, .objects, .url, .archive: nil
    }
  }

  /// True if outputs are cut for the boxes of the entry. If the entry has a crop, or if an output has tiles, all
  /// outputs show the picture. `job` is the shaping of the top level.
  package func isCutForBoxes(_ outputs: [OutputEntry], _ job: Shaping) -> Bool {
    boxes != nil && shaping.crop == nil && outputs.allSatisfy { tiles(of: $0, job) == nil }
  }

  /// True if outputs of `job` are cut for the boxes of the entry.
  package func isCutForBoxes(_ job: JobSpec) -> Bool { isCutForBoxes(job.outputs, job.shaping) }

  /// The tiles of an output of the entry; nil if the output has none. `job` is the shaping of the top level.
  package func tiles(of output: OutputEntry, _ job: Shaping) -> Tiles? {
    output.shaping.tiles ?? shaping.tiles ?? job.tiles
  }

  /// The kinds of shapes that the entry's annotations give.
  package var shapes: Set<ShapeKind> {
    if case .annotations(let source) = files { source.shapes } else { [] }
  }

  /// The pattern of files that the entry names; nil if it names something else.
  package var pattern: GlobPattern? {
    switch files {
    case .glob(let pattern): pattern
    case .archive(let source): source.pattern
    case .path, .objects, .url, .list, .annotations: nil
    }
  }

  /// The archives or Parquet files that the entry names; nil if it names none.
  package var archive: ArchiveSource? { if case .archive(let source) = files { source } else { nil } }

  /// The list that the entry names; nil if it names none.
  package var list: ListSource? { if case .list(let list) = files { list } else { nil } }

  /// True if a URL in the entry has parameters that are secrets.
  package var namesSecrets: Bool {
    [address, list?.base, archive?.address].contains { $0?.hasSecrets == true }
  }

  /// The URL of a picture that the entry names; nil if it names something else.
  package var address: WebAddress? { if case .url(let address) = files { address } else { nil } }

  /// The pattern of objects, be they pictures or archives, that the entry names; nil if it names something else.
  package var objects: ObjectPattern? {
    switch files {
    case .objects(let pattern): pattern
    case .archive(let source): source.objects
    case .glob, .path, .url, .list, .annotations: nil
    }
  }
}

extension JobSpec {
  /// True if an entry takes all pages. The headers then decide the number of images.
  package var takesAllPages: Bool { sources.contains { $0.pages == .all } }

  /// The bucket for the outputs; nil if they go into a folder.
  package var outputBucket: BucketFolder? { outputRoot.flatMap { try? BucketFolder($0.value) } }

  /// True if a source or its archive is a URL, or if a list or a pattern of objects names URLs.
  package var hasURLs: Bool {
    sources.contains {
      $0.address != nil || $0.list != nil || $0.objects != nil || $0.archive?.address != nil
    }
  }

  /// The first entry that names objects in a bucket; nil if none does. Lists may name objects too.
  package var firstBucketEntry: SourceEntry? {
    sources.first { $0.objects != nil || $0.address?.scheme == .s3 }
  }

  /// True if a crop or a cut is centred on the point in a row of a list.
  package var takesListedFocus: Bool { anchors.contains(.columns) }

  /// True if a crop or a cut is centred on the most detail.
  package var takesDetailFocus: Bool {
    anchors.contains { if case .detail = $0 { true } else { false } }
  }

  /// The anchors of crops and cuts.
  private var anchors: [Anchor] {
    ([shaping] + sources.map(\.shaping) + outputs.map(\.shaping)).flatMap { level in
      [level.crop?.anchor, level.resize?.anchor, level.buckets?.anchor].compactMap(\.self)
    }
  }

  /// The bounds for the pictures of an entry of ``sources``; nil for none.
  package func conditions(of entry: Int) -> Conditions? { sources[entry].conditions ?? conditions }

  /// True if a plan needs the pixels of pictures, for bounds or for the place of a crop.
  package var plansByPixels: Bool { looksAtPixels || takesDetailFocus }

  /// True if the bounds of an entry need the pixels of pictures.
  package var looksAtPixels: Bool { sources.indices.contains { conditions(of: $0)?.looksAtPixels == true } }

  /// True if sources have mask files.
  package var hasMasks: Bool { sources.contains { $0.masks != nil } }

  /// True if a source may have boxes.
  package var hasBoxes: Bool { sources.contains { $0.boxes != nil } }

  /// The kinds of shapes that sources may give.
  package var shapes: Set<ShapeKind> { sources.reduce(into: []) { $0.formUnion($1.shapes) } }
}

/// One entry of `outputs`.
package struct OutputEntry: Hashable, Sendable {
  package var template: PathTemplate
  /// Where the template stands.
  package var location: SourceLocation
  /// The format that the entry names, else the job's format, else the format of the template's extension. Nil
  /// for the source's own format.
  package var format: OutputFormat?
  package var shaping: Shaping
  /// The pictures that the output takes of an animation.
  package var frames = FrameUse.first
  /// The output's width, if the entry has several.
  package var width: OutputWidth?
  /// Says that the output shows the mask of the entry before; nil for an output that shows the picture.
  package var mask: MaskUse?
}

/// The effect of a failed row on the run.
package struct OnError: Hashable, Sendable {
  package enum Policy: String, Codable, Sendable, CaseIterable {
    /// The other images are made.
    case `continue`
    /// No image is started after the first failure.
    case stop
  }

  /// The effect of a failure that the last run reported too.
  package enum Known: String, Codable, Sendable, CaseIterable {
    /// The failure counts as a failed row like any other.
    case count
    /// The failure doesn't affect the exit status.
    case ignore
  }

  /// The most rows that may fail in a run that ends with status 0.
  package enum Allowance: Hashable, Sendable {
    case rows(Int)
    /// This share of all rows in per cent, 0...100.
    case percent(Double)
  }

  package var policy: Policy = .continue
  package var maxFailures: Allowance = .rows(0)
  package var known: Known = .count

  package init() {}

  /// The number of failed rows that count. In this run `failed` rows failed. The last run also reported
  /// `known` of these rows.
  package func counted(failed: Int, known: Int) -> Int { self.known == .ignore ? failed - known : failed }

  /// True when `failed` of `rows` rows are within the allowance.
  package func allows(failed: Int, of rows: Int) -> Bool {
    switch maxFailures {
    case .rows(let most): failed <= most
    case .percent(let percent): Double(failed) * 100 <= percent * Double(rows)
    }
  }
}

/// The limits of one image.
package struct Limits: Hashable, Sendable {
  /// The most pixels of a source, of a padded crop and of an output. The pixels of all frames count if an output takes
  /// all.
  package var maxPixels: Int = 100_000_000
  /// The most bytes of a source file.
  package var maxFileBytes: Int = 256 << 20
  /// The most wall-clock seconds from the first byte read to the last byte written.
  package var secondsPerImage: Double = 30
  /// The most pages of a source whose pages are all taken, 1...``FixedLimits/JobFile/pages``.
  package var maxPages: Int = 1000
  /// The most frames that an output takes of an animation, 1...``FixedLimits/JobFile/frames``.
  package var maxFrames: Int = 1000

  package init() {}
}
