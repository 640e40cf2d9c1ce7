import System
import ImageModel

extension KeptMetadata {
  /// Reads the metadata that a policy keeps, from a file of any format but JPEG. The result has the form of a
  /// JPEG's segments. Comments are not read.
  ///
  /// - Throws: `io_error`.
  package static func read(
    _ header: PictureHeader, from source: ByteSource, _ request: MetadataRequest
  ) throws(ImageError) -> KeptMetadata {
    var kept = KeptMetadata()
    let (policy, components) = (request.policy, request.components)
    let fields = header.format.isTIFFStructure ? try TIFFExif.read(source, page: header.page) : nil
    let exif = if let fields { fields.payload } else { try header.payload(.exif, from: source) }
    kept.add(Resolution(container: header.resolution, exif: exif), request)
    if let fields {
      kept.add(fields, request)
    } else {
      try kept.add(.exif, header, source, request)
    }
    kept.addMinimalExif(request.orientation)
    try kept.add(.xmp, header, source, request)
    if policy.keepsAny(of: .xmp), header.hasPackedXMP {
      kept.drop(.xmpDropped, "XMP can't be kept: it is compressed")
    }
    for group in header.rawProfiles where group != .exif || exif == nil { kept.loseRaw(group, policy) }
    let coded = header.coding?.profile(isGrey: components == 1)
    if header.hasProfile || coded != nil {
      policy.keeps(.icc)
        ? kept.add(profile: coded ?? request.decodedProfile, components: components) : kept.drop(.icc)
    }
    kept.colorNumbers = coded == nil ? nil : header.coding?.numbers
    if let records = fields?.iptc { kept.add(records: records, policy) }
    if case .dropped(let reason) = request.gainMap, try GainMap.isIn(header, source) {
      kept.add(.gainMapDropped(reason))
    }
    return kept
  }

  /// Leaves out a block of `group` that lies in a text chunk. Adds a warning if the policy keeps `group`, and
  /// a note otherwise.
  private mutating func loseRaw(_ group: MetadataPolicy.Group, _ policy: MetadataPolicy) {
    guard group == .icc ? policy.keeps(.icc) : policy.keepsAny(of: group) else { return drop(group) }
    let name = group == .icc ? "the ICC profile" : group.rawValue.uppercased()
    drop(group.lossCode, "\(name) can't be kept: it stands in a text chunk ('Raw profile type')")
  }

  /// Adds EXIF from a TIFF's own fields.
  private mutating func add(_ exif: TIFFExif, _ request: MetadataRequest) {
    let policy = request.policy
    if !policy.keepsAny(of: .exif) {
      if !exif.isOfPresentation { drop(.exif) }
    } else {
      if let fault = exif.fault { drop(.exifDropped, "EXIF can't be kept whole: \(fault.reason)") }
      if let payload = exif.payload { add(.exif, payload, request) }
    }
    if exif.makerNotesBytes == nil { return }
    if policy.keeps(TIFFTag.makerNote, in: .exif) {
      drop(.makerNotesDropped, "the maker's notes can't be kept: they may point to any place of their TIFF")
    } else if policy.keeps(.exif) {
      drop(MetadataPolicy.Group.makerNotes)
    }
  }

  /// Adds the IPTC records from a TIFF's own fields.
  private mutating func add(records: [UInt8], _ policy: MetadataPolicy) {
    if !policy.keeps(.iptc) { drop(.iptc) }
    guard policy.keepsAny(of: .iptc) else { return }
    do throws(Unfollowable) {
      try add(iptc: records, policy)
    } catch { drop(.iptcDropped, "IPTC can't be kept: \(error.reason)") }
  }

  private mutating func add(
    _ kind: MetadataSegment.Kind, _ header: PictureHeader, _ source: ByteSource, _ request: MetadataRequest
  ) throws(ImageError) {
    guard let payload = try header.payload(kind, from: source) else { return }
    guard request.policy.keepsAny(of: kind.group) else { return drop(kind.group) }
    add(kind, payload, request)
  }

  /// Replaces the source's profile by `profile`. If `profile` is empty, the source's profile is only removed.
  /// `isOfSource` is false if the source's profile was unusable. Then a warning has reported the profile
  /// already, and no note is added.
  package mutating func replace(profile: [UInt8], ofSource isOfSource: Bool) {
    if removeProfile(), isOfSource { profile.isEmpty ? drop(.icc) : change(.icc) }
    colorNumbers = nil
    if profile.isEmpty { return }
    for chunk in ICCProfile.chunks(of: profile) { add(.icc, chunk) }
  }

  private mutating func add(profile: [UInt8]?, components: Int) {
    guard let profile else {
      return drop(
        .iccDropped, "the ICC profile can't be kept: it is broken, too large, or not one for its picture")
    }
    add(ICCProfile.cut(profile, components: components))
  }
}
