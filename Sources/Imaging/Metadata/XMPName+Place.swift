import ImageModel

extension XMPName {
  /// Namespaces in which everything tells a place: W3C's Basic Geo, GeoRSS, cells of Sony Ericsson's phones, and the poses of
  /// Google's Dynamic Depth 1.0.
  private static let namespacesOfPlaces: Set = [
    "http://www.w3.org/2003/01/geo/wgs84_pos#", "http://www.georss.org/georss",
    "http://developer.sonyericsson.com/cell/1.0/", "http://ns.google.com/photos/dd/1.0/earthpose/",
    "http://ns.google.com/photos/dd/1.0/pose/",
  ]

  /// Names of places, in small letters, whatever their namespace: of Photoshop, IPTC Core and Extension, Darwin Core, PRISM,
  /// Dublin Core, Google's Dynamic Depth, and programs that have names of their own for the same.
  private static let namesOfPlaces: Set = [
    "city", "continent", "country", "countrycode", "countryname", "county", "coverage", "earthpos", "island",
    "islandgroup", "location", "locationcode", "locationcreated", "locationid", "locationname",
    "locationshown",
    "municipality", "province", "provincestate", "ratregion", "ratingregion", "shotlocation", "spatial",
    "state",
    "stateprovince", "sublocation", "waterbody", "worldregion",
  ]
  /// What names of coordinates and of what they mean hold.
  private static let partsOfCoordinates = [
    "latitude", "longitude", "longtitude", "altitude", "coordinate", "geodetic", "georeference", "footprint",
    "geography", "locality",
  ]

  /// Where a namespace has more names of places: what these hold.
  private static let partsOfPlaces: [(namespace: String, parts: [String])] = [
    // Darwin Core, by its own name or as exiftool has it.
    (
      "http://rs.tdwg.org/dwc/",
      ["location", "elevation", "depth", "abovesurface", "datum", "spatialfit", "verbatimsrs"]
    ),
    // How a drone flew and looked, and what its range finder hit.
    ("http://www.dji.com/drone-dji/", ["flight", "gimbal", "camreverse", "rtk", "lrftarget"]),
  ]

  /// True for properties that say where the picture was taken or what place it shows.
  var isPlace: Bool {
    guard namespace != XMPPacket.declarations else { return false }
    if Self.namespacesOfPlaces.contains(namespace) { return true }
    let name = local.lowercased()
    // EXIF's latitude of the film's speed.
    if name.hasPrefix("isospeed") { return false }
    if name.hasPrefix("gps") || Self.namesOfPlaces.contains(name) { return true }
    if Self.partsOfCoordinates.contains(where: name.contains) { return true }
    return Self.partsOfPlaces.contains {
      namespace.hasPrefix($0.namespace) && $0.parts.contains(where: name.contains)
    }
  }
}
