/// The shape of an annotated object in space `S`: outlines or a mask, and keypoints.
///
/// All coordinates stand in one list, so a shape takes 8 bytes for each point. A `Float` keeps a place to 1/1000 of a
/// pixel in pictures with sides of up to 8,192 pixels.
package struct ObjectShape<S: Space>: Hashable, Sendable {
  /// x and y of each point: those of the outlines, then the keypoints.
  private var coordinates: [Float] = []
  /// The number of points of each outline.
  private var counts: [Int32] = []
  /// The places of the outlines that cross themselves.
  private var crossed: [Int32] = []
  /// The visibility of each keypoint.
  private var visibilities: [KeypointVisibility] = []
  /// The object's samples; nil if the annotation gives no mask.
  @Rare package var mask: Mask<S>? = nil
  /// True if the only outline is a rectangle at any angle.
  package var isOriented = false
  /// True if the annotation calls the object difficult to recognise.
  package var isDifficult = false
  /// True if the annotation stands for a crowd of objects.
  package var isCrowd = false

  package init() {}

  /// True if the shape has neither outlines nor a mask nor keypoints.
  package var isEmpty: Bool { coordinates.isEmpty && mask == nil }
  package var hasOutlines: Bool { !counts.isEmpty }
  package var keypointCount: Int { visibilities.count }

  /// Adds an outline: x and y of each of its points. Outlines come before keypoints.
  package mutating func add(outline: some Collection<Float>) {
    let start = coordinates.count / 2
    coordinates += outline
    counts.append(Int32(clamping: outline.count / 2))
    if Outline((start..<coordinates.count / 2).map(point)).findsCrossing() {
      crossed.append(Int32(clamping: counts.count - 1))
    }
  }

  /// Adds a keypoint. The place of an unlabelled one becomes 0 0.
  package mutating func add(keypoint x: Float, _ y: Float, _ visibility: KeypointVisibility) {
    coordinates += visibility == .unlabelled ? [0, 0] : [x, y]
    visibilities.append(visibility)
  }

  /// The outlines. The object is all that lies in one of them.
  package var outlines: [Outline<S>] {
    var start = 0
    return counts.enumerated().map { place, count in
      defer { start += Int(count) }
      return Outline(
        (start..<start + Int(count)).map(point), crossesItself: crossed.contains(Int32(clamping: place)))
    }
  }

  /// The keypoints, in the order of the category's names for them.
  package var keypoints: [Keypoint<S>] {
    let start = coordinates.count / 2 - visibilities.count
    return visibilities.enumerated().map { Keypoint(point: point(start + $0), visibility: $1) }
  }

  private func point(_ place: Int) -> RealPoint<S> {
    RealPoint(Double(coordinates[2 * place]), Double(coordinates[2 * place + 1]))
  }

  /// The same shape in another space. `map` gives the places of points; `mask` is the shape's mask there.
  package func mapped<T>(
    mask: Mask<T>? = nil, _ map: (RealPoint<S>) -> RealPoint<T>
  ) -> ObjectShape<T> {
    var shape = inSpace(T.self)
    shape.mask = mask
    let keypoints = coordinates.count / 2 - visibilities.count
    for place in 0..<coordinates.count / 2 {
      if place >= keypoints, visibilities[place - keypoints] == .unlabelled { continue }
      let point = map(point(place))
      shape.coordinates[2 * place] = Float(point.x)
      shape.coordinates[2 * place + 1] = Float(point.y)
    }
    return shape
  }

  /// The same numbers as numbers of another space. The two shapes share their memory.
  package func inSpace<T>(_ space: T.Type) -> ObjectShape<T> {
    var shape = ObjectShape<T>()
    (shape.coordinates, shape.counts, shape.crossed) = (coordinates, counts, crossed)
    shape.visibilities = visibilities
    (shape.isOriented, shape.isDifficult, shape.isCrowd) = (isOriented, isDifficult, isCrowd)
    shape.mask = mask?.inSpace(T.self)
    return shape
  }
}

extension ExifOrientation {
  /// The shape in the displayed picture. The stored picture has size `stored`.
  package func display(_ shape: ObjectShape<Stored>, stored: PixelSize) -> ObjectShape<Display> {
    if self == .topLeft { return shape.inSpace(Display.self) }
    return shape.mapped(mask: shape.mask.map { display($0) }) { display($0, stored: stored) }
  }

  /// The shape in the stored picture, which has size `stored`.
  package func stored(_ shape: ObjectShape<Display>, stored size: PixelSize) -> ObjectShape<Stored> {
    if self == .topLeft { return shape.inSpace(Stored.self) }
    return shape.mapped(mask: shape.mask.map { stored($0) }) { stored($0, stored: size) }
  }
}

/// A keypoint of an object.
package struct Keypoint<S: Space>: Hashable, Sendable {
  package var point: RealPoint<S>
  package var visibility: KeypointVisibility

  package init(point: RealPoint<S>, visibility: KeypointVisibility) {
    (self.point, self.visibility) = (point, visibility)
  }
}

/// As an object: `outlines`, a list of `[x, y, x, y, ...]`; `mask`; `keypoints`, `[x, y, visibility, ...]`; and those
/// of `oriented`, `difficult` and `crowd` that are true.
extension ObjectShape: Codable {
  private enum CodingKeys: String, CodingKey {
    case outlines, mask, keypoints
    case isOriented = "oriented"
    case isDifficult = "difficult"
    case isCrowd = "crowd"
  }

  /// x and y of each outline's points.
  package var outlineNumbers: [[Float]] {
    var start = 0
    return counts.map { count in
      defer { start += 2 * Int(count) }
      return Array(coordinates[start..<start + 2 * Int(count)])
    }
  }

  /// x, y and visibility of each keypoint; nil without keypoints.
  package var keypointNumbers: [Float]? {
    if visibilities.isEmpty { return nil }
    return keypoints.flatMap { [Float($0.point.x), Float($0.point.y), Float($0.visibility.rawValue)] }
  }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    for outline in try fields.decodeIfPresent([[Float]].self, forKey: .outlines) ?? [] {
      guard outline.count >= 6, outline.count % 2 == 0 else {
        throw DecodingError.dataCorruptedError(
          forKey: .outlines, in: fields, debugDescription: "an outline has no three points")
      }
      add(outline: outline)
    }
    mask = try fields.decodeIfPresent(Mask<S>.self, forKey: .mask)
    let numbers = try fields.decodeIfPresent([Float].self, forKey: .keypoints) ?? []
    for place in stride(from: 0, to: numbers.count, by: 3) {
      guard place + 2 < numbers.count,
        let visibility = UInt8(exactly: numbers[place + 2]).flatMap(KeypointVisibility.init)
      else {
        throw DecodingError.dataCorruptedError(
          forKey: .keypoints, in: fields, debugDescription: "a keypoint has no visibility from 0 to 2")
      }
      add(keypoint: numbers[place], numbers[place + 1], visibility)
    }
    isOriented = try fields.decodeIfPresent(Bool.self, forKey: .isOriented) ?? false
    isDifficult = try fields.decodeIfPresent(Bool.self, forKey: .isDifficult) ?? false
    isCrowd = try fields.decodeIfPresent(Bool.self, forKey: .isCrowd) ?? false
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encodeIfPresent(hasOutlines ? outlineNumbers : nil, forKey: .outlines)
    try fields.encodeIfPresent(mask, forKey: .mask)
    try fields.encodeIfPresent(keypointNumbers, forKey: .keypoints)
    try fields.encodeIfPresent(isOriented ? true : nil, forKey: .isOriented)
    try fields.encodeIfPresent(isDifficult ? true : nil, forKey: .isDifficult)
    try fields.encodeIfPresent(isCrowd ? true : nil, forKey: .isCrowd)
  }
}
