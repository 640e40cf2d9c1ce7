import ImageModel
import JobFile

/// All that is decided about one source: nothing is left to look up, decide or join.
///
/// `upright plan --json` prints this value, and `run` executes it.
package struct ImagePlan: Codable, Hashable, Sendable {
  /// The item's place in source order, from 1.
  package var index: Int
  /// The path below the base folder, with `/`; bytes that aren't UTF-8 are percent-encoded.
  package var source: String
  package var id: String
  /// Size of the file in bytes; nil where it couldn't be looked at.
  package var bytes: Int?
  /// When the file was last changed, in nanoseconds since 1970.
  package var modified: Int?
  /// The file's number on its file system.
  package var inode: UInt64?
  /// Nil where it can't be told.
  package var format: SourceFormat?
  /// Which of the file's pages is taken; nil for the first one.
  package var page: Int?
  package var storedSize: PixelSize?
  /// What a decode gives.
  package var pixels: PixelFormat?
  /// True when the orientation tag was missing, which counts as 1.
  package var isUntagged: Bool
  /// The most memory that making the outputs takes, beside ``BatchPlan/baseBytes``.
  package var peakBytes: Int
  /// The same where data that is damaged leaves the decode to libjpeg; nil where that is no more, or has room already.
  package var peakByLibjpeg: Int?
  package var hash: HashKind
  /// `limits.seconds_per_image`.
  package var seconds: Double
  /// Which damage fails the outputs.
  package var onCorrupt: CorruptionPolicy
  /// How much of the picture is looked at for damage.
  package var verify: VerifyExtent
  package var decodes: [DecodePlan]
  package var outputs: [OutputPlan]
  /// The boxes of annotation files on the picture; nil where it has no annotations. Where boxes are cut, outputs are theirs
  /// in this order, as many each.
  package var boxes: [BoxPlan]?
  /// Why no output can be made.
  package var error: Finding?
  /// What is odd about the source.
  package var warnings: [Finding]

  package enum CodingKeys: String, CodingKey {
    case index, source, id, bytes, modified, inode, format, page
    case storedSize = "stored_size"
    case pixels
    case isUntagged = "untagged"
    case peakBytes = "peak_bytes"
    case peakByLibjpeg = "peak_bytes_by_libjpeg"
    case hash
    case seconds = "seconds_per_image"
    case onCorrupt = "on_corrupt"
    case verify, decodes, outputs, boxes, error, warnings
  }

  /// Why output `index` can't be made, or nil.
  package func failure(ofOutput index: Int) -> Finding? { error ?? outputs[index].error }

  /// The box that output `index` is cut for; nil for one of the picture itself.
  package func box(ofOutput index: Int) -> BoxPlan? {
    guard let boxes, boxes.first?.isCut == true else { return nil }
    return boxes[index / (outputs.count / boxes.count)]
  }

  /// What output `index` is called: by its box, or else by the item.
  package func id(ofOutput index: Int) -> String { box(ofOutput: index)?.id ?? id }
}

/// A box of an annotation file, in the picture.
package struct BoxPlan: Codable, Hashable, Sendable {
  /// From 1, among all boxes of the picture in the order of the files.
  package var index: Int32
  /// True where outputs are cut for it; false where they show the picture and it goes along.
  package var isCut: Bool
  /// What the file calls it.
  package var id: String?
  package var category: String?
  /// The box itself, not what is cut around it, in full-size pixels; nil where it can't be told.
  package var box: RealRect<Stored>?

  package enum CodingKeys: String, CodingKey {
    case index
    case isCut = "cut"
    case id, category, box
  }
}

/// One pass over a source's pixels.
package struct DecodePlan: Codable, Hashable, Sendable {
  package var engine: DecodingEngine
  /// What is decoded in the picture's place, if anything: its thumbnail or a smaller copy.
  package var thumbnail: EmbeddedThumbnail?
  package var reduced: ReducedImage?
  /// True where its coefficients are taken as they are, and nothing is decoded.
  package var isOfCoefficients = false
  package var scale: DCTScale
  /// By ``DecodingEngine/reduced``, each component at a scale of its own; that of the decode is what a component would have
  /// that isn't subsampled.
  package var components: ComponentPlans?
  /// The part that is decoded, in full-size pixels of the picture.
  package var region: PixelRect<Stored>
  /// The same in decoded samples: its edges at this scale, rounded outward.
  package var samples: PixelRect<Decoded>

  package enum CodingKeys: String, CodingKey {
    case engine, thumbnail, reduced
    case isOfCoefficients = "coefficients"
    case scale, components, region, samples
  }
}

extension DecodePlan {
  /// The size of what is decoded, for a picture of size `stored`.
  package func size(of stored: PixelSize) -> PixelSize {
    thumbnail?.storedSize ?? reduced?.storedSize ?? stored
  }

  /// How the decoded samples lie over a picture of size `stored`.
  package func grid(showing stored: PixelSize) -> DecodeGrid {
    thumbnail?.grid(scale, showing: stored) ?? reduced?.grid
      ?? engine.grid(scale, of: stored)
  }
}
