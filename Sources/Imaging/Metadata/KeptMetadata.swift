import ImageModel

/// The marker segments that an output takes over from its source.
package struct KeptMetadata: Hashable, Sendable {
  /// One marker segment.
  package struct Segment: Hashable, Sendable {
    /// The marker's second byte: 0xE1 for APP1, 0xE2 for APP2, 0xFE for COM.
    package var marker: UInt8
    /// What follows the length field, at most ``MetadataSegment/longestPayload`` bytes.
    package var payload: [UInt8]

    package init(marker: UInt8, payload: [UInt8]) {
      self.marker = marker
      self.payload = payload
    }
  }

  /// To be written in this order behind the JFIF marker: EXIF, XMP, ICC, comments.
  package private(set) var segments: [Segment] = []
  /// Warnings: `exif_dropped`, `xmp_dropped`, `icc_dropped`, `comment_dropped`.
  package private(set) var findings: [Finding] = []

  /// These segments; nothing for none.
  package init(_ segments: [Segment] = []) { self.segments = segments }
}

extension KeptMetadata {
  private static let mostComments = 64
  private static let mostCommentBytes = 1 << 20

  /// Takes from a file what a policy keeps, corrected for an output.
  ///
  /// - Parameters:
  ///   - orientation: what becomes of the tag; `.tag` is written whatever the policy says.
  ///   - size: the output's size in pixels, as encoded.
  /// - Throws: `io_error`.
  package static func read(
    _ header: JPEGHeader, from source: ByteSource, policy: MetadataPolicy, orientation: WrittenOrientation,
    size: PixelSize
  ) throws(Finding) -> KeptMetadata {
    var kept = KeptMetadata()
    if policy.keeps(.exif) {
      let editor = ExifEditor(orientation: orientation, size: size, keepsGPS: policy.keepsGPS)
      try kept.add(.exif, header, source, .exifDropped, "EXIF", edit: editor.edited)
    }
    if case .tag(let value) = orientation, kept.segments.isEmpty {
      kept.add(.exif, ExifEditor.minimal(value))
    }
    if policy.keeps(.xmp) { try kept.addXMP(header, source, policy, orientation, size) }
    if policy.keeps(.icc) { try kept.addProfile(header, source) }
    if policy.keeps(.comment) { try kept.addComments(header, source) }
    return kept
  }

  mutating func add(_ kind: MetadataSegment.Kind, _ payload: [UInt8]) {
    segments.append(Segment(marker: kind.marker, payload: payload))
  }

  /// Takes segments of a kind away again, and what was warned about them.
  mutating func remove(_ kind: MetadataSegment.Kind) {
    segments.removeAll { $0.marker == kind.marker && $0.payload.starts(with: kind.identifier) }
    if kind == .icc { findings.removeAll { $0.code == .iccDropped } }
  }

  /// Warns of what is lost.
  mutating func drop(_ code: Finding.Code, _ message: String) { findings.append(Finding(code, message)) }

  /// Adds a block, edited, or warns of its loss.
  mutating func add(
    _ kind: MetadataSegment.Kind, _ payload: [UInt8], _ code: Finding.Code, _ name: String,
    edit: ([UInt8]) throws(Unfollowable) -> [UInt8]
  ) {
    let most = MetadataSegment.longestPayload
    guard payload.count <= most else {
      return drop(code, "\(name) can't be kept: it is longer than the \(most) bytes of a JPEG's segment")
    }
    do throws(Unfollowable) {
      add(kind, try edit(payload))
    } catch { drop(code, "\(name) can't be kept: \(error.reason)") }
  }

  /// Adds the first block of a kind, edited, and warns of what is lost.
  private mutating func add(
    _ kind: MetadataSegment.Kind, _ header: JPEGHeader, _ source: ByteSource, _ code: Finding.Code,
    _ name: String, edit: ([UInt8]) throws(Unfollowable) -> [UInt8]
  ) throws(Finding) {
    let blocks = header.segments(kind)
    guard let first = blocks.first else { return }
    if blocks.count > 1 {
      findings.append(
        Finding(code, "\(blocks.count) \(name) blocks stand in the file; only the first can be kept"))
    }
    add(kind, try source.read(at: first.offset, count: first.length), code, name, edit: edit)
  }

  private mutating func addXMP(
    _ header: JPEGHeader, _ source: ByteSource, _ policy: MetadataPolicy, _ orientation: WrittenOrientation,
    _ size: PixelSize
  ) throws(Finding) {
    guard header.segments(.extendedXMP).isEmpty else {
      findings.append(Finding(.xmpDropped, "XMP can't be kept: it goes on in other segments (extended XMP)"))
      return
    }
    let editor = XMPEditor(orientation: orientation, size: size, keepsGPS: policy.keepsGPS)
    try add(.xmp, header, source, .xmpDropped, "XMP", edit: editor.edited)
  }

  private mutating func addProfile(_ header: JPEGHeader, _ source: ByteSource) throws(Finding) {
    switch try ICCProfile.read(header, from: source) {
    case .success(let profile): for chunk in profile.chunks { add(.icc, chunk) }
    case .failure(let fault):
      findings.append(Finding(.iccDropped, "the ICC profile can't be kept: \(fault.reason)"))
    }
  }

  private mutating func addComments(_ header: JPEGHeader, _ source: ByteSource) throws(Finding) {
    let comments = header.segments(.comment)
    guard comments.count <= Self.mostComments,
      comments.reduce(0, { $0 + $1.length }) <= Self.mostCommentBytes
    else {
      findings.append(
        Finding(
          .commentDropped,
          "the comments can't be kept: they are more than \(Self.mostComments) or "
            + "\(Self.mostCommentBytes >> 20) MiB"))
      return
    }
    for comment in comments {
      add(.comment, try source.read(at: comment.offset, count: comment.length))
    }
  }
}
