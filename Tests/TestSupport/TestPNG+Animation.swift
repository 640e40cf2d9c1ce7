extension TestPNG {
  /// A frame of an animation (PNG, third edition, section 11.3.6).
  package struct Frame {
    /// The frame's pixels, in the colour type and the depth of the animation.
    package var picture: TestPNG
    package var corner = (x: 0, y: 0)
    /// The time in seconds: a number and its divisor.
    package var delay = (number: 0, divisor: 1)
    /// 0 leaves the frame, 1 clears its place, 2 brings back what was there. 0 replaces pixels, 1 blends with them.
    package var (disposal, blending) = (0, 0)

    package init(_ picture: TestPNG) { self.picture = picture }

    /// The control chunk's data with this number.
    package func control(_ sequence: Int) -> [UInt8] {
      [sequence, picture.width, picture.height, corner.x, corner.y].flatMap { PictureBuilder.big($0, 4) }
        + [delay.number, delay.divisor].flatMap { PictureBuilder.big($0, 2) }
        + [UInt8(disposal), UInt8(blending)]
    }
  }

  /// An animation whose canvas has this picture's size, type, palette and interlace. The first frame is the picture that
  /// still viewers show, unless `isShown` is false: then this picture is. A frame's data lies in chunks of at most
  /// `chunkBytes` bytes.
  package func animation(
    _ frames: [Frame], plays: Int = 0, isShown: Bool = true, announced: Int? = nil
  ) -> [UInt8] {
    var sequence = 0
    func next() -> [UInt8] {
      defer { sequence += 1 }
      return PictureBuilder.big(sequence, 4)
    }
    func pieces(_ picture: TestPNG) -> [[UInt8]] {
      let data = TestPNG.data(of: picture.file)
      return stride(from: 0, to: data.count, by: min(chunkBytes, data.count)).map {
        Array(data[$0...].prefix(chunkBytes))
      }
    }
    let control = PictureBuilder.big(announced ?? frames.count, 4) + PictureBuilder.big(plays, 4)
    var parts = [Array(file[..<33]), Self.chunk("acTL", control)] + chunks
    if !isShown { parts += pieces(self).map { Self.chunk("IDAT", $0) } }
    for (number, frame) in frames.enumerated() {
      parts.append(Self.chunk("fcTL", frame.control(sequence)))
      sequence += 1
      let isData = isShown && number == 0
      parts += pieces(frame.picture).map { Self.chunk(isData ? "IDAT" : "fdAT", (isData ? [] : next()) + $0) }
    }
    return (parts + [Self.chunk("IEND", [])]).flatMap(\.self)
  }
}
