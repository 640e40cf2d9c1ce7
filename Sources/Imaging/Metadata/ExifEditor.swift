import ImageModel

/// The orientation tag in an output's metadata.
package enum WrittenOrientation: Hashable, Sendable {
  /// The pixels are upright. If the tag is kept, its value is 1.
  case upright
  /// The tag is written with this value, even if no other metadata is kept.
  case tag(ExifOrientation)
  /// No tag is written.
  case none
}

/// Removes parts of an EXIF block that aren't kept, and corrects the rest.
///
/// If maker notes stay, the block is edited in place, so that all offsets stay valid; otherwise it is
/// written anew.
struct ExifEditor {
  let request: MetadataRequest

  /// The output's APP1 payload.
  func edited(_ payload: [UInt8]) throws(Unfollowable) -> EditedBlock {
    guard var block = TIFFBlock(payload: payload) else { throw Unfollowable(reason: "it has no TIFF header") }
    let (layout, losses) = try layout(of: block)
    var result = EditedBlock(warnings: losses, changes: layout.changes)
    let directories = layout.directories.map { ($0, fields(of: $0, in: block, &result.changes)) }
    for range in layout.erasedBytes.ranges {
      block.write(repeatElement(0, count: range.count), at: range.lowerBound)
    }
    guard directories.contains(where: { !$0.1.isEmpty }) else { return result }
    if block.erasePreviews(around: layout) { result.changes.change(MetadataPolicy.Group.makerNotes.rawValue) }
    block.cutTail(of: layout)
    for (kept, fields) in directories {
      block.rewrite(kept.directory, entries: fields, isMain: kept.kind == .main)
    }
    if !layout.keepsMakerNotes { block = try block.compacted() }
    let bytes = MetadataSegment.Kind.exif.identifier + block.bytes
    guard bytes.count <= MetadataSegment.longestPayload else {
      throw Unfollowable(
        reason: "it is longer than \(MetadataSegment.longestPayload) bytes")
    }
    result.payload = bytes
    return result
  }

  /// The parts of a block to keep, and warnings about losses. A damaged block keeps all fields that can be
  /// found. It keeps no maker notes, because they may point anywhere.
  private func layout(of block: TIFFBlock) throws(Unfollowable) -> (ExifLayout, [Finding]) {
    var losses: [Finding] = []
    let layout: ExifLayout
    do throws(Unfollowable) {
      layout = try ExifLayout(block, request)
    } catch {
      guard let found = try? ExifLayout(block, request, isDamaged: true) else { throw error }
      layout = found
      losses.append(Finding(.exifDropped, "EXIF can't be kept whole: \(error.reason)"))
    }
    if let reason = layout.makerNotesLoss {
      losses.append(Finding(.makerNotesDropped, "the maker's notes can't be kept: \(reason)"))
    }
    return (layout, losses)
  }

  /// A block with only an orientation tag.
  static func minimal(_ orientation: ExifOrientation) -> [UInt8] {
    MetadataSegment.Kind.exif.identifier
      + [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1]
      + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation.rawValue, 0, 0] + [0, 0, 0, 0]
  }

  /// The kept fields of a directory, corrected, 12 bytes each.
  private func fields(
    of kept: ExifLayout.Kept, in block: TIFFBlock, _ changes: inout MetadataChanges
  ) -> [[UInt8]] {
    var fields: [[UInt8]] = []
    let entries =
      request.transposes && kept.kind == .main ? block.transposed(kept.entries, &changes) : kept.entries
    for entry in entries where entry.tag != TIFFTag.orientation {
      var field = entry.raw
      switch entry.tag {
      // These fields are corrected in any directory, because some writers put them into a wrong one.
      case TIFFTag.imageWidth, TIFFTag.pixelXDimension, TIFFTag.relatedImageWidth:
        field = block.entry(entry.tag, entry.type, request.size.width)
      case TIFFTag.imageLength, TIFFTag.pixelYDimension, TIFFTag.relatedImageLength:
        field = block.entry(entry.tag, entry.type, request.size.height)
      default: break
      }
      if field != entry.raw { changes.change(ExifTag(entry.tag, kept.kind.space).name) }
      fields.append(field)
    }
    if kept.kind == .main { insertOrientation(into: &fields, of: kept, block, &changes) }
    return fields
  }

  /// Inserts the orientation tag that the request asks for. The fields stay in the order of their tags.
  private func insertOrientation(
    into fields: inout [[UInt8]], of main: ExifLayout.Kept, _ block: TIFFBlock,
    _ changes: inout MetadataChanges
  ) {
    let old = main.entries.first { $0.tag == TIFFTag.orientation }
    let value: ExifOrientation
    switch request.orientation {
    case .none:
      if old != nil { changes.drop(ExifTag.orientation.name) }
      return
    case .upright:
      if old == nil { return }
      value = .topLeft
    case .tag(let tag): value = tag
    }
    let field = block.entry(TIFFTag.orientation, 3, Int(value.rawValue))
    if field != old?.raw { changes.change(ExifTag.orientation.name) }
    let place = fields.firstIndex { block.number(in: $0.prefix(2)) > TIFFTag.orientation } ?? fields.endIndex
    fields.insert(field, at: place)
  }
}

extension TIFFBlock {
  /// The fields of IFD0. XResolution and YResolution are exchanged if both exist.
  fileprivate func transposed(_ entries: [TIFFEntry], _ changes: inout MetadataChanges) -> [TIFFEntry] {
    guard let x = entries.firstIndex(where: { $0.tag == TIFFTag.xResolution }),
      let y = entries.firstIndex(where: { $0.tag == TIFFTag.yResolution }),
      let (across, down) = entries[x].values.flatMap({ across in entries[y].values.map { (across, $0) } }),
      bytes[across] != bytes[down]
    else { return entries }
    var entries = entries
    for (place, other) in [(x, entries[y]), (y, entries[x])] {
      entries[place].raw.replaceSubrange(2..., with: other.raw[2...])
      changes.change(ExifTag(entries[place].tag).name)
    }
    return entries
  }

  /// A new block with this block's directories and values, without gaps between them.
  fileprivate func compacted() throws(Unfollowable) -> TIFFBlock {
    guard let tree = ExifTree(self, within: MetadataSegment.longestPayload),
      let block = TIFFBlock(tree.block(isBigEndian: isBigEndian))
    else { throw Unfollowable(reason: ExifTree.tooLong) }
    return block
  }

  /// Overwrites JPEG streams in kept maker notes, and in bytes that the notes may point to. Such streams show
  /// the old picture. Returns true if there was such a stream.
  fileprivate mutating func erasePreviews(around layout: ExifLayout) -> Bool {
    guard layout.keepsMakerNotes else { return false }
    let streams = layout.bytesOfNotes(in: bytes.count).ranges.flatMap {
      EmbeddedStreams.ranges(in: bytes[$0])
    }
    for stream in streams { write(repeatElement(0, count: stream.count), at: stream.lowerBound) }
    return !streams.isEmpty
  }

  /// A field of one integer. A field of type SHORT stays SHORT; any other becomes LONG.
  fileprivate func entry(_ tag: Int, _ type: Int, _ value: Int) -> [UInt8] {
    let type = type == 3 ? 3 : 4
    let number = encoded(value, count: type == 3 ? 2 : 4)
    return encoded(tag, count: 2) + encoded(type, count: 2) + encoded(1, count: 4) + number
      + [UInt8](repeating: 0, count: 4 - number.count)
  }

  /// Cuts off the end of the block if nothing kept lies after the removed parts.
  ///
  /// Bytes that belong to no directory count as kept unless they are 0, because maker notes may use such
  /// bytes.
  fileprivate mutating func cutTail(of layout: ExifLayout) {
    var end = layout.keptBytes.ranges.last?.upperBound ?? 0
    if let foreign = bytes.indices.last(where: { $0 >= end && bytes[$0] != 0 }) {
      end = layout.erasedBytes.ranges.first { $0.lowerBound > foreign }?.lowerBound ?? bytes.count
    }
    let nextFields = layout.directories.map { $0.directory.table.upperBound + 4 }.filter { $0 <= bytes.count }
    bytes.removeSubrange(max(end, nextFields.max() ?? 0)...)
  }

  /// Replaces the fields of a directory. The new table takes the old one's place if it fits, or else goes to
  /// the block's end.
  fileprivate mutating func rewrite(_ directory: TIFFDirectory, entries: [[UInt8]], isMain: Bool) {
    let table = encoded(entries.count, count: 2) + entries.joined()
    let spare = directory.table.count - table.count
    if spare < 0 {
      write(repeatElement(0, count: directory.table.count), at: directory.offset)
      if !bytes.count.isMultiple(of: 2) { bytes.append(0) }
      write(encoded(bytes.count, count: 4), at: 4)
      bytes += table + [0, 0, 0, 0]
      return
    }
    write(table + [UInt8](repeating: 0, count: spare), at: directory.offset)
    if isMain && directory.next ?? 0 != 0 { write([0, 0, 0, 0], at: directory.table.upperBound) }
  }
}
