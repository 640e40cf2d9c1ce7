import ImageModel

extension XMPName {
  /// Namespaces in which every property tells a place: W3C's Basic Geo, GeoRSS, Sony Ericsson's phone
  /// cells, and poses of Google's Dynamic Depth 1.0.
  private static let namespacesOfPlaces: Set = [
    "http://www.w3.org/2003/01/geo/wgs84_pos#", "http://www.georss.org/georss",
    "http://developer.sonyericsson.com/cell/1.0/", "http://ns.google.com/photos/dd/1.0/earthpose/",
    "http://ns.google.com/photos/dd/1.0/pose/",
  ]

  /// Names, in lower case, of properties that tell a place in any namespace. They come from Photoshop, IPTC
  /// Core and Extension, Darwin Core, PRISM, Dublin Core, Google's Dynamic Depth and other programs.
  private static let namesOfPlaces: Set = [
    "city", "continent", "country", "countrycode", "countryname", "county", "coverage", "earthpos", "island",
    "islandgroup", "location", "locationcode", "locationcreated", "locationid", "locationname",
    "locationshown",
    "municipality", "province", "provincestate", "ratregion", "ratingregion", "shotlocation", "spatial",
    "state",
    "stateprovince", "sublocation", "waterbody", "worldregion",
  ]
  /// If a property's name contains one of these words, the property holds coordinates or a related value.
  private static let partsOfCoordinates = [
    "latitude", "longitude", "longtitude", "altitude", "coordinate", "geodetic", "georeference", "footprint",
    "geography", "locality",
  ]

  /// Words in the names of further properties that tell a place. Each list counts only in namespaces that
  /// begin with `namespace`.
  private static let partsOfPlaces: [(namespace: String, parts: [String])] = [
    // Darwin Core, with its own name or exiftool's.
    (
      "http://rs.tdwg.org/dwc/",
      ["location", "elevation", "depth", "abovesurface", "datum", "spatialfit", "verbatimsrs"]
    ),
    // A drone's flight and view, and its range finder's target.
    ("http://www.dji.com/drone-dji/", ["flight", "gimbal", "camreverse", "rtk", "lrftarget"]),
  ]

  /// True for properties that tell where the picture was taken or which place it shows.
  var isPlace: Bool {
    guard namespace != XMPPacket.declarations else { return false }
    if Self.namespacesOfPlaces.contains(namespace) { return true }
    let name = local.lowercased()
    // EXIF's ISO speed latitude is no place.
    if name.hasPrefix("isospeed") { return false }
    if name.hasPrefix("gps") || Self.namesOfPlaces.contains(name) { return true }
    if Self.partsOfCoordinates.contains(where: name.contains) { return true }
    return Self.partsOfPlaces.contains {
      namespace.hasPrefix($0.namespace) && $0.parts.contains(where: name.contains)
    }
  }
}
