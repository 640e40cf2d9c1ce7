import Archives
import System

/// A 7z or a RAR whose members were read.
struct PackedArchive {
  private(set) var members: [ArchiveFile.Member] = []
  /// The names of members that can't be read, and why.
  private(set) var faults: [String: MemberFault] = [:]
  private(set) var fault: ArchiveFault.Kind?

  init(_ packer: ArchiveFault.Packer, _ bytes: [UInt8]) throws {
    let reader = try PackedData(packer, bytes).reader(window: 1 << 16)
    let events: [ArchiveEvent]
    if packer == .sevenZip {
      let found = Scanned(bytes, SevenZipScan(size: UInt64(bytes.count)))
      (events, fault) = (found.events, found.fault?.kind)
    } else {
      (events, fault) = Self.scan(reader)
    }
    for event in events {
      switch event {
      case .skipped(let name, let fault): faults[name] = fault
      case .member(let member):
        let bytes = try reader.read(member.place.range)
        var sum = CRC32()
        sum.add(bytes)
        if let fault = member.place.fault(bytes: bytes.count, sum) {
          faults[member.name] = fault
        } else {
          members.append(ArchiveFile.Member(name: member.name, bytes: bytes))
        }
      }
    }
  }

  /// The members of a tar, with those before a fault.
  private static func scan(_ reader: UnpackedBytes) -> ([ArchiveEvent], ArchiveFault.Kind?) {
    var (scan, events) = (TarScan(), [ArchiveEvent]())
    var fault: ArchiveFault.Kind?
    do throws(UnpackFault) {
      while let range = scan.wanted {
        let bytes = try reader.read(range)
        do throws(ArchiveFault) { try scan.take(bytes[...]) } catch { throw .archive(error) }
        while let event = scan.next() { events.append(event) }
      }
    } catch .archive(let found) {
      try? scan.end(at: reader.reach)
      fault = found.kind
    } catch {}
    while let event = scan.next() { events.append(event) }
    return (events, fault)
  }

  /// The members by their names.
  var sorted: [ArchiveFile.Member] { members.sorted { $0.name < $1.name } }
}
