import Archives
import ImageModel
import JobFile
import Survey
import System

/// The archives of a folder that hold pictures, or may hold some.
package struct FoundArchives: Sendable {
  /// In the order of their bytes.
  package private(set) var paths: [[UInt8]] = []
  /// True if other archives hold no picture.
  package private(set) var hasOthers = false
  /// The names of all pictures in the archives; nil if not all archives were looked into.
  package private(set) var members: [[UInt8]]? = []
  /// True if other members go with the pictures, as in a WebDataset.
  package private(set) var hasSamples = false

  /// So many archives are looked into.
  private static let most = 64
  /// A compressed archive with more bytes isn't looked into, since it would have to be unpacked.
  private static let mostPacked = 64 << 20
  /// The most names in ``members``.
  private static let mostMembers = 1_000_000

  init() {}

  init(_ files: [(path: [UInt8], format: ArchiveFormat)], _ base: BaseFolder, _ store: SourceStore) {
    for (number, (path, format)) in files.enumerated() {
      let isDirect = format == .tar || format.hasDirectory
      guard number < Self.most,
        isDirect || base.status(of: path).map({ $0.bytes <= Self.mostPacked }) == true,
        let index = try? store.members(ofArchive: path, format)
      else {
        // The plan reads the archive, and reports an archive that can't be read.
        paths.append(path)
        members = nil
        continue
      }
      let pictures = (0..<index.count).filter { index.name(of: $0).isNameOfPicture }
      guard let first = pictures.first else {
        hasOthers = true
        continue
      }
      paths.append(path)
      hasSamples = hasSamples || index.sample(of: first).count > 1
      if let known = members?.count {
        let isFew = known + pictures.count <= Self.mostMembers
        members = isFew ? (members ?? []) + pictures.map { Array(index.nameBytes(of: $0)) } : nil
      }
    }
  }
}

extension String {
  fileprivate var isNameOfPicture: Bool {
    let name = lowercased()
    return FolderContents.pictureEndings.contains(where: name.hasSuffix)
  }
}
