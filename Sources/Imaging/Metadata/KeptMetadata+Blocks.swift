import CCodecs
import ImageModel

extension KeptMetadata {
  /// The metadata, cut into pieces for a format. The pieces for a JPEG are segments. The pieces for other
  /// formats are whole blocks.
  func pieces(for format: OutputFormat) -> [(kind: shim_metadata, bytes: [UInt8])] {
    if format == .jpeg { return segments.map { (SHIM_SEGMENT, [$0.marker] + $0.payload) } }
    if format == .gif { return [] }
    let exif =
      switch format {
      case .tiff: fieldsOfTIFF
      case .png: blocks(.exif, SHIM_EXIF)
      default: exifWithResolution
      }
    return exif + blocks(.xmp, SHIM_XMP) + colors(in: format) + blocks(.comment, SHIM_COMMENT)
  }

  /// The description of the colours. AVIF takes only the colour numbers, if there are any. PNG takes the
  /// numbers and the profile, because some readers don't know the chunk of numbers.
  private func colors(in format: OutputFormat) -> [(kind: shim_metadata, bytes: [UInt8])] {
    let numbers = colorNumbers.map {
      [UInt8(truncatingIfNeeded: $0.primaries), UInt8(truncatingIfNeeded: $0.transfer)]
    }
    switch (format, numbers) {
    case (.avif, let numbers?): return [(SHIM_CICP, numbers)]
    case (.png, let numbers?) where !profile.isEmpty: return profile + [(SHIM_CICP, numbers)]
    default: return profile
    }
  }

  /// Warnings about metadata that `format` can't store.
  func losses(in format: OutputFormat) -> [Finding] {
    var losses: [Finding] = []
    if !payloads(.iptc).isEmpty && ![.jpeg, .tiff].contains(format) {
      losses.append(Finding(.iptcDropped, "IPTC can't be kept: \(format.rawValue) has no place for it"))
    }
    if format == .gif { losses += lossesInGIF }
    if format == .tiff && tree == nil && !payloads(.exif).isEmpty {
      losses.append(Finding(.exifDropped, "EXIF can't be kept: \(ExifTree.tooLong)"))
    }
    if format == .tiff && tree?.main.hasMakerNotes == true {
      losses.append(
        Finding(
          .makerNotesDropped,
          "the maker's notes can't be kept: they may point to places in EXIF, which a TIFF spreads anew"))
    }
    return losses
  }

  /// Warnings about metadata other than IPTC. Upright writes none of it into a GIF. The profile of sRGB is no loss.
  private var lossesInGIF: [Finding] {
    let blocks: [(MetadataSegment.Kind, Finding.Code, String)] = [
      (.exif, .exifDropped, "EXIF"), (.xmp, .xmpDropped, "XMP"), (.comment, .commentDropped, "a comment"),
    ]
    var losses = blocks.filter { !payloads($0.0).isEmpty }.map { _, code, name in
      Finding(code, "\(name) can't be kept: upright writes no metadata into a gif")
    }
    let ofSRGB = [BuiltInProfile.srgb.bytes, BuiltInProfile.grey.bytes]
    if let profile = profile.first?.bytes, !ofSRGB.contains(profile) {
      losses.append(
        Finding(.iccDropped, "the ICC profile can't be kept: upright writes no metadata into a gif"))
    }
    return losses
  }

  /// Notes the EXIF fields that a TIFF output leaves out, because they describe the layout of the source's
  /// pixels.
  package mutating func noteFields(leftOutOf format: OutputFormat?) {
    guard format == .tiff, let tree else { return }
    let left = TIFFTag.ofPixels.subtracting(TIFFTag.writtenAnew)
    for field in tree.main.fields where left.contains(field.tag) { drop(ExifTag(field.tag)) }
  }

  /// The EXIF block as a tree.
  private var tree: ExifTree? {
    payloads(.exif).first.flatMap { TIFFBlock(payload: $0) }.flatMap {
      ExifTree($0, within: MetadataSegment.longestPayload)
    }
  }

  /// EXIF and IPTC as fields of a TIFF, in a little-endian block. The first directory lies right after the
  /// block's header, so the block's offsets are also valid in the TIFF.
  private var fieldsOfTIFF: [(kind: shim_metadata, bytes: [UInt8])] {
    let records = payloads(.iptc).first.map {
      Array($0.dropFirst(MetadataSegment.Kind.iptc.identifier.count))
    }
    let iptc = records.flatMap { try? PhotoshopResources.iptc(in: $0) }
    var tree = tree ?? ExifTree(isBigEndian: false, main: ExifTree.Directory())
    tree.main.remove(TIFFTag.ofPixels)
    tree.main.removeMakerNotes()
    tree.take(resolution)
    if let iptc {
      tree.main.insert(ExifTree.Field(tag: TIFFTag.iptc, type: 7, count: iptc.count, value: iptc))
    }
    return tree.main.isEmpty ? [] : [(SHIM_EXIF, tree.block(isBigEndian: false))]
  }

  /// EXIF with the resolution, for formats without another place for it. A block with maker notes stays
  /// unchanged, because the block's values mustn't move. No block is made for the default resolution.
  private var exifWithResolution: [(kind: shim_metadata, bytes: [UInt8])] {
    let exif = blocks(.exif, SHIM_EXIF)
    guard let resolution, !exif.isEmpty || !resolution.isOfExifByDefault,
      var tree = exif.isEmpty ? ExifTree(isBigEndian: false, main: ExifTree.Directory()) : tree,
      !tree.main.hasMakerNotes
    else { return exif }
    tree.take(resolution)
    return [(SHIM_EXIF, tree.block(isBigEndian: tree.isBigEndian))]
  }

  /// The turn that the EXIF tag asks for.
  var orientation: ExifOrientation {
    guard let exif = payloads(.exif).first,
      case .valid(let orientation, _) = ExifOrientationField(payload: exif)
    else { return .topLeft }
    return orientation
  }

  private func blocks(
    _ kind: MetadataSegment.Kind, _ name: shim_metadata
  ) -> [(kind: shim_metadata, bytes: [UInt8])] {
    payloads(kind).map { (name, Array($0.dropFirst(kind.identifier.count))) }
  }

  /// The ICC profile, joined from its segments.
  private var profile: [(kind: shim_metadata, bytes: [UInt8])] {
    let profile = ICCProfile(chunks: payloads(.icc)).bytes
    return profile.isEmpty ? [] : [(SHIM_ICC, profile)]
  }

  private func payloads(_ kind: MetadataSegment.Kind) -> [[UInt8]] {
    segments.filter { $0.marker == kind.marker && $0.payload.starts(with: kind.identifier) }.map(\.payload)
  }
}

extension ExifTree {
  /// Replaces the resolution fields of IFD0. Does nothing if `resolution` is nil or doesn't fit into the
  /// fields.
  fileprivate mutating func take(_ resolution: Resolution?) {
    guard let fields = resolution?.fields(isBigEndian: isBigEndian) else { return }
    main.remove(TIFFTag.ofResolution)
    for field in fields { main.insert(field) }
  }
}

extension ExifTree.Directory {
  fileprivate var hasMakerNotes: Bool {
    fields.contains { TIFFTag.makerNotes.contains($0.tag) } || below.values.contains(where: \.hasMakerNotes)
  }

  fileprivate mutating func removeMakerNotes() {
    remove(TIFFTag.makerNotes)
    for tag in below.keys { below[tag]?.removeMakerNotes() }
  }
}
