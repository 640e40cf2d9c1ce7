/// The name of an XMP property (XMP part 1, section 6.2): its namespace, and its name in that namespace.
package struct XMPName: Hashable, Sendable {
  /// The namespace's URI.
  package var namespace: String
  package var local: String

  package init(namespace: String, local: String) {
    self.namespace = namespace
    self.local = local
  }
}

extension XMPName {
  /// The namespaces with a usual prefix (XMP part 2, section 2; IPTC photo metadata 2023; MWG 2.0).
  package static let namespaces: KeyValuePairs = [
    "dc": "http://purl.org/dc/elements/1.1/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpRights": "http://ns.adobe.com/xap/1.0/rights/",
    "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
    "tiff": "http://ns.adobe.com/tiff/1.0/",
    "exif": "http://ns.adobe.com/exif/1.0/",
    "exifEX": "http://cipa.jp/exif/1.0/",
    "aux": "http://ns.adobe.com/exif/1.0/aux/",
    "crs": "http://ns.adobe.com/camera-raw-settings/1.0/",
    "photoshop": "http://ns.adobe.com/photoshop/1.0/",
    "lr": "http://ns.adobe.com/lightroom/1.0/",
    "Iptc4xmpCore": "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/",
    "Iptc4xmpExt": "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
    "plus": "http://ns.useplus.org/ldf/xmp/1.0/",
    "mwg-rs": "http://www.metadataworkinggroup.com/schemas/regions/",
    "MP": "http://ns.microsoft.com/photo/1.2/",
    "xmpNote": "http://ns.adobe.com/xmp/note/",
    "GPano": "http://ns.google.com/photos/1.0/panorama/",
  ]

  /// The property called `prefix:local`; nil if the prefix isn't one of ``namespaces``.
  package init?(name: String) {
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty,
      let namespace = Self.namespaces.first(where: { $0.key == parts[0] })
    else { return nil }
    self.init(namespace: namespace.value, local: String(parts[1]))
  }

  /// The name as `prefix:local`. If the namespace has no usual prefix, the namespace in braces stands before
  /// the name.
  package var name: String {
    let prefix = Self.namespaces.first { $0.value == namespace }?.key
    return (prefix.map { $0 + ":" } ?? (namespace.isEmpty ? "" : "{\(namespace)}")) + local
  }
}
