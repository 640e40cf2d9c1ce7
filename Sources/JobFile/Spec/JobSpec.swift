import ImageModel

/// A job file, read and checked, with nothing looked up outside it.
package struct JobSpec: Hashable, Sendable {
  /// Stands in paths and state; the file's stem where the file is silent.
  package var name: String
  package var sources: [SourceEntry]
  package var exclude: [Located<GlobPattern>]
  /// As written; relative to the base folder. nil: the base folder itself.
  package var outputRoot: Located<String>?
  package var outputs: [OutputEntry]
  /// What the job level says for all sources and outputs.
  package var shaping: Shaping
  /// What decodes JPEGs.
  package var engine = EngineChoice.auto
  /// Decoded samples for each output sample that a scaled decode must leave, 1...8.
  package var oversample: Double
  /// When a picture's EXIF thumbnail is decoded in its place.
  package var embeddedThumbnail = ThumbnailUse.never
  /// Which damage fails a row.
  package var onCorrupt = CorruptionPolicy.error
  /// How much of a picture is looked at for damage.
  package var verify = VerifyExtent.crop
  package var onError: OnError
  package var limits: Limits
  package var hash: HashKind
  /// As written; relative to the base folder. nil: `NAME.manifest.jsonl` there.
  package var manifest: Located<String>?
  package var isolation = Isolation.process
  package var sandbox = SandboxPolicy.bestEffort
  package var durability = Durability.batch
  package var existing = ExistingFiles.replace
  package var onCollision = CollisionPolicy.refuse
  /// What `{split}` stands for; nil where no path uses it.
  package var split: Split?
  /// The most outputs of one `{folder}`, 1...1,000,000; nil where no output uses it.
  package var filesPerFolder: Int?
  /// What is written beside the outputs for those who load them.
  package var exports: [Export] = []
}

/// One entry of `sources`.
package struct SourceEntry: Hashable, Sendable {
  /// What it names.
  package enum Files: Hashable, Sendable {
    /// Every file that a pattern matches.
    case glob(GlobPattern)
    /// One file, as written, nothing in it special.
    case path(String)
    /// The pictures that an annotation file names, each with the boxes that it has there.
    case annotations(AnnotationSource)
  }

  /// Which pictures of a file with several pages are taken.
  package enum Pages: Hashable, Sendable {
    /// This one; 0 is the first.
    case one(Int)
    /// Each, as an image of its own.
    case all
  }

  package var files: Files
  /// Where the pattern or path stands.
  package var location: SourceLocation
  /// Only on a `path`, and no two the same.
  package var id: Located<String>?
  /// Replaces the file's orientation tag in every rule.
  package var exifOrientation: ExifOrientation?
  package var pages = Pages.one(0)
  /// True when the entry may match nothing.
  package var isOptional: Bool
  /// `orientation`, `crop`, `metadata` and `background` only.
  package var shaping: Shaping
}

extension JobSpec {
  /// True where an entry takes all pages, so that headers tell how many images there are.
  package var takesAllPages: Bool { sources.contains { $0.pages == .all } }

  /// The entry of `outputs` that output `index` of an image is made by: an image has all of them, one with boxes all of
  /// them box by box.
  package func entry(ofOutput index: Int) -> OutputEntry { outputs[index % outputs.count] }
}

/// One entry of `outputs`.
package struct OutputEntry: Hashable, Sendable {
  package var template: PathTemplate
  /// Where the template stands.
  package var location: SourceLocation
  /// The format that the entry names, else the job, else the one that the template's extension means; nil for the
  /// source's own.
  package var format: OutputFormat?
  package var shaping: Shaping
}

/// What a failed row means for the rest.
package struct OnError: Hashable, Sendable {
  package enum Policy: String, Codable, Sendable, CaseIterable {
    /// The other images are made.
    case `continue`
    /// No image is started after the first failure.
    case stop
  }

  /// What a failure means that the last run told already.
  package enum Known: String, Codable, Sendable, CaseIterable {
    /// It is a failed row like any other.
    case count
    /// It has no part in the exit status.
    case ignore
  }

  /// How many rows may fail with exit status 0.
  package enum Allowance: Hashable, Sendable {
    case rows(Int)
    /// 0...100, of all rows.
    case percent(Double)
  }

  package var policy: Policy = .continue
  package var maxFailures: Allowance = .rows(0)
  package var known: Known = .count

  package init() {}

  /// How many rows count as failed where `failed` did, and the last run told `known` of them.
  package func counted(failed: Int, known: Int) -> Int { self.known == .ignore ? failed - known : failed }

  /// True when `failed` of `rows` rows are within the allowance.
  package func allows(failed: Int, of rows: Int) -> Bool {
    switch maxFailures {
    case .rows(let most): failed <= most
    case .percent(let percent): Double(failed) * 100 <= percent * Double(rows)
    }
  }
}

/// What one image may cost.
package struct Limits: Hashable, Sendable {
  /// Pixels of a source, of a padded crop and of an output.
  package var maxPixels: Int = 100_000_000
  /// Bytes of a source file.
  package var maxFileBytes: Int = 256 << 20
  /// Wall-clock seconds from the first byte read to the last one written.
  package var secondsPerImage: Double = 30
  /// Pages of a source of which all are taken, 1...``mostPages``.
  package var maxPages: Int = 1000

  /// The most that ``maxPages`` may be.
  package static let mostPages = 4096

  package init() {}
}
