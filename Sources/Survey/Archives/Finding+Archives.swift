import Archives
import ImageModel
import Imaging
import System

extension Finding.Code {
  /// The code of an archive or a member that breaks the rules of the format.
  package static let archiveDamaged = Self("archive_damaged")
  /// The code of a member that is no regular file, or that is packed in a way that isn't read.
  package static let memberUnsupported = Self("member_unsupported")
}

extension Finding {
  /// The finding for an archive with a fault.
  init(_ fault: ArchiveFault) { self.init(.archiveDamaged, "the archive \(fault.message)") }

  /// The finding for an archive with members whose names earlier members have; nil if there are none.
  init?(repeated names: [String]) {
    guard let name = names.first else { return nil }
    let others = Set(names.map { ExactText($0) }).count - 1
    let more = others == 0 ? "" : ", and so with \(others) other name\(others == 1 ? "" : "s")"
    self.init(
      .archiveDamaged, "the archive has several members called '\(name)'\(more): the first one counts")
  }

  /// The finding for a member that is no source.
  init(_ fault: MemberFault) {
    let code: Code =
      switch fault {
      case .link, .device, .sparse, .encrypted, .method, .coder, .kind, .memory: .memberUnsupported
      case .tooLarge: .maxFile
      case .name, .repeated, .overlaps, .damaged: .archiveDamaged
      }
    self.init(code, fault.message)
  }
}
