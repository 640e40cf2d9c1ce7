import ImageModel

/// What encoders take, in bytes, beside the planes that they are given.
extension MemoryModel {
  /// Rows; coefficients or a file where the encoder needs all of them.
  static func encoding(
    _ output: OutputPlan, _ size: PixelSize, _ pixels: PixelFormat, _ detail: PictureDetail
  ) -> Int {
    switch output.format {
    case .tiff: tiff(output.encode, size, pixels, detail)
    case .webp: webp(output.encode, size, pixels, detail)
    case .avif: avif(output.encode, size, pixels, detail)
    case .jpeg, .png, nil:
      rows(size, pixels) + coefficients(output.encode, size, pixels) + wholeFile(output, size, pixels)
    }
  }

  /// The rows that an encoder is given at once, and what they come to.
  private static func rows(_ size: PixelSize, _ pixels: PixelFormat) -> Int {
    size.width * pixels.planes * pixels.depth.bytes * 64
  }

  /// The room for a whole file that TurboJPEG asks for (tjBufSize), where it encodes a JPEG.
  private static func wholeFile(_ output: OutputPlan, _ size: PixelSize, _ pixels: PixelFormat) -> Int {
    guard output.format == .jpeg, size.area <= EncodeOptions.mostPixelsAtOnce else { return 0 }
    let subsampling = output.encode.chroma ?? .none
    let chroma = pixels.color == .grey ? 0 : 4 / (subsampling.horizontal * subsampling.vertical)
    return size.area * (2 + chroma)
  }

  /// A JPEG in several scans or with Huffman tables of its own: 2 bytes for each coefficient, and the file, which comes only
  /// then.
  private static func coefficients(_ options: EncodeOptions, _ size: PixelSize, _ pixels: PixelFormat) -> Int
  {
    guard options.progressive == true || options.optimize == true else { return 0 }
    let luma = whole(size.width, of: 16) * whole(size.height, of: 16)
    let subsampling = options.chroma ?? .none
    let chroma = pixels.color == .grey ? 0 : 2 * luma / (subsampling.horizontal * subsampling.vertical)
    return 2 * (luma + chroma) + size.area / 2
  }

  /// The whole file, in which libtiff goes back. LZW makes noise larger by 37 %, Deflate doesn't; of photos both leave
  /// three to ten tenths, which follow from the detail as measured with libtiff 4.5.0.
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
    // In bytes a pixel. Without loss: 20 for the least effort, 44 for the most.
    if options.lossless == true {
      return 1_000_000 + rows(size, pixels) + size.area * (effort == 0 ? 24 : 50)
    }
    // Y, Cb and Cr, and the rows that they are made of; efforts from 3 on keep all symbols of the file, 2 bytes each, which
    // come to 18 bytes a pixel of noise; alpha is coded without loss before them.
    let symbols = effort < 3 ? 1 : max(9 * detail.share, 17 * detail.share * detail.share) + 1.2
    let alpha = pixels.hasAlpha ? size.area : 0
    let perPixel = pixels.hasAlpha ? max(23.5, symbols) : symbols
    return 1_000_000 + rows(size, pixels) + size.width * 64 * 2 + size.area * 3 / 2 + alpha
      + Int(Double(size.area) * perPixel)
  }

  /// libaom's memory and the planes that it is given, in bytes a pixel as measured with 3.6.0: in 8 bits of 4:2:0 up to 28 for
  /// photos of a tenth of a byte a pixel, 32 for those of half a byte; 16 for what is smooth.
  private static func avif(
    _ options: EncodeOptions, _ size: PixelSize, _ pixels: PixelFormat, _ detail: PictureDetail
  ) -> Int {
    let bytes = Double(pixels.depth.bytes)
    let chroma = pixels.color == .grey ? .quarter : options.chroma ?? .none
    // Twice the samples of a pixel; grey has chroma that isn't used.
    let samples = Double(2 + 4 / (chroma.horizontal * chroma.vertical))
    let search = options.speed ?? 0 < 6 ? 12 + samples * bytes : 0
    let coding = (3.4 + samples * (4.6 + 3.3 * bytes)) * (1 + 0.44 * detail.share)
    let perPixel = coding + search + (pixels.hasAlpha ? 2 * bytes : 0)
    return 7_000_000 + Int(Double(size.area) * perPixel)
  }
}

extension OutputPlan {
  /// What its encoder takes beside its planes at most, in bytes.
  package var encoderBytes: Int {
    guard let size, let pixels else { return 0 }
    return MemoryModel.encoding(self, size, pixels, .most)
  }
}
