import Archives
import ImageModel
import Imaging
import System

/// A member of an open archive.
struct OpenMember {
  let version: SourceVersion
  private let container: ContainerBytes
  private let place: MemberPlace

  /// A header reader gets so many bytes of a member first. The range that had the member's own header often has them
  /// too, and many headers need no more.
  private static let firstBytes = 16 << 10

  /// Finds the bytes of a member in `archive`, which is open. Throws `source_changed` if the archive isn't the one that
  /// was scanned, and `archive_damaged` if the member isn't where the directory says.
  init(_ member: ArchiveMember, of archive: Archive, in container: ContainerBytes) throws(OpeningError) {
    guard container.identity == archive.identity else { throw .source(.sourceChanged) }
    place = try member.place.isSettled ? member.place : container.place(of: member, in: archive)
    version = archive.version(of: member)
    self.container = container
  }

  /// True if the bytes lie in the archive as they are.
  var isStored: Bool { place.method == .stored }

  /// Calls `body` with the version and the bytes of a stored member, which are read where they lie. If they come by
  /// ranges, it is called again with more of them.
  func withBytes<Value>(
    _ trouble: (SystemError) -> Void, _ body: (SurveyedSource) throws(SourceRefusal) -> Value
  ) throws(SourceRefusal) -> Value {
    guard let number = container.number else { return try withRanges(trouble, body) }
    let bytes: ByteSource
    do throws(ImageError) {
      let start = Int(clamping: place.offset)
      bytes = try ByteSource(descriptor: number).part(start..<start + version.bytes)
    } catch { throw SourceRefusal(error.finding, bytes: version.bytes) }
    return try body(SurveyedSource(version: version, bytes: bytes, heldBytes: version.bytes))
  }

  private func withRanges<Value>(
    _ trouble: (SystemError) -> Void, _ body: (SurveyedSource) throws(SourceRefusal) -> Value
  ) throws(SourceRefusal) -> Value {
    let known = RangedBytes(size: version.bytes)
    var (wanted, length) = (0..<0, Self.firstBytes)
    while true {
      let end = max(wanted.upperBound, wanted.lowerBound + length)
      let piece = wanted.lowerBound..<min(end, version.bytes)
      do throws(OpeningError) {
        let bytes = try container.bytes(piece.count, at: Int(clamping: place.offset) + piece.lowerBound)
        if bytes.count < piece.count { throw .source(.sourceChanged) }
        known.add(bytes, at: piece.lowerBound)
      } catch { throw error.refusal(trouble) }
      let result = Result { () throws(SourceRefusal) in
        try body(SurveyedSource(version: version, bytes: ByteSource(known), heldBytes: version.bytes))
      }
      guard let more = known.wanted else { return try result.get() }
      (wanted, length) = (more, min(4 * length, version.bytes))
    }
  }

  /// The member as a source in memory.
  func source() throws(OpeningError) -> OpenSource {
    let packed = try container.contents(Int(clamping: place.packed), at: Int(clamping: place.offset))
    let contents: Result<MemoryFile, MemberFault>
    do throws(SystemError) { contents = try unpacked(packed) } catch { throw OpeningError(reading: error) }
    try container.checkUnchanged()
    let file: MemoryFile
    do throws(MemberFault) { file = try contents.get() } catch { throw .source(Finding(error)) }
    do throws(SystemError) { return try OpenSource(file, version) } catch { throw .system(error) }
  }

  private func unpacked(_ packed: MemoryFile) throws(SystemError) -> Result<MemoryFile, MemberFault> {
    let count = Int(clamping: place.packed)
    var contents = packed
    switch place.method {
    case .stored: break
    case .deflate:
      guard
        case .file(let inflated, version.bytes) = try packed.inflated(count, .raw, within: version.bytes)
      else { return .failure(.damaged(.data)) }
      contents = inflated
    case .zstd:
      switch try packed.unpacked(.zstd, exactly: version.bytes) {
      case .success(let unpacked): contents = unpacked
      case .failure(let fault): return .failure(fault)
      }
    }
    return try place.fault(of: contents, bytes: version.bytes).map { .failure($0) } ?? .success(contents)
  }
}

extension ArchiveMember {
  /// About the bytes of the archive that opening the member reads: of a zip, with the local header, whose size isn't
  /// known before.
  var rangeToRead: Range<UInt64> {
    if place.isSettled { return place.range }
    let most = UInt64(ZipLocalHeader.fixedBytes + name.utf8.count + 1024)
    let (end, isOver) = place.range.upperBound.addingReportingOverflow(most)
    return place.header..<(isOver ? .max : end)
  }
}

extension ContainerBytes {
  /// The place of a zip's member, whose local header is read.
  fileprivate func place(of member: ArchiveMember, in archive: Archive) throws(OpeningError) -> MemberPlace {
    var count = ZipLocalHeader.fixedBytes
    while true {
      let header = try bytes(count, at: Int(clamping: member.place.header))
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
