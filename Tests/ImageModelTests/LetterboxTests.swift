import ImageModel
import Testing

/// `fit: letterbox` against the formula of Ultralytics' `LetterBox`, written anew in Python.
@Suite struct LetterboxTests {
  private func layout(_ crop: (Int, Int), _ target: (Int, Int), stride: Int?, enlarges: Bool) throws -> [Int]
  {
    var resize = Resize(
      .pixels(width: target.0, height: target.1), fit: .letterbox, enlarge: enlarges ? .always : .never)
    resize.stride = stride
    let found = try resize.layout(of: PixelRect(x: 7, y: 9, width: crop.0, height: crop.1)).get()
    #expect(found.cut == PixelRect(x: 7, y: 9, width: crop.0, height: crop.1))
    return [
      found.content.width, found.content.height, found.contentX, found.contentY, found.canvas.width,
      found.canvas.height,
    ]
  }

  /// Content, left and top edge, and canvas of each crop: with `enlarge: true`, then without. The numbers are those of
  /// the Python program.
  @Test(
    arguments: [
      ((810, 1080), 640, 32, [480, 640, 0, 0, 480, 640], [480, 640, 0, 0, 480, 640]),
      ((1280, 720), 640, 32, [640, 360, 0, 12, 640, 384], [640, 360, 0, 12, 640, 384]),
      ((1280, 720), 640, nil, [640, 360, 0, 140, 640, 640], [640, 360, 0, 140, 640, 640]),
      ((4000, 1), 640, 32, [640, 1, 0, 15, 640, 32], [640, 1, 0, 15, 640, 32]),
      ((500, 375), 640, 32, [640, 480, 0, 0, 640, 480], [500, 375, 6, 4, 512, 384]),
      ((333, 500), 640, 32, [426, 640, 11, 0, 448, 640], [333, 500, 9, 6, 352, 512]),
      // 2.46 pixels; then halves, which go to the even number: 56.5, 50.5 and 51.5 pixels.
      ((8, 13), 4, nil, [2, 4, 1, 0, 4, 4], [2, 4, 1, 0, 4, 4]),
      ((1000, 565), 100, nil, [100, 56, 0, 22, 100, 100], [100, 56, 0, 22, 100, 100]),
      ((200, 101), 100, nil, [100, 50, 0, 25, 100, 100], [100, 50, 0, 25, 100, 100]),
      ((200, 103), 100, nil, [100, 52, 0, 24, 100, 100], [100, 52, 0, 24, 100, 100]),
    ] as [((Int, Int), Int, Int?, [Int], [Int])])
  func examples(_ crop: (Int, Int), _ side: Int, _ stride: Int?, _ enlarged: [Int], _ limited: [Int]) throws {
    #expect(try layout(crop, (side, side), stride: stride, enlarges: true) == enlarged)
    #expect(try layout(crop, (side, side), stride: stride, enlarges: false) == limited)
  }

  /// A sum over all numbers of 12,000 layouts; the Python program has the same sum.
  @Test(
    arguments: [(true, 9_578_168_770_187_595_845), (false, 12_336_935_862_385_836_582)] as [(Bool, UInt64)])
  func manySizes(_ enlarges: Bool, _ expected: UInt64) throws {
    var sum: UInt64 = 0
    for index in 0..<4000 {
      let crop = (index * 37 % 4001 + 1, index * 91 % 2999 + 1)
      let target = (32 * (index % 41 + 1), 32 * (index * 7 % 37 + 1))
      for stride in [nil, 32, 16] {
        for number in try layout(crop, target, stride: stride, enlarges: enlarges) {
          sum = sum &* 31 &+ UInt64(number)
        }
      }
    }
    #expect(sum == expected)
  }
}
