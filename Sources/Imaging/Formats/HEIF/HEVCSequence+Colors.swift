import ImageModel

/// Reads the fields of a sequence parameter set after the bit depths, up to the colours (ITU-T H.265,
/// 7.3.2.2).
extension HEVCSequence {
  private static let mostPictureSets = 64
  private static let mostPictures = 16

  /// Reads the fields after the bit depths, and returns the colours; nil if the set has no colours.
  static func colors(_ bits: inout BitFields, layers: Int) throws(ImageError) -> ColorCoding.Numbers? {
    let orderBits = try bits.golomb() + 4
    let first = try bits.flag() ? 0 : layers
    for _ in first...layers { try skipNumbers(3, &bits) }
    try skipNumbers(6, &bits)
    if try bits.flag(), try bits.flag() { try skipScalingLists(&bits) }
    try bits.skip(2)
    if try bits.flag() {
      try bits.skip(8)
      try skipNumbers(2, &bits)
      try bits.skip(1)
    }
    try skipPictureSets(&bits)
    if try bits.flag() {
      for _ in 0..<(try bits.golomb()) { try bits.skip(orderBits + 1) }
    }
    try bits.skip(2)
    return try bits.flag() ? try usability(&bits) : nil
  }

  private static func skipNumbers(_ count: Int, _ bits: inout BitFields) throws(ImageError) {
    for _ in 0..<count { _ = try bits.golomb() }
  }

  /// Skips `scaling_list_data` (7.3.4).
  private static func skipScalingLists(_ bits: inout BitFields) throws(ImageError) {
    for size in 0..<4 {
      for _ in 0..<(size == 3 ? 2 : 6) {
        let isCoded = try bits.flag()
        try skipNumbers(isCoded ? min(64, 16 << (2 * size)) + (size > 1 ? 1 : 0) : 1, &bits)
      }
    }
  }

  /// Skips each `st_ref_pic_set` (7.3.7). A set may be predicted from the one before it.
  private static func skipPictureSets(_ bits: inout BitFields) throws(ImageError) {
    let count = try bits.golomb()
    guard count <= mostPictureSets else { throw .cutHeader }
    var places: [Int] = []
    for index in 0..<count {
      let isPredicted = index > 0 ? try bits.flag() : false
      places = isPredicted ? try predictedPlaces(places, &bits) : try codedPlaces(&bits)
      guard places.count <= mostPictures else { throw .cutHeader }
    }
  }

  /// Reads a picture set that isn't predicted. Returns the distance of each picture of the set from the
  /// current picture: first the earlier pictures from near to far, then the later ones (7.4.8).
  private static func codedPlaces(_ bits: inout BitFields) throws(ImageError) -> [Int] {
    let counts = [try bits.golomb(), try bits.golomb()]
    guard counts.allSatisfy({ $0 <= mostPictures }) else { throw .cutHeader }
    var places: [Int] = []
    for (count, sign) in zip(counts, [-1, 1]) {
      var place = 0
      for _ in 0..<count {
        place += sign * (try bits.golomb() + 1)
        places.append(place)
        try bits.skip(1)
      }
    }
    return places
  }

  private static func predictedPlaces(_ last: [Int], _ bits: inout BitFields) throws(ImageError) -> [Int] {
    let sign = try bits.flag() ? -1 : 1
    let step = sign * (try bits.golomb() + 1)
    var places: [Int] = []
    for place in last + [0] {
      let isUsed = try bits.flag()
      let isKept = isUsed ? true : try bits.flag()
      if isKept, place + step != 0 { places.append(place + step) }
    }
    return places.filter { $0 < 0 }.sorted(by: >) + places.filter { $0 > 0 }.sorted()
  }

  /// Reads `vui_parameters` up to the colours (E.2.1).
  private static func usability(_ bits: inout BitFields) throws(ImageError) -> ColorCoding.Numbers? {
    let ownAspect = 255
    if try bits.flag(), try bits.number(8) == ownAspect { try bits.skip(32) }
    if try bits.flag() { try bits.skip(1) }
    guard try bits.flag() else { return nil }
    try bits.skip(4)
    return try bits.flag() ? ColorCoding.Numbers(&bits) : nil
  }
}

extension ColorCoding.Numbers {
  /// Reads primaries and transfer, which HEVC and AV1 store in the same layout.
  init(_ bits: inout BitFields) throws(ImageError) {
    self.init(primaries: try bits.number(8), transfer: try bits.number(8))
  }
}
