import ImageModel
import JobFile
import Testing

@testable import Planning

/// Where outputs show boxes, by hand.
@Suite struct RebasedBoxTests {
  /// An output of the box 20,10 100x60 of the stored picture at half size, on a canvas of `size` from `content` on.
  static func output(
    _ orientation: ExifOrientation, _ mode: OrientationMode = .bake, content: (x: Int, y: Int) = (0, 0)
  ) -> OutputPlan {
    var output = OutputPlan(
      path: "a.jpg", mode: mode, orientation: orientation, displaySize: nil, format: .jpeg,
      cropRequested: nil, crop: nil, storedCrop: PixelRect(x: 20, y: 10, width: 100, height: 60), size: nil,
      resample: nil, turn: mode == .keep ? .topLeft : orientation, content: nil,
      background: RGBColor(red: 0, green: 0, blue: 0), encode: EncodeOptions.jpeg(),
      metadata: MetadataPolicy(), error: nil, warnings: [])
    let half = PixelSize(width: 50, height: 30)
    output.resample = ResampleGeometry(whole: PixelSize(width: 100, height: 60), to: half, filter: .lanczos3)
    let turned = output.turn.turned(half)
    output.content = PixelRect(x: content.x, y: content.y, width: turned.width, height: turned.height)
    output.size = PixelSize(width: turned.width + 2 * content.x, height: turned.height + 2 * content.y)
    return output
  }

  static let picture = PixelSize(width: 200, height: 100)
  /// From 40,20 to 80,50: 10,5 to 30,20 in the output as it is stored.
  private static let box = RealRect<Stored>(x: 40, y: 20, width: 40, height: 30)

  private func output(
    _ orientation: ExifOrientation, _ mode: OrientationMode = .bake, content: (x: Int, y: Int) = (0, 0)
  ) -> OutputPlan {
    Self.output(orientation, mode, content: content)
  }

  private func rebased(_ box: RealRect<Stored>, _ output: OutputPlan) -> [Double]? {
    output.rebased(box, of: Self.picture).map {
      [$0.box.x, $0.box.y, $0.box.width, $0.box.height, $0.visible]
    }
  }

  @Test func asStored() { #expect(rebased(Self.box, output(.topLeft)) == [10, 5, 20, 15, 1]) }

  /// 90 degrees clockwise: what was 30 high is 30 wide, its left edge at 30 - 20.
  @Test func turned() {
    #expect(rebased(Self.box, output(.rightTop)) == [10, 10, 15, 20, 1])
    #expect(output(.rightTop).shownSize == PixelSize(width: 30, height: 50))
  }

  @Test func upsideDown() { #expect(rebased(Self.box, output(.bottomRight)) == [20, 10, 20, 15, 1]) }

  @Test func mirrored() { #expect(rebased(Self.box, output(.topRight)) == [20, 5, 20, 15, 1]) }

  /// A viewer turns the output by its tag, canvas included.
  @Test func kept() {
    let output = output(.rightTop, .keep, content: (3, 1))
    #expect(output.shownSize == PixelSize(width: 32, height: 56))
    #expect(rebased(Self.box, output) == [32 - 21, 13, 15, 20, 1])
  }

  @Test func onACanvas() {
    #expect(rebased(Self.box, output(.rightTop, content: (7, 2))) == [17, 12, 15, 20, 1])
  }

  /// The crop cuts 10 of 30 columns and 5 of 20 rows away: 2/3 of 3/4 of it are left.
  @Test func clipped() {
    let box = RealRect<Stored>(x: 10, y: 55, width: 30, height: 20)
    #expect(rebased(box, output(.topLeft)) == [0, 22.5, 10, 7.5, 0.5])
  }

  @Test func outside() {
    #expect(rebased(RealRect(x: 120, y: 20, width: 40, height: 30), output(.topLeft)) == nil)
    #expect(rebased(RealRect(x: 40, y: 20, width: 0, height: 30), output(.topLeft)) == nil)
  }

  /// What lies outside of the picture isn't seen, though a padded crop has room for it.
  @Test func beyondThePicture() {
    var output = output(.topLeft)
    output.storedCrop = PixelRect(x: -50, y: 0, width: 100, height: 60)
    #expect(
      rebased(RealRect(x: -20, y: 10, width: 40, height: 20), output) == [25, 5, 10, 10, 0.5])
  }
}

/// Where the files of exports lie.
@Suite struct ExportPathTests {
  @Test(
    arguments: [
      ("a.jpg", "a.txt", "a.xml"), ("images/train/a.b.jpg", "labels/train/a.b.txt", "images/train/a.b.xml"),
      ("x/images/images/a", "x/images/labels/a.txt", "x/images/images/a.xml"),
      ("images", "images.txt", "images.xml"),
      ("v1.2/JPEGImages/é.jpg", "v1.2/JPEGImages/é.txt", "v1.2/Annotations/é.xml"),
      (".hidden", ".hidden.txt", ".hidden.xml"),
    ])
  func labels(_ path: String, _ yolo: String, _ voc: String) {
    #expect(ExportFormat.yolo.labelPath(ofOutput: path) == yolo)
    #expect(ExportFormat.voc.labelPath(ofOutput: path) == voc)
    #expect(ExportFormat.coco.labelPath(ofOutput: path) == nil)
  }

  @Test func keysHaveNoDots() {
    #expect(SampleKey.of("v1.2/a.b/c.d.jpg") == "v1_2/a_b/c_d")
    #expect(SampleKey.of("plain.jpg") == "plain")
  }
}
