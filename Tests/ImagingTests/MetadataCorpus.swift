import Foundation
import ImageModel
import Imaging
import TestSupport

/// The corpus of real images, where it is present.
enum MetadataCorpus {
  /// A line of its index.
  struct Entry {
    var path: String
    var format: String
    var size: String
    var mode: String
    /// As Pillow sees it, `-` for none.
    var orientation: String
    var decodes: Bool
  }

  static let folder = PackageRoot.corpus ?? ""

  static let entries: [Entry] = {
    guard let text = try? String(contentsOfFile: folder + "/INDEX.tsv", encoding: .utf8) else { return [] }
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard columns.count == 7 else { return nil }
      return Entry(
        path: columns[0], format: columns[2], size: columns[3], mode: columns[4], orientation: columns[5],
        decodes: columns[6] == "decodes")
    }
  }()

  static var isPresent: Bool { !entries.isEmpty }

  static func source(_ entry: Entry) throws -> ByteSource {
    ByteSource(Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/" + entry.path))))
  }
}
