import ImageModel
import Imaging

extension PictureHeader {
  /// How much the picture has for an encoder to keep, as the size of its file tells.
  func detail(fileBytes: Int, layout: TIFFLayout?) -> PictureDetail {
    let bytes = fileBytes / max(1, images)
    let channels = (colors == .grey || colors == .palette ? 1 : colors == .cmyk ? 4 : 3) + (hasAlpha ? 1 : 0)
    let lossless = PictureDetail(lossless: bytes, plain: storedSize.area * channels * bits / 8)
    return switch format {
    case .bmp: .untold
    case .tiff where layout?.isCompressed != true: .untold
    case .tiff, .png, .gif: lossless
    case .webp where isLossless: lossless
    // These take half as many bytes as a JPEG.
    case .webp, .heic, .avif: PictureDetail(lossy: bytes, pixels: storedSize.area, efficiency: 2)
    case .jpeg: PictureDetail(lossy: bytes, pixels: storedSize.area)
    }
  }
}
