import ImageModel

/// The name of a source that is a member of an archive: `ARCHIVE::MEMBER`.
package struct MemberPath: Hashable, Sendable {
  package let archive: String
  package let format: ArchiveFormat
  /// The member's name, as the archive has it.
  package private(set) var member: String

  /// The text between the two names.
  private static let mark = "::"

  /// The start of the names of all members of an archive.
  package static func start(in archive: String) -> String { archive + mark }

  /// The name of the picture in the row `number` of a Parquet file, counted from 0. `image` is the column of pictures.
  package static func name(ofRow number: Int, image: String) -> String { "\(image)/\(number)" }

  /// The column and the number of the row that the member's name stands for; nil if it stands for none.
  package var row: (image: String, number: Int)? {
    guard let slash = member.lastIndex(of: "/"),
      let number = PlainNumber.whole(String(member[member.index(after: slash)...]), in: 0...Int.max)
    else { return nil }
    return (String(member[..<slash]), number)
  }

  /// Another member of the same archive.
  package func with(member: String) -> MemberPath {
    var path = self
    path.member = member
    return path
  }

  /// Takes a source's name apart; nil for the name of any other source. The first `::` behind the name of an archive
  /// counts.
  package init?(_ name: String) {
    var rest = name.utf8[...]
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      rest = rest[rest.index(after: colon)...]
      guard rest.first == UInt8(ascii: ":") else { continue }
      let archive = String(name[..<colon])
      if let format = ArchiveFormat(ofArchive: archive) {
        (self.archive, self.format, member) = (archive, format, String(Substring(rest.dropFirst())))
        return
      }
    }
    return nil
  }
}
