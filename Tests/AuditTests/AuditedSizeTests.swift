import ImageModel
import Testing

@testable import Audit

/// The size that an annotation gives beside the size of its picture, which is stored as 40x30.
struct AuditedSizeTests {
  private static let upright = PixelSize(width: 40, height: 30)
  private static let turned = PixelSize(width: 30, height: 40)
  private static let other = PixelSize(width: 80, height: 60)

  private struct Case {
    let declared: PixelSize?
    let orientation: ExifOrientation
    let space: AnnotationSpace?
    let fault: AuditCode?
    let boxes: PixelSize

    init(
      _ declared: PixelSize?, _ orientation: ExifOrientation, _ space: AnnotationSpace?, _ fault: AuditCode?,
      _ boxes: PixelSize
    ) {
      (self.declared, self.orientation, self.space) = (declared, orientation, space)
      (self.fault, self.boxes) = (fault, boxes)
    }
  }

  private static let cases: [Case] = [
    Case(nil, .rightTop, nil, nil, turned), Case(turned, .rightTop, nil, nil, turned),
    Case(upright, .rightTop, nil, .sizeAsStored, upright), Case(upright, .topLeft, nil, nil, upright),
    Case(upright, .bottomRight, .stored, nil, upright), Case(turned, .topLeft, nil, .sizeWrong, turned),
    Case(other, .rightTop, .declared, .sizeWrong, other), Case(upright, .rightTop, .stored, nil, upright),
    Case(turned, .rightTop, .stored, .sizeAsShown, turned),
    Case(upright, .rightTop, .display, .sizeAsStored, upright),
    Case(upright, .rightTop, .declared, nil, upright), Case(nil, .rightTop, .stored, nil, upright),
    Case(nil, .rightTop, .display, nil, turned),
  ]

  @Test("The space that fits, and the size in which boxes lie")
  func fits() {
    for each in Self.cases {
      let size = AuditedSize(
        stored: Self.upright, orientation: each.orientation, declared: each.declared, space: each.space)
      #expect(size.fault == each.fault)
      #expect(size.boxes == each.boxes)
    }
  }
}
