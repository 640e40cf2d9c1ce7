/// The library or decoder that decodes a picture.
package enum DecodingEngine: String, Codable, Sendable, CaseIterable {
  case libjpeg, libpng, libtiff, libwebp, giflib, bmp, libaom, libde265, libraw, librsvg
  /// The decoder of BMP for a bitmap in an icon, with its mask; libpng for a PNG in an icon.
  case icon
  case xbm
  /// Our own JPEG decoder, which decodes no more than scale and region need.
  case reduced
}

extension DecodingEngine {
  /// True if the engine decodes the coded pictures in a HEIF container.
  package var takesCodedPictures: Bool { self == .libaom || self == .libde265 }

  /// True if the engine draws a picture at the size of an output, and has no samples of its own.
  package var draws: Bool { self == .librsvg }

  /// Bytes of LibRaw's buffer for the demosaic: 26 bytes for each pixel of a tile of 512 by 512.
  private static let demosaicBytes = 26 << 18

  /// The bytes of memory that a decode takes for rows. The picture has the size `stored`. The decode returns
  /// the part `samples` of the picture, at `scale`.
  package func rowBytes(
    _ samples: PixelRect<Decoded>, scale: DCTScale, of stored: PixelSize, as pixels: PixelFormat,
    verify: VerifyExtent
  ) -> Int {
    let sampleBytes = pixels.planes * pixels.depth.bytes
    switch self {
    case .libjpeg, .reduced:
      // Row buffers of the upsampler and color converter, and one row of blocks for each component.
      let rowWidth = min(samples.width + 64, scale.decodedSize(of: stored).width)
      return rowWidth * sampleBytes * (StripHeight.rows + scale.eighths * 5)
    case .libtiff:
      // One row of each plane at 16 bits. Strips and tiles are counted in `SourceInfo.wholeBytes`.
      return samples.width * (sampleBytes * StripHeight.rows + 12)
    case .libpng:
      // Two rows at the file's depth, and one decoded row.
      return samples.width * sampleBytes * StripHeight.rows + stored.width * 8 * 3
    case .libwebp:
      // At a smaller scale: all samples of the picture. At full size: the region with a margin at its edges,
      // and with `verify: full` also the rows below the region.
      if scale != .full {
        return scale.decodedSize(of: stored).area * sampleBytes
          + samples.width * sampleBytes * StripHeight.rows
      }
      let rows = verify == .full ? stored.height : min(stored.height, samples.height + 4)
      return (samples.width + 4) * sampleBytes * (rows + StripHeight.rows)
    case .giflib, .bmp:
      // A stored row and a row of samples.
      return samples.width * sampleBytes * (StripHeight.rows + 1) + stored.width * 4
    case .icon:
      // As for libpng, which takes more than the decoder of bitmaps.
      return samples.width * sampleBytes * (StripHeight.rows + 1) + stored.width * 8 * 3
    case .xbm:
      // The bits of a row, and a row of samples.
      return samples.width * (StripHeight.rows + 1) + stored.width / 8
    case .libraw:
      // The developed picture, four samples a pixel. Full size also needs the tiles of the demosaic.
      return scale.decodedSize(of: stored).area * 8 + (scale == .full ? Self.demosaicBytes : 0)
        + samples.width * sampleBytes * StripHeight.rows
    case .librsvg:
      // The drawing and its layers are counted by the memory model.
      return samples.width * sampleBytes * (StripHeight.rows + 1)
    case .libaom, .libde265:
      // The current row, and chroma before and after upsampling.
      return samples.width * (sampleBytes * StripHeight.rows + 8)
    }
  }
}

/// The decoder of JPEGs, as a job chooses it.
package enum EngineChoice: String, Codable, Sendable, CaseIterable {
  /// ``DecodingEngine/reduced`` if it can decode the picture, and if no output needs libjpeg's upsampled
  /// pixels.
  case auto
  case libjpeg
  /// ``DecodingEngine/reduced`` if it can decode the picture, else libjpeg. Outputs in linear light still
  /// take libjpeg, as do outputs that share a decode with them.
  case reduced
}
