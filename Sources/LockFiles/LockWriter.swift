import ImageModel
import JSON
import Planning
import Reporting
import Running
import Survey
import System

/// Writes the job lock of a planned job.
package struct LockWriter {
  private let header: ManifestHeader
  private let annotations: AnnotationFiles
  private let images: [ImagePlan]
  private let sums: FileHashing
  private let largest: Int

  /// A writer for the job lock of `images`. `header` has the job file's hash and the versions of upright and
  /// its libraries. `annotations` are the other files that the plan of `images` depends on. Sources of more
  /// than `largest` bytes aren't read.
  package init(
    _ header: ManifestHeader, _ annotations: AnnotationFiles, _ images: [ImagePlan], _ sums: FileHashing,
    largest: Int
  ) {
    self.largest = largest
    self.header = header
    self.annotations = annotations
    self.images = images
    self.sums = sums
  }

  /// Hashes all files, and writes the job lock to `path`, by rename. `store` opens the sources. Returns the
  /// number of bytes of all sources. Each file counts once.
  ///
  /// Calls `unreadable` with each unreadable file's name and the reason. Throws ``Halted`` for a failure that
  /// isn't the fault of a single file, and ``SystemError`` if the job lock can't be written.
  package func write(
    to path: String, _ store: SourceStore, unreadable: (String, Finding) -> Void
  ) throws -> Int {
    let file = try WholeFile(path)
    var json = JSONWriter()
    func add(_ line: LockLine) throws {
      json.line(line)
      if json.count >= JSONWriter.chunk { try Descriptor.write(json.take(), to: file.number) }
    }
    try add(.header(header))
    try annotations.forEachSum(sums) { place, sum in
      let name = annotations.names[place]
      try add(.annotations(name, sum.kept { unreadable(name, $0) }))
    }
    let bytes = try addSources(store, unreadable: unreadable, add)
    try Descriptor.write(json.take(), to: file.number)
    try file.commit(syncs: true)
    return bytes
  }

  private func addSources(
    _ store: SourceStore, unreadable: (String, Finding) -> Void, _ add: (LockLine) throws -> Void
  ) throws -> Int {
    var bytes = 0
    var last: String?
    let places = images.indices.map { Int32(clamping: $0) }
    let hashing = SourceHashing(store, trusting: nil, sums, largest: largest)
    try hashing.forEach(images, at: places) { place, sum in
      let image = images[place]
      let isFirst = last.map { ExactText($0) != ExactText(image.source) } ?? true
      last = image.source
      let kept = sum.kept { if isFirst { unreadable(image.source, $0) } }
      if isFirst { bytes += kept?.bytes ?? 0 }
      try add(
        .source(
          LockedSource(
            source: image.source, id: image.id, sum: kept,
            recipe: Recipe.digest(of: image, versions: header.versions))))
    }
    return bytes
  }
}

extension Result<FileHash, ImageError> {
  /// The size and hash. Nil if the file can't be read; `failed` then gets the reason.
  fileprivate func kept(_ failed: (Finding) -> Void) -> FileHash? {
    switch self {
    case .success(let sum): return sum
    case .failure(let error):
      failed(error.finding)
      return nil
    }
  }
}
