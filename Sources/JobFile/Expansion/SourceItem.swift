import System

/// One source of a job: a file, a URL or a member of an archive, and the entry of `sources` that applies to it.
package struct SourceItem: Sendable {
  /// A path in memory. A path in UTF-8 is kept as a text, which a plan can share. Any other path is kept as
  /// bytes.
  private enum Kept {
    case text(String)
    case bytes([UInt8])
  }

  /// The part of the file that an item stands for.
  package enum Part: Hashable, Sendable {
    case whole
    /// One page, if the entry takes all pages.
    case page(Int)
    /// Boxes on a picture. The index gives the picture's place in the annotations of the item's entry.
    case boxes(picture: Int)
    /// No picture: an annotation file, by its index, or a list of URLs, whose index is 0. The item reports the faults
    /// of this file.
    case annotations(file: Int)
    /// No picture: a folder that can't be entered.
    case folder(FolderFault)
    /// No picture: an archive. The item reports the archive's fault.
    case archive

    var isPicture: Bool {
      switch self {
      case .whole, .page, .boxes: true
      case .annotations, .folder, .archive: false
      }
    }
  }

  private let kept: Kept
  private let entryIndex: Int32
  /// The number of bytes of `path` before the part that `{dir}` shows.
  private let fixedLength: Int32
  /// The part as a number: -1 for the whole file, -2 or less for an annotation file, 0 or more for a picture
  /// with boxes, `firstPage` or more for a page. For a folder it is `Int32.min` plus the errno, or
  /// `Int32.min` if the folder is too deep. For an archive it is `archivePart`.
  private var partIndex: Int32
  /// The row of the list that names the item, or the number of the member in its archive; negative for none.
  private let rowIndex: Int32
  /// The number of bytes of `path` before the member's name; 0 if the item is no member.
  private let memberStart: Int32
  /// The number of the member's sample in a list of the caller's.
  private var sampleIndex: Int32 = 0

  /// A source by its normalised path, or by the form of its URL that may be shown.
  ///
  /// `fixedLength` is the number of bytes at the start of `path` that `{dir}` leaves out, with the `/` after
  /// them. `row` is the index of the row that names the item in a list of URLs.
  package init(path: [UInt8], entry: Int, fixedLength: Int, part: Part = .whole, row: Int? = nil) {
    kept = UTF8Unit.areAllValid(in: path[...]) ? .text(String(decoding: path, as: UTF8.self)) : .bytes(path)
    entryIndex = Int32(clamping: entry)
    self.fixedLength = Int32(clamping: fixedLength)
    partIndex = Self.index(of: part)
    rowIndex = row.map { Int32(clamping: $0) } ?? -1
    memberStart = 0
  }

  /// The member `name` of an archive. `number` counts the archive's members in their order. `fixedLength` is the number
  /// of bytes at the start of `name` that `{dir}` leaves out, with the `/` after them.
  package init(archive: [UInt8], member name: String, number: Int, entry: Int, fixedLength: Int) {
    let start = MemberPath.start(in: archive.displayName)
    kept = .text(start + name)
    entryIndex = Int32(clamping: entry)
    self.fixedLength = Int32(clamping: start.utf8.count + fixedLength)
    partIndex = Self.index(of: .whole)
    rowIndex = Int32(clamping: number)
    memberStart = Int32(clamping: start.utf8.count)
  }

  private static func index(of part: Part) -> Int32 {
    switch part {
    case .whole: -1
    case .page(let page): firstPage + min(Int32(clamping: page), Int32.max - firstPage)
    case .boxes(let picture): min(Int32(clamping: picture), firstPage - 1)
    case .annotations(let file): Int32(clamping: -2 - file)
    case .folder(.tooDeep): Int32.min
    case .folder(.system(let error)): Int32.min + error.code
    case .archive: archivePart
    }
  }

  /// The same file and entry, with another part.
  package func with(_ part: Part) -> SourceItem {
    var item = self
    item.partIndex = Self.index(of: part)
    return item
  }

  /// The same item, with a number for the other members of its sample.
  package func with(sample: Int) -> SourceItem {
    var item = self
    item.sampleIndex = Int32(clamping: sample)
    return item
  }

  /// The number that stands for the other members of the item's sample; 0 unless ``with(sample:)`` gave one.
  package var sample: Int { Int(sampleIndex) }

  private static let firstPage: Int32 = 1 << 30

  /// Linux's largest errno (MAX_ERRNO).
  private static let mostErrno: Int32 = 4095

  private static let archivePart = Int32.min + mostErrno + 1

  /// The index of the item's entry in `JobSpec.sources`.
  package var entry: Int { Int(entryIndex) }

  /// The index of the row that names the item in its entry's list of URLs, or of its row in all Parquet files of the
  /// entry. Of a member, its number in the archive. Nil for all other items.
  package var row: Int? { rowIndex < 0 ? nil : Int(rowIndex) }

  package var part: Part {
    switch partIndex {
    case -1: .whole
    case Self.firstPage...: .page(Int(partIndex - Self.firstPage))
    case 0...: .boxes(picture: Int(partIndex))
    case Int32.min: .folder(.tooDeep)
    case ...(Int32.min + Self.mostErrno): .folder(.system(SystemError(partIndex - Int32.min)))
    case Self.archivePart: .archive
    default: .annotations(file: -2 - Int(partIndex))
    }
  }
}

extension SourceItem {
  /// The normalised path with `/` between names. The path is relative to the base folder, unless the job
  /// gives an absolute path outside of that folder.
  ///
  /// A file's name is bytes, which need not be UTF-8.
  package var path: [UInt8] { withPath(Array.init) }

  /// False if the path isn't UTF-8, so that no text can hold it.
  package var isUTF8: Bool {
    switch kept {
    case .text: true
    case .bytes: false
    }
  }

  /// The path in manifests and messages; each byte that isn't UTF-8 becomes `%` and two hexadecimal digits.
  package var displayName: String {
    switch kept {
    case .text(let text): text
    case .bytes(let bytes): UTF8Unit.display(bytes[...])
    }
  }

  /// The file's name with its extension: `{name}`.
  package var name: String { UTF8Unit.display(nameBytes) }

  /// The file's name up to its last dot, unless that dot is the first byte: `{stem}`.
  package var stem: String { UTF8Unit.display(nameBytes[..<extensionDot]) }

  /// The part after the last dot, in the file's own case; empty if there is none: `{ext}`.
  package var fileExtension: String { UTF8Unit.display(nameBytes[extensionDot...].dropFirst()) }

  /// The folder below the pattern's fixed part, with no `/` at its ends: `{dir}`. Empty for a `path` entry.
  package var dir: String {
    let path = path
    let folders = path[..<nameBytes.startIndex].dropFirst(Int(fixedLength)).dropLast()
    return UTF8Unit.display(folders)
  }

  /// True if `one` comes before `other`. Items are ordered by the bytes of their paths, then by their
  /// entries, then by their rows in a list. Members of an archive stand where the archive does, in the archive's order.
  package static func isOrdered(_ one: SourceItem, before other: SourceItem) -> Bool {
    one.withOuterPath { path in
      other.withOuterPath {
        if !path.elementsEqual($0) { return path.lexicographicallyPrecedes($0) }
        if one.memberStart > 0 { return one.rowIndex < other.rowIndex }
        return (one.entryIndex, one.rowIndex) < (other.entryIndex, other.rowIndex)
      }
    }
  }

  /// Calls `body` with the path of the file: of a member, the archive's path with the `::` behind it.
  private func withOuterPath<Value>(_ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
    withPath { path in
      body(memberStart > 0 ? UnsafeBufferPointer(rebasing: path.prefix(Int(memberStart))) : path)
    }
  }

  private func withPath<Value>(_ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
    switch kept {
    case .text(var text): text.withUTF8(body)
    case .bytes(let bytes): bytes.withUnsafeBufferPointer(body)
    }
  }

  private var nameBytes: ArraySlice<UInt8> {
    if case .text(let text) = kept, memberStart == 0, WebAddress.isURL(text),
      let address = try? WebAddress(text),
      address.scheme != .s3
    {
      return address.fileName[...]
    }
    let path = path
    return path[max(path.lastIndex(of: .slash).map { $0 + 1 } ?? 0, Int(memberStart))...]
  }

  private var extensionDot: Int { GlobName.extensionDot(of: nameBytes) }
}
