import Archives
import ImageModel
import JobFile
import System

/// Reads the members that lie beside pictures in archives.
extension ArchiveSources {
  /// The number of bytes of the member with this ending in the sample of the picture `path`. Throws `source_changed` if
  /// the picture isn't of the version `planned` any more, so the archive may be another one.
  func bytes(
    ofMember ending: String, beside path: MemberPath, of file: ContainerFile, _ planned: SourceVersion?
  ) throws(OpeningError) -> Int {
    try member(ending, beside: path, of: file, planned).bytes
  }

  /// The same member's bytes.
  func readMember(
    _ ending: String, beside path: MemberPath, of file: ContainerFile, _ planned: SourceVersion?
  ) throws(OpeningError) -> [UInt8] {
    let (other, count) = try member(ending, beside: path, of: file, planned)
    let source = try open(other, of: file, nil)
    do throws(SystemError) { return try source.descriptor.read(count, at: 0) } catch {
      throw OpeningError(reading: error)
    }
  }

  private func member(
    _ ending: String, beside path: MemberPath, of file: ContainerFile, _ planned: SourceVersion?
  ) throws(OpeningError) -> (path: MemberPath, bytes: Int) {
    guard let planned, version(of: path, in: file) == planned else { throw .source(.sourceChanged) }
    let stem = MemberIndex.stem(of: Array(path.member.utf8)[...])
    let other = path.with(member: String(decoding: stem, as: UTF8.self) + "." + ending)
    let (_, member) = try find(other, file)
    let bytes = Int(clamping: member.place.size)
    let most = FixedLimits.Archive.carriedBytes
    if bytes > most {
      throw .source(Finding(.maxFile, "has \(bytes) bytes, and exports carry up to \(most >> 20) MiB"))
    }
    return (other, bytes)
  }
}
