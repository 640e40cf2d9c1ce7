import Archives
import Glibc
import ImageModel
import Imaging
import System

/// A member of an archive, whose file is open.
struct OpenMember: ~Copyable {
  let version: SourceVersion
  private let file: Descriptor
  private let identity: FileIdentity
  private let place: MemberPlace

  /// The number of the method zstd in zip files (APPNOTE 6.3.10, section 4.4.5).
  private static let zstd: UInt16 = 93

  /// Finds the bytes of a member in the open file of `archive`. Throws `source_changed` if the file isn't the one that
  /// was scanned, and `archive_damaged` if the member isn't where the directory says.
  init(_ member: ArchiveMember, of archive: Archive, in source: consuming OpenSource) throws(OpeningError) {
    guard source.version == SourceVersion(archive.identity) else { throw .source(.sourceChanged) }
    place = try member.place.isSettled ? member.place : source.descriptor.place(of: member, in: archive)
    version = archive.version(of: member)
    identity = archive.identity
    file = source.descriptor
  }

  /// True if the bytes lie in the archive as they are.
  var isStored: Bool { place.method == .stored }

  /// Calls `body` with the version and the bytes of a stored member, which are read where they lie.
  func withBytes<Value>(
    _ body: (SurveyedSource) throws(SourceRefusal) -> Value
  ) throws(SourceRefusal) -> Value {
    let bytes: ByteSource
    do throws(ImageError) {
      let start = Int(clamping: place.offset)
      bytes = try ByteSource(descriptor: file.number).part(start..<start + version.bytes)
    } catch { throw SourceRefusal(error.finding, bytes: version.bytes) }
    return try body(SurveyedSource(version: version, bytes: bytes, heldBytes: version.bytes))
  }

  /// Asks the kernel to read the bytes into its cache, and doesn't wait for that.
  func prefetch() {
    _ = posix_fadvise(
      file.number, off_t(clamping: place.offset), off_t(clamping: place.packed), POSIX_FADV_WILLNEED)
  }

  /// The member as a source in memory.
  func source() throws(OpeningError) -> OpenSource {
    let contents = try contents()
    do throws(SystemError) { return try OpenSource(contents, version) } catch { throw .system(error) }
  }

  private func contents() throws(OpeningError) -> MemoryFile {
    let contents: Result<MemoryFile, MemberFault>
    let isUnchanged: Bool
    do throws(SystemError) {
      contents = try unpacked()
      isUnchanged = try file.status().identity == identity
    } catch { throw OpeningError(reading: error) }
    if !isUnchanged { throw .source(.sourceChanged) }
    do throws(MemberFault) { return try contents.get() } catch { throw .source(Finding(error)) }
  }

  private func unpacked() throws(SystemError) -> Result<MemoryFile, MemberFault> {
    let count = Int(clamping: place.packed)
    var contents = try MemoryFile(copying: count, of: file, at: Int(clamping: place.offset))
    switch place.method {
    case .stored: break
    case .deflate:
      guard
        case .file(let inflated, version.bytes) = try contents.inflated(count, .raw, within: version.bytes)
      else { return .failure(.damaged(.data)) }
      contents = inflated
    case .zstd: return .failure(.method(Self.zstd))
    }
    return try place.fault(of: contents, bytes: version.bytes).map { .failure($0) } ?? .success(contents)
  }
}

extension Descriptor {
  /// The place of a zip's member, whose local header is read.
  fileprivate func place(of member: ArchiveMember, in archive: Archive) throws(OpeningError) -> MemberPlace {
    var count = ZipLocalHeader.fixedBytes
    while true {
      let header: [UInt8]
      do throws(SystemError) { header = try read(count, at: Int(clamping: member.place.header)) } catch {
        throw OpeningError(reading: error)
      }
      do throws(MemberFault) {
        let end = UInt64(clamping: archive.identity.bytes)
        switch try ZipLocalHeader.read(header[...], of: member, before: end) {
        case .place(let place): return place
        case .needs(let more): count = more
        }
      } catch { throw .source(Finding(error)) }
    }
  }
}
