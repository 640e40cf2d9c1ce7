import ImageModel

/// The kind of an EXIF directory, by the pointer that leads to it (EXIF 2.32, section 4.6.3).
enum ExifDirectoryKind {
  case main, exif, interoperability, gps

  /// The numbering that the directory's tags follow.
  var space: ExifTag.Space {
    switch self {
    case .main, .exif: .picture
    case .interoperability: .interoperability
    case .gps: .gps
    }
  }

  /// True if a directory of this kind has no directories below it.
  var isLeaf: Bool { self == .interoperability || self == .gps }
}

extension MetadataPolicy {
  /// True if this policy keeps the tag `tag` of an EXIF directory of the kind `kind`.
  func keeps(_ tag: Int, in kind: ExifDirectoryKind) -> Bool {
    let name = MetadataTag.exif(ExifTag(tag, kind.space))
    if kind.isLeaf { return keeps(name, of: kind == .gps ? .gps : nil, in: .exif) }
    return switch tag {
    case _ where TIFFTag.makerNotes.contains(tag): keeps(name, of: .makerNotes, in: .exif)
    case _ where TIFFTag.ofPlace.contains(tag): keeps(name, of: .gps, in: .exif)
    case TIFFTag.artist, TIFFTag.copyright, TIFFTag.windowsAuthor: keeps(name, of: .copyright, in: .exif)
    case _ where TIFFTag.ofResolution.contains(tag): keeps(name, of: .resolution, in: .exif)
    // IPTC's records and Photoshop's resources aren't EXIF. Photoshop's resources also contain the old
    // picture.
    case TIFFTag.iptc, TIFFTag.photoshop: false
    case TIFFTag.iccProfile: keeps(.icc)
    default: keeps(name, of: nil, in: .exif)
    }
  }
}
