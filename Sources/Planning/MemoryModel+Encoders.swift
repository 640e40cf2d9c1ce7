import ImageModel

/// Bytes that encoders take in addition to the input planes.
extension MemoryModel {
  /// Bytes that an encoder holds. Every encoder holds some rows. An encoder that needs the whole picture also
  /// holds all coefficients or the whole file.
  static func encoding(
    _ output: OutputPlan, _ size: PixelSize, _ pixels: PixelFormat, _ detail: PictureDetail
  ) -> Int {
    switch output.format {
    case .tiff: tiff(output.encode, size, pixels, detail)
    case .webp: webp(output.encode, size, pixels, detail) + frames(output, size, pixels, detail)
    case .avif: avif(output.encode, size, pixels, detail)
    case .png: png(size, pixels)
    case .gif: gif(output, size, pixels, detail)
    case .jpeg, nil:
      rows(size, pixels) + coefficients(output.encode, size, pixels) + wholeFile(output, size, pixels)
    }
  }

  /// Bytes that the encoder of an animation holds while the next frame is decoded and resampled; 0 for a picture.
  static func heldByEncoder(_ output: OutputPlan, _ source: SourceInfo) -> Int {
    guard output.frames != nil, let size = output.size, let pixels = output.pixels else { return 0 }
    let detail = source.detail.resampled(from: source.storedSize, to: size)
    return output.format == .gif
      ? gif(output, size, pixels, detail) : frames(output, size, pixels, detail)
  }

  /// Bytes of the rows that an encoder gets at a time, and of their converted form.
  private static func rows(_ size: PixelSize, _ pixels: PixelFormat) -> Int {
    size.width * pixels.planes * pixels.depth.bytes * 64
  }

  /// Bytes for a PNG: rows, libdeflate's tables, and at most 1 MiB of filtered rows that are compressed at once.
  /// Their compressed bytes are held twice, as IDAT data and as the encoder's output.
  private static func png(_ size: PixelSize, _ pixels: PixelFormat) -> Int {
    let segment = min(1 << 20, size.area * pixels.planes * pixels.depth.bytes + size.height)
    return rows(size, pixels) + 700_000 + 3 * segment
  }

  /// Bytes for a GIF: rows, giflib's table, the pixels of a frame, the counts of its colours, the colours nearest to
  /// them, and the encoded frame: 1.4 bytes a pixel for noise. An animation needs the pixels and the colours of two
  /// frames.
  private static func gif(
    _ output: OutputPlan, _ size: PixelSize, _ pixels: PixelFormat, _ detail: PictureDetail
  ) -> Int {
    let (counts, nearest) = (16 << 18, 2 << 18)
    let encoded = Int(Double(size.area) * (0.4 + detail.share))
    return rows(size, pixels) + 100_000 + (4 * size.area + counts) * (output.frames == nil ? 1 : 2) + nearest
      + encoded
  }

  /// Bytes of TurboJPEG's buffer for a whole file (tjBufSize). 0 for outputs that TurboJPEG never encodes.
  private static func wholeFile(_ output: OutputPlan, _ size: PixelSize, _ pixels: PixelFormat) -> Int {
    guard output.format == .jpeg, size.area <= EncodeOptions.mostPixelsAtOnce else { return 0 }
    let subsampling = output.encode.chroma ?? .none
    let chroma = pixels.color == .grey ? 0 : 4 / (subsampling.horizontal * subsampling.vertical)
    return size.area * (2 + chroma)
  }

  /// Bytes for a JPEG that has several scans, or Huffman tables of its own. Each coefficient takes 2 bytes.
  /// The file is made at the end, and counts too.
  private static func coefficients(_ options: EncodeOptions, _ size: PixelSize, _ pixels: PixelFormat) -> Int
  {
    guard options.progressive == true || options.optimize == true else { return 0 }
    let luma = whole(size.width, of: 16) * whole(size.height, of: 16)
    let subsampling = options.chroma ?? .none
    let chroma = pixels.color == .grey ? 0 : 2 * luma / (subsampling.horizontal * subsampling.vertical)
    return 2 * (luma + chroma) + size.area / 2
  }

  /// Bytes of the whole file. libtiff goes back to earlier parts of the file, so all of it stays in memory.
  /// LZW makes noise larger by 37 %, Deflate doesn't. Photos shrink to between 0.3 and 1 of their size. This
  /// share follows from the detail, as measured with libtiff 4.5.0.
  private static func tiff(
    _ options: EncodeOptions, _ size: PixelSize, _ pixels: PixelFormat, _ detail: PictureDetail
  ) -> Int {
    let samples = size.area * pixels.planes * pixels.depth.bytes
    let most = options.compression == .lzw ? 1.4 : 1.05
    let share = options.compression == TIFFCompression.none ? 1.05 : min(most, 0.15 + 1.7 * detail.share)
    return Int(Double(samples) * share) + 1 << 18
  }

  /// libwebp's memory, measured with 1.2.4.
  private static func webp(
    _ options: EncodeOptions, _ size: PixelSize, _ pixels: PixelFormat, _ detail: PictureDetail
  ) -> Int {
    let effort = options.effort ?? 0
    // Measured bytes a pixel of a lossless file: 20 with the least effort, 44 with the most.
    if options.lossless == true {
      return 1_000_000 + rows(size, pixels) + size.area * (effort == 0 ? 24 : 50)
    }
    // libwebp holds Y, Cb and Cr, and the rows from which it makes these planes. From effort 3 on, libwebp
    // also keeps all symbols of the file, 2 bytes each: 18 bytes a pixel for noise. It codes alpha first,
    // without loss.
    let symbols = effort < 3 ? 1 : max(9 * detail.share, 17 * detail.share * detail.share) + 1.2
    let alpha = pixels.hasAlpha ? size.area : 0
    let perPixel = pixels.hasAlpha ? max(23.5, symbols) : symbols
    return 1_000_000 + rows(size, pixels) + size.width * 64 * 2 + size.area * 3 / 2 + alpha
      + Int(Double(size.area) * perPixel)
  }

  /// Bytes that an animated WebP takes beyond those of one frame: this frame and the one before it, as 32-bit pixels,
  /// and the file, which stays in memory to its end.
  private static func frames(
    _ output: OutputPlan, _ size: PixelSize, _ pixels: PixelFormat, _ detail: PictureDetail
  ) -> Int {
    guard let count = output.frames else { return 0 }
    let share = output.encode.lossless == true ? 1.2 : 1.0
    return 8 * size.area + Int(Double(count * size.area) * share * detail.share)
  }

  /// Bytes that libaom takes, and bytes of the whole picture that libaom gets as its input. They were
  /// measured with libaom 3.6.0. With 8 bits and 4:2:0, a smooth picture takes up to 16 bytes a pixel. A
  /// photo takes 28 if its ``PictureDetail`` is 0.1, and 32 if it is 0.5.
  private static func avif(
    _ options: EncodeOptions, _ size: PixelSize, _ pixels: PixelFormat, _ detail: PictureDetail
  ) -> Int {
    let bytes = Double(pixels.depth.bytes)
    let chroma = pixels.color == .grey ? .quarter : options.chroma ?? .none
    // Twice the number of samples for each pixel. libaom holds chroma even for a grey picture.
    let samples = Double(2 + 4 / (chroma.horizontal * chroma.vertical))
    let search = options.speed ?? 0 < 6 ? 12 + samples * bytes : 0
    let coding = (3.4 + samples * (4.6 + 3.3 * bytes)) * (1 + 0.44 * detail.share)
    let perPixel = coding + search + (pixels.hasAlpha ? 2 * bytes : 0)
    return 7_000_000 + Int(Double(size.area) * perPixel)
  }
}

extension ImagePlan {
  /// The most bytes that the encoder of output `index` takes in addition to the input planes, for the output or for
  /// its gain map.
  package func encoderBytes(ofOutput index: Int) -> Int {
    let output = outputs[index]
    guard let size = output.size, let pixels = output.pixels else { return 0 }
    return max(
      MemoryModel.encoding(output, size, pixels, .most), MemoryModel.encodingMap(ofOutput: index, self, .most)
    )
  }
}
