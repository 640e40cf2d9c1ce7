import Archives
import ImageModel
import System

/// The directory of an archive, as it was when the archive was scanned.
struct Archive: Sendable {
  /// The identity of the archive's file.
  let identity: FileIdentity
  let index: MemberIndex
  /// The reasons why members with these names are no sources.
  private let refused: [ExactText: MemberFault]

  /// Scans an archive. A member has at most `largest` bytes.
  init(
    _ identity: FileIdentity, _ format: ArchiveFormat, largest: Int, _ bytes: ArchiveBytes
  ) throws(OpeningError) {
    var limits = ArchiveLimits()
    limits.memberBytes = UInt64(clamping: largest)
    let size = UInt64(clamping: identity.bytes)
    let index =
      switch format {
      case .zip: try MemberIndex(ZipScan(size: size, limits: limits), bytes, limits)
      case .sevenZip: try MemberIndex(SevenZipScan(size: size, limits: limits), bytes, limits)
      default: try MemberIndex(TarScan(limits: limits), bytes, limits)
      }
    self.init(identity, index)
  }

  /// The archive that an earlier scan found.
  init(_ identity: FileIdentity, _ index: MemberIndex) {
    (self.identity, self.index) = (identity, index)
    let skipped = (0..<index.skippedCount).map { index.skipped($0) }
    refused = Dictionary(
      skipped.map { (ExactText($0.name), $0.fault) }, uniquingKeysWith: { first, _ in first })
  }

  /// The member with this name; nil if there is none. Throws the reason why the member is no source.
  func member(named name: String) throws(MemberFault) -> ArchiveMember? {
    if let number = index.number(named: name) { return index[number] }
    if let fault = refused[ExactText(name)] { throw fault }
    return nil
  }

  /// The version of a member. It changes with the archive's file.
  func version(of member: ArchiveMember) -> SourceVersion {
    SourceVersion(
      part: Int(clamping: member.place.size), of: identity,
      [member.place.header, member.place.checksum.map(UInt64.init) ?? .max])
  }
}

extension SourceVersion {
  /// The version of `count` bytes in a file. `numbers` tell them from other bytes of the file. A hash of all numbers
  /// stands in place of the inode.
  init(part count: Int, of file: FileIdentity, _ numbers: [UInt64]) {
    var bytes: [UInt8] = []
    let identity = [file.bytes, file.modified, count].map { UInt64(bitPattern: Int64($0)) }
    for number in identity + [file.inode] + numbers {
      withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }
    let hash = UInt64(SHA256.digest(of: bytes, bytes: 8), radix: 16) ?? 0
    self.init(FileIdentity(bytes: count, modified: file.modified, inode: hash))
  }
}

extension MemberIndex {
  /// The index of the archive with these bytes.
  fileprivate init(
    _ scan: consuming some ArchiveScan, _ archive: ArchiveBytes, _ limits: ArchiveLimits
  ) throws(OpeningError) {
    var builder = Builder(limits: limits)
    var fault: ArchiveFault?
    while fault == nil, let range = scan.wanted {
      do throws(ArchiveBytes.Fault) {
        let bytes = try archive.read(range)
        // A member's header may name more bytes than the archive has.
        do throws(ArchiveFault) {
          if bytes.isEmpty { try scan.end(at: archive.size) } else { try scan.take(bytes[...]) }
        } catch { fault = error }
      } catch {
        switch error {
        case .file(let error): throw error
        case .archive(let damage):
          // Members before the damage are whole.
          try? scan.end(at: archive.size)
          fault = damage
        }
      }
      do throws(ArchiveFault) {
        while let event = scan.next() { try builder.append(event) }
      } catch { fault = error }
    }
    if fault == nil {
      do throws(ArchiveBytes.Fault) { try archive.readToEnd() } catch {
        switch error {
        case .file(let error): throw error
        case .archive(let damage): fault = damage
        }
      }
    }
    self = builder.finish(fault)
  }
}
