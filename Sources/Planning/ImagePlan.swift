import ImageModel
import JobFile
import System

/// All decisions about one item. A run looks nothing up and decides nothing.
///
/// `upright plan --json` prints this value, and `run` executes it.
package struct ImagePlan: Codable, Hashable, Sendable {
  // A plan of a job may have a million images. Rare values and an order without gaps keep it small.
  /// The item's place in source order, from 1.
  package var index: Int
  /// The path below the base folder, with `/`; bytes that aren't UTF-8 are percent-encoded.
  package var source: String
  package var id: String
  /// The page to take; nil for the first one.
  @Rare package var page: Int?
  /// The source's size in bytes; nil if the source couldn't be examined. This size, `modified` and `inode`
  /// make up the source's ``version``.
  package var bytes: Int?
  var modified: Int?
  var inode: UInt64?
  /// The name that a bucket with versions gives to this version of an object; nil for other sources. Pixels are read
  /// from just this version.
  @Rare package var objectVersion: String? = nil
  /// The bytes from the start of a URL's file with which the decodes are likely to end. A run fetches no more at
  /// first. Nil if the whole file is needed.
  @Rare package var frontBytes: Int? = nil
  /// The source's format; nil if it is unknown.
  package var format: SourceFormat?
  package var storedSize: PixelSize?
  /// The pixel format of the decoded picture.
  package var pixels: PixelFormat?
  /// The peak memory in bytes while the outputs are made, in addition to ``BatchPlan/baseBytes``.
  package var peakBytes: Int
  /// The peak memory in bytes if the data is damaged and libjpeg decodes the picture. Nil if that peak isn't
  /// higher than ``peakBytes``, or if ``peakBytes`` includes it already.
  package var peakByLibjpeg: Int?
  /// True if the source has no orientation tag. A missing tag counts as 1.
  package var isUntagged: Bool
  package var hash: HashKind
  /// The kinds of damage for which the outputs fail.
  package var onCorrupt: CorruptionPolicy
  /// The part of the picture that is checked for damage.
  package var verify: VerifyExtent
  /// `limits.seconds_per_image`.
  package var seconds: Double
  package var decodes: [DecodePlan]
  /// The source's gain map; nil if no output keeps the map.
  @Rare package var gainMap: GainMapPlan? = nil
  /// The mask file beside the source; nil if no output shows it.
  @Rare package var mask: MaskPlan? = nil
  /// The SHA-256 that the source must have; nil if a list of URLs gives none.
  @Rare package var wantedSum: Checksum? = nil
  package var outputs: [OutputPlan]
  /// The boxes that annotation files or a list give for the picture; nil for a picture without them. If outputs
  /// are cut for the boxes, every box has the same number of outputs, and the outputs follow the order of the
  /// boxes.
  package var boxes: [BoxPlan]?
  /// Why no output can be made.
  @Rare package var error: Finding?
  /// Warnings about the source.
  package var warnings: [Finding]
  /// The facts about the picture's grey levels; nil unless the job's `where` asks for them.
  @Rare package var facts: GreyFacts? = nil

  package enum CodingKeys: String, CodingKey {
    case index, source, id, bytes, modified, inode
    case objectVersion = "object_version"
    case frontBytes = "front_bytes"
    case wantedSum = "wanted_sha256"
    case format, page
    case storedSize = "stored_size"
    case pixels
    case isUntagged = "untagged"
    case peakBytes = "peak_bytes"
    case peakByLibjpeg = "peak_bytes_by_libjpeg"
    case hash
    case seconds = "seconds_per_image"
    case onCorrupt = "on_corrupt"
    case verify, decodes
    case gainMap = "gain_map"
    case mask, outputs, boxes, error, warnings, facts
  }

  /// The version of the source that the plan was made for; nil if the source couldn't be examined.
  package var version: SourceVersion? {
    get {
      guard let bytes, let modified, let inode else { return nil }
      return SourceVersion(FileIdentity(bytes: bytes, modified: modified, inode: inode))
    }
    set { (bytes, modified, inode) = (newValue?.bytes, newValue?.file.modified, newValue?.file.inode) }
  }

  /// True if the installed fonts draw text of the image.
  package var usesFonts: Bool { warnings.contains { $0.code == .systemFonts } }

  /// True if the job leaves the picture out by its key `where`.
  package var isFiltered: Bool { error?.isFiltered == true }

  /// Why output `index` can't be made, or nil.
  package func failure(ofOutput index: Int) -> Finding? { error ?? outputs[index].error }

  /// How output `index` is hashed. Samples that are no file aren't.
  package func hash(ofOutput index: Int) -> HashKind { outputs[index].isSamples ? .none : hash }

  /// The box that output `index` is cut for; nil if the output isn't cut for a box.
  package func box(ofOutput index: Int) -> BoxPlan? {
    boxIndex(ofOutput: index).flatMap { boxes?[$0] }
  }

  /// The index in ``boxes`` of the box that output `index` is cut for; nil if the output isn't cut for a box.
  func boxIndex(ofOutput index: Int) -> Int? {
    guard let boxes, boxes.first?.isCut == true else { return nil }
    return index / (outputs.count / boxes.count)
  }

  /// The number of rows of a list that give columns for the outputs, if a list gives any: one, or one for each box for
  /// which the image is cut.
  package var columnRows: Int {
    if let boxes, boxes.first?.isCut == true { boxes.count } else { 1 }
  }

  /// The id of output `index`: the id of the output's box, or else the item's id.
  package func id(ofOutput index: Int) -> String { box(ofOutput: index)?.id ?? id }
}

/// A box of an annotation file on the picture.
package struct BoxPlan: Codable, Hashable, Sendable {
  /// The box's number from 1 among all boxes of the picture, in the order of the files.
  package var index: Int32
  /// True if outputs are cut for the box; false if the plan only keeps the box.
  package var isCut: Bool
  /// The id that the annotation file gives to the box.
  package var id: String?
  package var category: String?
  /// The box in full-size pixels, without the margin of its crop; nil if it is unknown.
  package var box: RealRect<Stored>?
  /// The object's shape in full-size pixels; nil if the annotation gives none, or if the job doesn't ask for it.
  @Rare package var shape: ObjectShape<Stored>? = nil

  package enum CodingKeys: String, CodingKey {
    case index
    case isCut = "cut"
    case id, category, box, shape
  }
}

/// The frames of an animation that a decode composes.
package struct FramesPlan: Codable, Hashable, Sendable {
  // A plan has a decode for each image. Small integers keep it small.
  private var storedCount: Int32
  private var storedPlays: UInt16
  /// True if the composed frames are decoded with alpha.
  package var hasAlpha: Bool

  package enum CodingKeys: String, CodingKey {
    case storedCount = "count"
    case storedPlays = "plays"
    case hasAlpha = "alpha"
  }

  init(_ frames: SourceFrames) {
    storedCount = Int32(clamping: frames.count)
    storedPlays = UInt16(clamping: frames.plays)
    hasAlpha = frames.hasAlpha
  }

  package var count: Int {
    get { Int(storedCount) }
    set { storedCount = Int32(clamping: newValue) }
  }

  /// How often an output shows all frames, 0...65535; 0 for no end.
  package var plays: Int {
    get { Int(storedPlays) }
    set { storedPlays = UInt16(clamping: newValue) }
  }

  /// The pixel format of the frames, if that of the source's one picture is `still`.
  package func pixels(_ still: PixelFormat) -> PixelFormat { PixelFormat(still.color, hasAlpha: hasAlpha) }
}

/// One pass over a source's pixels.
package struct DecodePlan: Codable, Hashable, Sendable {
  package var engine: DecodingEngine
  /// The thumbnail or smaller copy that is decoded instead of the picture.
  @Rare package var thumbnail: EmbeddedThumbnail? = nil
  @Rare package var reduced: SmallerCopy? = nil
  /// True if the coefficients are copied and nothing is decoded.
  package var isOfCoefficients = false
  /// The frames to compose, for one output; nil if one picture is decoded.
  package var frames: FramesPlan?
  package var scale: DCTScale
  /// The scale of each component, if the reduced decoder decodes. `scale` is then the scale of a component
  /// without subsampling.
  package var components: ComponentPlans?
  /// The part to decode, in the picture's full-size pixels.
  package var region: PixelRect<Stored>
  /// The part to decode, in decoded samples: the edges of `region` at this decode's scale, rounded outward.
  package var samples: PixelRect<Decoded>

  package enum CodingKeys: String, CodingKey {
    case engine, thumbnail, reduced
    case isOfCoefficients = "coefficients"
    case frames, scale, components, region, samples
  }
}

extension DecodePlan {
  /// A drawing of the box `region` of a picture, at the size `drawn`.
  init(drawing region: PixelRect<Stored>, by engine: DecodingEngine, at drawn: PixelSize) {
    self.init(engine: engine, scale: .full, region: region, samples: PixelRect(drawn))
  }

  /// The size at which ``region`` is drawn. Nil if the engine doesn't draw.
  package var drawn: PixelSize? { engine.draws ? samples.size : nil }

  /// The size that a whole picture of size `stored` has at the scale of the drawing, each side rounded up. Nil if the
  /// engine doesn't draw.
  func wholeDrawing(of stored: PixelSize) -> PixelSize? {
    drawn.map { drawn in
      PixelSize(
        width: (stored.width * drawn.width + region.width - 1) / region.width,
        height: (stored.height * drawn.height + region.height - 1) / region.height)
    }
  }

  /// The size of the decoded picture, thumbnail or smaller copy; the picture's size is `stored`.
  package func size(of stored: PixelSize) -> PixelSize {
    thumbnail?.storedSize ?? reduced?.storedSize ?? stored
  }

  /// The positions of decoded samples on a picture of size `stored`.
  package func grid(showing stored: PixelSize) -> DecodeGrid {
    thumbnail?.grid(scale, showing: stored) ?? reduced?.grid
      ?? drawn.map { DecodeGrid(drawing: region, at: $0) } ?? engine.grid(scale, of: stored)
  }

  /// The rectangle of the whole picture in decoded samples; for a drawing, that of the drawn box. `grid` holds
  /// the positions of the samples on a picture of size `stored`.
  package func picture(_ stored: PixelSize, on grid: DecodeGrid) -> RealRect<Decoded> {
    drawn.map { RealRect(PixelRect<Decoded>($0)) } ?? grid.picture(stored)
  }
}
