import System

/// A tag of EXIF (EXIF 2.32, sections 4.6.4 to 4.6.7).
package struct ExifTag: Hashable, Sendable {
  /// Directories that share one numbering of tags.
  package enum Space: Hashable, Sendable {
    /// The picture's own directory and the EXIF directory.
    case picture
    case gps
    case interoperability
  }

  /// The tag's number, 0...65535.
  package var number: Int
  package var space: Space

  /// The tag that tells viewers how to turn the picture (EXIF 2.32, 4.6.4 A).
  package static let orientation = ExifTag(0x0112)

  package init(_ number: Int, _ space: Space = .picture) {
    self.number = number
    self.space = space
  }

  /// The tag with this name; nil if there is none.
  package init?(name: String) {
    guard let tag = Self.numbers[name] else { return nil }
    self = tag
  }

  /// The tag's name in the standard, or its number in hexadecimal.
  package var name: String { Self.namesByTag[self] ?? hexadecimal(number, digits: 4) }

  /// All names, in the order of their numbers.
  package static let names: [String] = table.map(\.name)

  private static let numbers = [String: ExifTag](uniqueKeysWithValues: table.map { ($0.name, $0.tag) })
  private static let namesByTag = [ExifTag: String](uniqueKeysWithValues: table.map { ($0.tag, $0.name) })

  private static let table: [(tag: ExifTag, name: String)] =
    entries(picture, .picture) + entries(gps, .gps) + entries(interoperability, .interoperability)

  private static func entries(_ text: String, _ space: Space) -> [(tag: ExifTag, name: String)] {
    text.split(whereSeparator: \.isWhitespace).compactMap { entry in
      let parts = entry.split(separator: ":")
      guard parts.count == 2, let number = Int(parts[0], radix: 16) else { return nil }
      return (ExifTag(number, space), String(parts[1]))
    }
  }

  /// Numbers and names of tags in TIFF 6.0 and EXIF 2.32, and of tags that Windows writes.
  private static let picture = """
    0100:ImageWidth 0101:ImageLength 0102:BitsPerSample 0103:Compression 0106:PhotometricInterpretation
    010E:ImageDescription 010F:Make 0110:Model 0112:Orientation 0115:SamplesPerPixel 011A:XResolution
    011B:YResolution 011C:PlanarConfiguration 0128:ResolutionUnit 012D:TransferFunction 0131:Software
    0132:DateTime 013B:Artist 013C:HostComputer 013E:WhitePoint 013F:PrimaryChromaticities
    0211:YCbCrCoefficients 0212:YCbCrSubSampling 0213:YCbCrPositioning 0214:ReferenceBlackWhite 4746:Rating
    4749:RatingPercent 8298:Copyright 829A:ExposureTime 829D:FNumber 8822:ExposureProgram
    8824:SpectralSensitivity 8827:PhotographicSensitivity 8828:OECF 8830:SensitivityType
    8831:StandardOutputSensitivity 8832:RecommendedExposureIndex 8833:ISOSpeed 8834:ISOSpeedLatitudeyyy
    8835:ISOSpeedLatitudezzz 9000:ExifVersion 9003:DateTimeOriginal 9004:DateTimeDigitized 9010:OffsetTime
    9011:OffsetTimeOriginal 9012:OffsetTimeDigitized 9101:ComponentsConfiguration 9102:CompressedBitsPerPixel
    9201:ShutterSpeedValue 9202:ApertureValue 9203:BrightnessValue 9204:ExposureBiasValue
    9205:MaxApertureValue 9206:SubjectDistance 9207:MeteringMode 9208:LightSource 9209:Flash 920A:FocalLength
    9214:SubjectArea 927C:MakerNote 9286:UserComment 9290:SubSecTime 9291:SubSecTimeOriginal
    9292:SubSecTimeDigitized 9400:Temperature 9401:Humidity 9402:Pressure 9403:WaterDepth 9404:Acceleration
    9405:CameraElevationAngle 9C9B:XPTitle 9C9C:XPComment 9C9D:XPAuthor 9C9E:XPKeywords 9C9F:XPSubject
    A000:FlashpixVersion A001:ColorSpace A002:PixelXDimension A003:PixelYDimension A004:RelatedSoundFile
    A20B:FlashEnergy A20C:SpatialFrequencyResponse A20E:FocalPlaneXResolution A20F:FocalPlaneYResolution
    A210:FocalPlaneResolutionUnit A214:SubjectLocation A215:ExposureIndex A217:SensingMethod A300:FileSource
    A301:SceneType A302:CFAPattern A401:CustomRendered A402:ExposureMode A403:WhiteBalance
    A404:DigitalZoomRatio A405:FocalLengthIn35mmFilm A406:SceneCaptureType A407:GainControl A408:Contrast
    A409:Saturation A40A:Sharpness A40B:DeviceSettingDescription A40C:SubjectDistanceRange A420:ImageUniqueID
    A430:CameraOwnerName A431:BodySerialNumber A432:LensSpecification A433:LensMake A434:LensModel
    A435:LensSerialNumber A460:CompositeImage A461:SourceImageNumberOfCompositeImage
    A462:SourceExposureTimesOfCompositeImage A500:Gamma C4A5:PrintImageMatching
    """

  private static let gps = """
    0000:GPSVersionID 0001:GPSLatitudeRef 0002:GPSLatitude 0003:GPSLongitudeRef 0004:GPSLongitude
    0005:GPSAltitudeRef 0006:GPSAltitude 0007:GPSTimeStamp 0008:GPSSatellites 0009:GPSStatus
    000A:GPSMeasureMode 000B:GPSDOP 000C:GPSSpeedRef 000D:GPSSpeed 000E:GPSTrackRef 000F:GPSTrack
    0010:GPSImgDirectionRef 0011:GPSImgDirection 0012:GPSMapDatum 0013:GPSDestLatitudeRef
    0014:GPSDestLatitude 0015:GPSDestLongitudeRef 0016:GPSDestLongitude 0017:GPSDestBearingRef
    0018:GPSDestBearing 0019:GPSDestDistanceRef 001A:GPSDestDistance 001B:GPSProcessingMethod
    001C:GPSAreaInformation 001D:GPSDateStamp 001E:GPSDifferential 001F:GPSHPositioningError
    """

  private static let interoperability = """
    0001:InteroperabilityIndex 0002:InteroperabilityVersion 1000:RelatedImageFileFormat
    1001:RelatedImageWidth 1002:RelatedImageLength
    """
}
