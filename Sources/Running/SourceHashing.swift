import ImageModel
import JobFile
import Planning
import State
import Survey
import System

/// Hashes the sources of a plan. If neighbouring images have the same source, that source is read once.
package struct SourceHashing: Sendable {
  private let store: SourceStore
  private let journal: JobJournal?
  private let sums: FileHashing
  private let largest: Int

  /// Prepares to hash sources that `store` opens. If `journal` has a hash for the same version of a source,
  /// the source isn't read. Sources of more than `largest` bytes aren't read either.
  package init(_ store: SourceStore, trusting journal: JobJournal?, _ sums: FileHashing, largest: Int) {
    self.store = store
    self.largest = largest
    self.journal = journal
    self.sums = sums
  }

  /// Calls `body` for each image whose index in `images` is in `places`. `body` gets the index. It also gets
  /// the size and hash of the image's source, or the reason why the source can't be read.
  ///
  /// Throws as ``FileHashing/forEach(count:name:sum:_:)`` does.
  package func forEach(
    _ images: [ImagePlan], at places: [Int32], _ body: (Int, Result<FileHash, ImageError>) throws -> Void
  ) throws {
    let files = Self.files(images, places)
    try sums.forEach(
      count: files.count, name: { images[Int(places[Int(files[$0])])].source },
      sum: { file throws(OpeningError) in try sum(of: images[Int(places[Int(files[file])])]) }
    ) { file, sum in
      let end = file + 1 < files.count ? Int(files[file + 1]) : places.count
      for index in Int(files[file])..<end { try body(Int(places[index]), sum) }
    }
  }

  /// For each group of neighbouring images with the same source: the index in `places` of its first image.
  private static func files(_ images: [ImagePlan], _ places: [Int32]) -> [Int32] {
    var files: [Int32] = []
    for (index, place) in places.enumerated() {
      let source = images[Int(place)].source
      if index > 0, images[Int(places[index - 1])].source.hasSameBytes(as: source) { continue }
      files.append(Int32(clamping: index))
    }
    return files
  }

  private func sum(of image: ImagePlan) throws(OpeningError) -> FileHash {
    // A name that isn't UTF-8 may be that of another file. A server forbids to fetch a `robots` source.
    if let error = image.error, error.code == .nameNotUTF8 || error.code == .robots { throw .source(error) }
    if let version = image.version, let noted = noted(image, version) { return noted }
    return try store.open(named: image.source).sum(of: image.version, largest: largest)
  }

  private func noted(_ image: ImagePlan, _ version: SourceVersion) -> FileHash? {
    // The run reports an unreadable journal later.
    guard let item = try? journal?.item(of: image), item.version == version,
      let sha256 = item.sourceSHA256.flatMap({ Checksum(hexadecimal: $0) })
    else { return nil }
    return FileHash(bytes: version.bytes, sha256: sha256)
  }
}
