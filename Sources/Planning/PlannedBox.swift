import Annotations
import ImageModel
import JobFile

/// A box of an annotation file or a list, with the settings of its entry of `sources`.
struct PlannedBox {
  /// The index of the box in the table.
  let index: Int
  let picture: AnnotationTable.Picture
  let table: AnnotationTable
  let use: BoxUse

  var box: AnnotationTable.Box { table.boxes[index] }
  /// The id that the annotation file gives to the box.
  var id: String? { box.id }
  var category: String? { table.category(of: box) }
  /// The box's file and record, for messages.
  var place: String { table.name(ofFile: box.file, at: box.place) }

  /// The crop for the box, in a picture of this size. Throws `bad_annotation` and `space_unclear`.
  func crop(of size: PictureSize) throws(ImageError) -> Crop {
    switch try space(in: size) {
    case .display: crop(around: table.rect(of: box, in: size.display) as RealRect<Display>, .display)
    case .stored: crop(around: table.rect(of: box, in: size.stored) as RealRect<Stored>, .stored)
    }
  }

  private func crop<S>(around rect: RealRect<S>, _ space: SpaceName) -> Crop {
    let cut = use.growth.grown(rect)
    return Crop(
      .box(x: .pixels(cut.x), y: .pixels(cut.y), width: .pixels(cut.width), height: .pixels(cut.height)),
      space: space, rounding: use.rounding, outOfBounds: use.outOfBounds)
  }

  /// The box in the stored picture, without the margin of its crop. Throws as ``crop(of:)`` does.
  func rect(in size: PictureSize) throws(ImageError) -> RealRect<Stored> {
    switch try space(in: size) {
    case .display: size.orientation.stored(table.rect(of: box, in: size.display), stored: size.stored)
    case .stored: table.rect(of: box, in: size.stored)
    }
  }

  /// The object's shape in the stored picture; nil if it has none. Throws as ``crop(of:)`` does.
  private func shape(in size: PictureSize) throws(ImageError) -> ObjectShape<Stored>? {
    switch try space(in: size) {
    case .stored: return table.shape(ofBox: index, in: size.stored)
    case .display:
      let shape: ObjectShape<Display>? = table.shape(ofBox: index, in: size.display)
      return shape.map { size.orientation.stored($0, stored: size.stored) }
    }
  }

  /// True if the box has at least `min_size`, or if its size is unknown.
  func isLargeEnough(in size: PictureSize) -> Bool {
    guard use.leastSide > 0, let rect = try? rect(in: size) else { return true }
    return min(rect.width, rect.height) >= use.leastSide
  }

  /// The box as a plan lists it. Without the picture's size, the plan doesn't tell where the box lies.
  func plan(in size: PictureSize?, isCut: Bool) -> BoxPlan {
    BoxPlan(
      index: box.index, isCut: isCut, id: id, category: category, box: size.flatMap { try? rect(in: $0) },
      shape: size.flatMap { try? shape(in: $0) })
  }

  /// The space of the box, its shape and its mask. Throws `bad_annotation` and `space_unclear`.
  private func space(in size: PictureSize) throws(ImageError) -> SpaceName {
    let space = try boxSpace(in: size)
    let picture = space == .stored ? size.stored : size.display
    if let mask = table.maskSize(ofBox: index), mask != picture {
      let word = space == .stored ? "stored" : "shown"
      throw ImageError(
        .badAnnotation, "\(place): the mask is \(mask), and the picture is \(picture) as \(word)")
    }
    return space
  }

  private func boxSpace(in size: PictureSize) throws(ImageError) -> SpaceName {
    if let fault = table.fault(of: box) { throw ImageError(.badAnnotation, "\(place): \(fault)") }
    switch use.space.resolved(
      declared: picture.size, stored: size.stored, orientation: size.orientation)
    {
    case .success(let space): return space
    case .failure(let failure):
      let sizes = "the picture is \(size.stored) as stored and \(size.display) as shown"
      let reason =
        switch failure {
        case .noSize: "the annotation declares no size of the picture"
        case .bothFit: "the declared size fits both ways, which differ"
        case .neitherFits(let declared): "the declared size \(declared) fits neither way"
        }
      throw ImageError(
        .spaceUnclear, "\(place): \(reason): \(sizes); say 'space: display' or 'space: stored'")
    }
  }
}

/// A picture's size in both spaces.
struct PictureSize {
  let stored: PixelSize
  let orientation: ExifOrientation
  var display: PixelSize { orientation.turned(stored) }
}
