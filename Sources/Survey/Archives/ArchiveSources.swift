import Archives
import ImageModel
import Imaging
import JobFile
import System

/// The archives of a job. It scans each of them once, unless the shelf has its index, and opens their members.
final class ArchiveSources: Sendable {
  /// The most bytes of a member that is a source.
  private let largest: Int
  private let archives = OncePerKey<ContainerFile, Archive>()
  let packed = PackedArchives()
  let shelf: ArchiveShelf?

  init(largest: Int, _ shelf: ArchiveShelf?) { (self.largest, self.shelf) = (largest, shelf) }

  /// The archive in `file`, as it was at the first call.
  func archive(_ file: ContainerFile, _ format: ArchiveFormat) throws(OpeningError) -> Archive {
    try archives.value(file) { () throws(OpeningError) in
      shelf?.note(file.name)
      let container = try file.open()
      let slot = slot(of: file, format, container.identity)
      if let index = slot?.index() { return Archive(container.identity, index) }
      let bytes =
        if let packer = format.packer, !format.hasDirectory {
          try packed.bytes(of: file, packer, container.identity, from: slot)
        } else { ArchiveBytes.plain(container) }
      let archive = try Archive(container.identity, format, largest: largest, bytes)
      slot?.keep(archive.index, bytes.points)
      return archive
    }
  }

  /// The place of an archive on the shelf.
  private func slot(
    of file: ContainerFile, _ format: ArchiveFormat, _ identity: FileIdentity
  ) -> ArchiveSlot? {
    shelf?.slot(of: file.name, ArchiveLabel(identity: identity, format: format, largest: largest))
  }

  /// Opens a member, which lies in memory while it is open. Throws `source_changed` if it isn't of the version
  /// `planned`; nil stands for any version.
  func open(
    _ path: MemberPath, of file: ContainerFile, _ planned: SourceVersion?
  ) throws(OpeningError) -> OpenSource {
    let (archive, member) = try find(path, file)
    let version = archive.version(of: member)
    if let planned, planned != version { throw .source(.sourceChanged) }
    if let packer = path.format.packer {
      let bytes = try unpacked(member, archive, file, path.format, packer)
      do throws(ImageError) { return try OpenSource(bytes, version) } catch { throw .source(error.finding) }
    }
    return try OpenMember(member, of: archive, in: try file.open()).source()
  }

  /// Calls `body` with the version and the bytes of a member. A stored member is read where it lies.
  func read<Value>(
    _ path: MemberPath, of file: ContainerFile, _ trouble: (SystemError) -> Void,
    _ body: (SurveyedSource) throws(SourceRefusal) -> Value
  ) throws(SourceRefusal) -> Value {
    if let packer = path.format.packer {
      let source: SurveyedSource
      do throws(OpeningError) {
        let (archive, member) = try find(path, file)
        let bytes = try unpacked(member, archive, file, path.format, packer)
        source = SurveyedSource(
          version: archive.version(of: member), bytes: ByteSource(bytes), heldBytes: bytes.count)
      } catch { throw error.refusal(trouble) }
      return try body(source)
    }
    let member: OpenMember
    do throws(OpeningError) { member = try self.member(path, of: file) } catch {
      throw error.refusal(trouble)
    }
    if member.isStored { return try member.withBytes(trouble, body) }
    let source: OpenSource
    do throws(OpeningError) { source = try member.source() } catch { throw error.refusal(trouble) }
    return try source.withBytes(body)
  }

  /// Asks for the bytes of a member, which an image needs soon. Errors are ignored: opening the member reports them.
  func prefetch(_ path: MemberPath, of file: ContainerFile) {
    guard path.format.packer == nil, let (archive, member) = try? find(path, file),
      let container = try? file.open(), container.identity == archive.identity
    else { return }
    let range = member.rangeToRead
    let count = Int(clamping: range.upperBound - range.lowerBound)
    container.prefetch(count, at: Int(clamping: range.lowerBound))
  }

  /// The version of a member now. Nil if there is no such member, or if the archive was changed since it was scanned.
  func version(of path: MemberPath, in file: ContainerFile) -> SourceVersion? {
    guard let archive = try? archive(file, path.format), file.identity == archive.identity else {
      return nil
    }
    return scannedVersion(of: path, in: file)
  }

  /// The version of a member when its archive was scanned; nil if there is no such member.
  func scannedVersion(of path: MemberPath, in file: ContainerFile) -> SourceVersion? {
    guard let archive = try? archive(file, path.format), let number = archive.index.number(named: path.member)
    else { return nil }
    return archive.version(of: archive.index[number])
  }

  /// The archive in `file`, and its member. Throws the reason why the member is no source.
  func find(
    _ path: MemberPath, _ file: ContainerFile
  ) throws(OpeningError) -> (Archive, ArchiveMember) {
    let archive = try archive(file, path.format)
    let member: ArchiveMember?
    do throws(MemberFault) { member = try archive.member(named: path.member) } catch {
      throw .source(Finding(error))
    }
    guard let member else { throw .source(Finding(.notFound, "its archive has no such member")) }
    return (archive, member)
  }

  private func member(_ path: MemberPath, of file: ContainerFile) throws(OpeningError) -> OpenMember {
    let (archive, member) = try find(path, file)
    return try OpenMember(member, of: archive, in: try file.open())
  }

  /// The bytes of a member of a compressed archive.
  private func unpacked(
    _ member: ArchiveMember, _ archive: Archive, _ file: ContainerFile, _ format: ArchiveFormat,
    _ packer: ArchiveFault.Packer
  ) throws(OpeningError) -> [UInt8] {
    let identity = archive.identity
    let archive = try packed.bytes(of: file, packer, identity, from: slot(of: file, format, identity))
    let bytes: [UInt8]
    do throws(ArchiveBytes.Fault) { bytes = try archive.read(member.place.range) } catch {
      switch error {
      case .file(let error): throw error
      case .archive(let fault): throw .source(Finding(fault))
      }
    }
    if bytes.count < member.place.range.count { throw .source(.sourceChanged) }
    var sum = CRC32()
    if member.place.checksum != nil { sum.add(bytes) }
    if let fault = member.place.fault(bytes: bytes.count, sum) { throw .source(Finding(fault)) }
    return bytes
  }
}
