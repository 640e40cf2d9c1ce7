import System
import ImageModel

/// The metadata that an output keeps from its source: marker segments, resolution and colour numbers.
package struct KeptMetadata: Hashable, Sendable {
  /// One marker segment.
  package struct Segment: Hashable, Sendable {
    /// The marker's second byte: 0xE1 for APP1, 0xE2 for APP2, 0xFE for COM.
    package var marker: UInt8
    /// The bytes after the length field, at most ``MetadataSegment/longestPayload``.
    package var payload: [UInt8]

    package init(marker: UInt8, payload: [UInt8]) {
      self.marker = marker
      self.payload = payload
    }
  }

  /// The segments after the JFIF marker in the order of writing: EXIF, XMP, ICC, IPTC, comments.
  package private(set) var segments: [Segment] = []
  /// The resolution in the output's orientation; nil if it isn't kept.
  private(set) var resolution: Resolution?
  /// Warnings about losses that the policy doesn't ask for: `exif_dropped`, `xmp_dropped`, `icc_dropped`,
  /// `iptc_dropped`, `comment_dropped`, `maker_notes_dropped`, `gain_map_dropped`.
  package private(set) var warnings: [Finding] = []
  /// The colour numbers from which the profile was made, for formats that can store such numbers.
  var colorNumbers: ColorCoding.Numbers?
  private var changes = MetadataChanges()

  /// Findings about the changes that the policy asks for: `metadata_changed`, `metadata_dropped`.
  package var notes: [Finding] { changes.notes }

  /// Metadata that consists of `segments`.
  package init(_ segments: [Segment] = []) { self.segments = segments }
}

extension KeptMetadata {
  /// Reads from a JPEG the metadata that a policy keeps, and corrects this metadata for an output.
  ///
  /// - Throws: `io_error`.
  package static func read(
    _ header: JPEGHeader, from source: ByteSource, _ request: MetadataRequest
  ) throws(ImageError) -> KeptMetadata {
    var kept = KeptMetadata()
    let policy = request.policy
    let exif = try source.payloads(of: header.segments(.exif).prefix(1)).first
    kept.add(Resolution(container: header.resolution, exif: exif), request)
    try kept.add(.exif, header, source, request)
    kept.addMinimalExif(request.orientation)
    if policy.keepsAny(of: .xmp) && !header.segments(.extendedXMP).isEmpty {
      kept.drop(
        .xmpDropped, "XMP can't be kept whole: what stands in other segments (extended XMP) is left out")
    }
    try kept.add(.xmp, header, source, request)
    if policy.keeps(.icc) { kept.add(try ICCProfile.read(header, from: source)) }
    try kept.addIPTC(header, source, policy)
    if policy.keeps(.comment) { try kept.addComments(header, source) }
    for (kind, group) in [(MetadataSegment.Kind.icc, MetadataPolicy.Group.icc), (.comment, .comment)]
    where !policy.keeps(group) && !header.segments(kind).isEmpty {
      kept.drop(group)
    }
    if let pictures = header.multiPicture {
      let others = try MultiPictureFormat.others(pictures, in: source).count
      if !request.keepsGainMap || others > 1 { kept.changes.drop("mpf") }
    }
    if case .dropped(let reason) = request.gainMap, try GainMap.isIn(header, source) {
      kept.add(.gainMapDropped(reason))
    }
    return kept
  }

  mutating func add(_ kind: MetadataSegment.Kind, _ payload: [UInt8]) {
    segments.append(Segment(marker: kind.marker, payload: payload))
  }

  /// Removes the profile and the warnings about it. Returns true if there was a profile or such a warning.
  mutating func removeProfile() -> Bool {
    let count = segments.count + warnings.count
    let kind = MetadataSegment.Kind.icc
    segments.removeAll { $0.marker == kind.marker && $0.payload.starts(with: kind.identifier) }
    warnings.removeAll { $0.code == .iccDropped }
    return segments.count + warnings.count < count
  }

  /// Takes the source's resolution. If the output's turn exchanges width and height, exchanges the
  /// resolution's axes too.
  mutating func add(_ found: Resolution?, _ request: MetadataRequest) {
    guard let found else { return }
    guard request.policy.keepsResolution else { return drop(.resolution) }
    resolution = request.transposes ? found.transposed : found
  }

  /// Warns about a loss.
  mutating func drop(_ code: Finding.Code, _ message: String) { add(Finding(code, message)) }

  mutating func add(_ warning: Finding) { warnings.append(warning) }

  /// Replaces the XMP packet by the payload `packet`, or adds it after EXIF.
  mutating func setXMP(_ packet: [UInt8]) {
    let xmp = MetadataSegment.Kind.xmp
    let segment = Segment(marker: xmp.marker, payload: packet)
    if let place = (segments.firstIndex { $0.payload.starts(with: xmp.identifier) }) {
      segments[place] = segment
    } else {
      let isExif = segments.first?.payload.starts(with: MetadataSegment.Kind.exif.identifier) == true
      segments.insert(segment, at: isExif ? 1 : 0)
    }
  }

  mutating func addSegment(marker: UInt8, _ payload: [UInt8]) {
    segments.append(Segment(marker: marker, payload: payload))
  }

  /// Notes the name of a group. The output leaves out the whole group, or parts of it that have no names of
  /// their own.
  mutating func drop(_ group: MetadataPolicy.Group) { changes.drop(group.rawValue) }

  /// Notes that a tag is left out.
  mutating func drop(_ tag: ExifTag) { changes.drop(tag.name) }

  /// Notes that a group's content has changed.
  mutating func change(_ group: MetadataPolicy.Group) { changes.change(group.rawValue) }

  /// Adds EXIF with only the orientation tag, if the tag must be written and there is no other EXIF.
  mutating func addMinimalExif(_ orientation: WrittenOrientation) {
    let kind = MetadataSegment.Kind.exif
    if case .tag(let value) = orientation,
      !segments.contains(where: { $0.payload.starts(with: kind.identifier) })
    {
      segments.insert(Segment(marker: kind.marker, payload: ExifEditor.minimal(value)), at: 0)
    }
  }

  /// Adds an EXIF or XMP block without the parts that the policy drops. Warns if the block can't be kept.
  mutating func add(_ kind: MetadataSegment.Kind, _ payload: [UInt8], _ request: MetadataRequest) {
    do throws(Unfollowable) {
      let edited =
        kind == .exif
        ? try ExifEditor(request: request).edited(payload) : try XMPEditor(request: request).edited(payload)
      edited.payload.map { add(kind, $0) }
      warnings += edited.warnings
      changes.formUnion(edited.changes)
      if !request.policy.keeps(kind.group) { drop(kind.group) }
    } catch {
      drop(kind.group.lossCode, "\(kind.group.rawValue.uppercased()) can't be kept: \(error.reason)")
    }
  }

  /// Adds the first EXIF or XMP block without the parts that the policy drops, and warns of losses.
  private mutating func add(
    _ kind: MetadataSegment.Kind, _ header: JPEGHeader, _ source: ByteSource, _ request: MetadataRequest
  ) throws(ImageError) {
    let blocks = header.segments(kind)
    guard let first = blocks.first else { return }
    guard request.policy.keepsAny(of: kind.group) else { return drop(kind.group) }
    if blocks.count > 1 {
      let name = kind.group.rawValue.uppercased()
      drop(
        kind.group.lossCode, "\(blocks.count) \(name) blocks stand in the file; only the first can be kept")
    }
    add(kind, try source.read(at: first.offset, count: first.length), request)
  }

  /// Joins the Photoshop resources of all segments, reads their IPTC records, and adds the records that the
  /// policy keeps.
  private mutating func addIPTC(
    _ header: JPEGHeader, _ source: ByteSource, _ policy: MetadataPolicy
  ) throws(ImageError) {
    let segments = header.segments(.iptc)
    if segments.isEmpty { return }
    if !policy.keeps(.iptc) { drop(.iptc) }
    guard policy.keepsAny(of: .iptc) else { return }
    guard segments.count <= FixedLimits.Metadata.photoshopSegments else {
      return drop(
        .iptcDropped,
        "IPTC can't be kept: its resources are in more than \(FixedLimits.Metadata.photoshopSegments) segments"
      )
    }
    let name = MetadataSegment.Kind.iptc.identifier
    let resources = try source.payloads(of: segments).flatMap { $0.dropFirst(name.count) }
    do throws(Unfollowable) {
      if let records = try PhotoshopResources.iptc(in: resources), !records.isEmpty {
        try add(iptc: records, policy)
      }
    } catch { drop(.iptcDropped, "IPTC can't be kept: \(error.reason)") }
  }

  /// Adds the IPTC records that the policy keeps.
  mutating func add(iptc records: [UInt8], _ policy: MetadataPolicy) throws(Unfollowable) {
    guard let kept = try IPTCRecords.kept(of: records, policy, &changes) else { return }
    let payload = MetadataSegment.Kind.iptc.identifier + PhotoshopResources.holding(iptc: kept)
    guard payload.count <= MetadataSegment.longestPayload else {
      throw Unfollowable(reason: "it is longer than a marker segment")
    }
    add(.iptc, payload)
  }

  mutating func add(_ profile: Result<ICCProfile, Unfollowable>) {
    switch profile {
    case .success(let profile): for chunk in profile.chunks { add(.icc, chunk) }
    case .failure(let fault): drop(.iccDropped, "the ICC profile can't be kept: \(fault.reason)")
    }
  }

  private mutating func addComments(_ header: JPEGHeader, _ source: ByteSource) throws(ImageError) {
    let comments = header.segments(.comment)
    guard comments.count <= FixedLimits.Metadata.comments,
      comments.reduce(0, { $0 + $1.length }) <= FixedLimits.Metadata.commentBytes
    else {
      return drop(
        .commentDropped,
        "the comments can't be kept: they are more than \(FixedLimits.Metadata.comments) or "
          + "\(FixedLimits.Metadata.commentBytes >> 20) MiB")
    }
    for comment in try source.payloads(of: comments) { add(.comment, comment) }
  }
}

extension MetadataSegment.Kind {
  /// The group of the metadata in segments of this kind.
  var group: MetadataPolicy.Group { MetadataPolicy.Group(rawValue: rawValue) ?? .xmp }
}

extension MetadataPolicy.Group {
  /// The code of the warning that metadata of this group is lost.
  var lossCode: Finding.Code {
    switch self {
    case .xmp: .xmpDropped
    case .icc: .iccDropped
    case .iptc: .iptcDropped
    case .comment: .commentDropped
    default: .exifDropped
    }
  }
}
