import Hashing
import ImageModel
import Planning

extension ManifestWriter {
  /// A hash of all that shapes the manifest beside what the journal holds: equal ones, with no line of the journal
  /// between, mean equal manifests. nil where memory for it can't be had.
  package var fingerprint: String? {
    guard let digest = SHA256() else { return nil }
    digest.update("\(header.jobSHA256)\n\(header.versions)")
    for image in images {
      digest.update("\n\(image.source)\0\(image.id)\0")
      if let error = image.error {
        digest.update("\(error.code.rawValue)\0\(error.message)")
      } else {
        digest.update("\(image.bytes ?? 0) \(image.modified ?? 0) \(image.inode ?? 0)")
      }
    }
    return digest.finish()
  }
}

extension SHA256 {
  fileprivate borrowing func update(_ text: String) {
    var text = text
    text.withUTF8 { update(UnsafeRawBufferPointer($0)) }
  }
}
