/// A reader of strangers' bytes, with what must hold whatever they are.
package protocol FuzzTarget: SendableMetatype {
  /// As the fuzzer's `--target` takes it.
  static var name: String { get }
  /// The longest input that is tried, in bytes.
  static var longest: Int { get }
  /// The seconds of a processor that one input may take.
  static var seconds: Int { get }
  /// Inputs to begin with, made anew each time.
  static func seeds() throws -> [[UInt8]]
  /// What doesn't hold for these bytes; nil when all is well.
  static func fault(_ bytes: [UInt8]) -> String?
}

extension FuzzTarget {
  package static var seconds: Int { 3 }
}

/// All targets, those that read the most first.
package let fuzzTargets: [any FuzzTarget.Type] = [
  JobFileTarget.self, MarkerScanTarget.self, PictureHeaderTarget.self, ShimTarget.self, PNGRowsTarget.self,
  TIFFRowsTarget.self, ExifOrientationTarget.self,
  PathTemplateTarget.self, JournalReaderTarget.self, WorkerReplyTarget.self,
  AnnotationsTarget.self, FrozenPlanTarget.self, MetadataEditorTarget.self, ReducedJPEGTarget.self,
  GainMapTarget.self, WebAddressTarget.self, HTTPHeadersTarget.self,
  RobotsTarget.self, ListsTarget.self, StoreRepliesTarget.self, TarScanTarget.self, ZipScanTarget.self,
  ParquetFooterTarget.self, ParquetPagesTarget.self, PackedBytesTarget.self, SevenZipRarTarget.self,
]
