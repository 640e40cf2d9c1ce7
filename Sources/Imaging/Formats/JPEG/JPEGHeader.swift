import ImageModel

/// A JPEG's header before the data of its first scan (ITU-T T.81, B.2).
package struct JPEGHeader: Hashable, Sendable {
  /// One component of the frame (ITU-T T.81, B.2.2).
  package struct Component: Hashable, Sendable {
    /// The component's identifier.
    package var id: UInt8
    /// Horizontal sampling factor, 1...4.
    package var horizontal: Int
    /// Vertical sampling factor, 1...4.
    package var vertical: Int
  }

  /// The coding process of the frame (ITU-T T.81, table B.1).
  package enum Process: String, Hashable, Sendable {
    case baseline, extended, progressive, lossless, hierarchical
  }

  /// Width and height in pixels, as stored.
  package var storedSize = PixelSize(width: 0, height: 0)
  /// Bits per sample.
  package var precision = 8
  package var process = Process.baseline
  /// True for arithmetic coding, false for Huffman coding.
  package var isArithmetic = false
  /// The components in the frame's order.
  package var components: [Component] = []
  /// True if the data has several scans: a progressive frame, or a first scan without all components.
  package var isMultiScan = false
  /// The offset of the first scan's data in the file.
  package var scanOffset = 0
  /// True if there is a JFIF marker (JFIF 1.02).
  package var hasJFIF = false
  /// True if a JFIF marker has a version other than 1.
  package var hasUnknownJFIF = false
  /// The resolution in the last JFIF marker; nil if there is no usable one.
  package var resolution: Resolution?
  /// The transform byte of the Adobe marker; nil without one.
  package var adobeTransform: UInt8?
  /// Places of the metadata, in the file's order.
  package var segments: [MetadataSegment] = []
  /// The place of the APP2 payload that lists further pictures in the file (CIPA DC-007, 5.2). Nil without
  /// such a payload.
  package var multiPicture: Range<Int>?
  /// The place of the APP2 payload that announces or describes a gain map (ISO 21496-1). Nil without such a
  /// payload.
  package var gainMapSegment: Range<Int>?
}

/// A metadata segment before the first scan.
package struct MetadataSegment: Hashable, Sendable {
  /// The kind of a segment. The marker and the first bytes of the payload tell the kind.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// APP1 `Exif` (EXIF 2.32, 4.7.2).
    case exif
    /// APP1 with the XMP name (XMP part 3, 1.1.3.1).
    case xmp
    /// APP1 with the name of extended XMP (XMP part 3, 1.1.3.1).
    case extendedXMP = "extended_xmp"
    /// APP2 `ICC_PROFILE` (ICC.1:2022, B.4).
    case icc
    /// APP13 with Photoshop's image resources. The resources contain IPTC's records (IIM 4.2).
    case iptc
    /// COM (ITU-T T.81, B.2.4.5).
    case comment

    /// The first bytes of a payload of this kind.
    package var identifier: [UInt8] {
      switch self {
      case .exif: Array("Exif\0\0".utf8)
      case .xmp: Array("http://ns.adobe.com/xap/1.0/\0".utf8)
      case .extendedXMP: Array("http://ns.adobe.com/xmp/extension/\0".utf8)
      case .icc: Array("ICC_PROFILE\0".utf8)
      case .iptc: Array("Photoshop 3.0\0".utf8)
      case .comment: []
      }
    }

    /// The marker's second byte.
    package var marker: UInt8 {
      switch self {
      case .exif, .xmp, .extendedXMP: 0xE1
      case .icc: 0xE2
      case .iptc: 0xED
      case .comment: 0xFE
      }
    }
  }

  package var kind: Kind
  /// The payload's offset in the file; the identifier belongs to the payload.
  package var offset: Int
  /// The payload's bytes, at most ``longestPayload``.
  package var length: Int

  /// The most bytes in a marker segment after its length field.
  package static let longestPayload = 65533
}

extension JPEGHeader {
  /// The segments of one kind, in the file's order.
  package func segments(_ kind: MetadataSegment.Kind) -> [MetadataSegment] {
    segments.filter { $0.kind == kind }
  }
}
