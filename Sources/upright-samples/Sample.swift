import ImageModel

/// One of the generated pictures.
struct Sample {
  /// The path below the folder that samples are written to.
  let path: String
  /// The size as a viewer shows the picture.
  let size: PixelSize
  let scene: Scene
  var isGrey = false
  /// The orientation tag in the file; nil for a file without EXIF.
  var orientation: ExifOrientation?
  var place: Place?
  var comment: String?

  init(_ path: String, _ width: Int, _ height: Int, _ scene: Scene) {
    self.path = path
    size = PixelSize(width: width, height: height)
    self.scene = scene
  }

  /// All samples.
  static let all: [Sample] = {
    var lighthouse = Sample("lighthouse.jpg", 1200, 1600, .lighthouse)
    lighthouse.orientation = .topLeft
    lighthouse.place = Place(north: (54, 10, 30), east: (7, 53, 0))
    lighthouse.comment = "A lighthouse that never was, drawn by upright-samples."
    var lake = Sample("lake.jpg", 2000, 1000, .lake)
    lake.orientation = .bottomRight
    var town = Sample("town.jpg", 1537, 1023, .town)
    town.orientation = .rightTop
    town.place = Place(north: (48, 8, 15), east: (11, 34, 30))
    var mist = Sample("mist.jpg", 1201, 901, .mist)
    mist.isGrey = true
    mist.orientation = .topLeft
    return [Sample("hills.jpg", 1600, 1200, .hills), lake, lighthouse, mist, town] + signs
  }()

  /// The same sign in each of the eight orientations.
  private static let signs = ExifOrientation.allCases.map { orientation in
    var sign = Sample("signs/sign-\(orientation.rawValue).jpg", 800, 600, .sign(Int(orientation.rawValue)))
    sign.orientation = orientation
    return sign
  }
}

/// Somewhere on Earth: degrees, minutes and seconds.
struct Place {
  var north: (UInt32, UInt32, UInt32)
  var east: (UInt32, UInt32, UInt32)
}
