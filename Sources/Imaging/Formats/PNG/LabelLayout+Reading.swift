import ImageModel

extension LabelLayout {
  /// Reads the layout of a mask file from its first chunk. Throws `bad_mask` if the file is no PNG of labels, and
  /// `io_error`.
  package init(reading source: ByteSource) throws(ImageError) {
    guard PNGFormat.name(of: try source.read(at: 0, count: 8)) != nil else {
      throw ImageError(.badMask, "is no PNG")
    }
    let header: PictureHeader
    do throws(ImageError) { header = try PNGHeaderReader.outline(source) } catch {
      throw error.finding.code == .ioError
        ? error : ImageError(.badMask, "is damaged: \(error.finding.message)")
    }
    guard header.colors != .rgb, !header.hasAlpha else {
      throw ImageError(.badMask, "has colours or alpha: labels are grey levels or indices of a palette")
    }
    self.init(
      size: header.storedSize, bits: header.bits, hasPalette: header.colors == .palette,
      isInterlaced: header.isInterlaced)
  }
}
