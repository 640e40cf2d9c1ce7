import ImageModel

extension ComponentPlans {
  /// The bytes that the reduced decoder holds while it decodes `region` of a picture of size `stored`. It
  /// holds a strip of each component, and the coefficients of one row of MCUs. If `isHeld` is true, it holds
  /// the coefficients of the whole region.
  package func bytes(
    of region: PixelRect<Stored>, in stored: PixelSize, isHeld: Bool, verify: VerifyExtent
  ) -> Int {
    zip(all, grids).reduce(0) { sum, part in
      let (component, grid) = part
      let (points, sampling) = (component.scale.eighths, component.sampling)
      let samples = grid.samples(region)
      // The sums include blocks that fill up MCUs, and blocks that fill up vectors of 8.
      let columns = samples.width / points + 2 * sampling.horizontal + 8
      let rows = isHeld ? samples.height / points + 2 * sampling.vertical : sampling.vertical
      let strip = columns * points * StripHeight.rows
      let coefficients = columns * rows * (2 * points * points + 3)
      if !isHeld || points == 1 && verify == .crop { return sum + strip + coefficients }
      // Refined coefficients take 8 bytes for each decoded block. Blocks are decoded down to the region's
      // bottom, or down to the picture's bottom with `verify: full`.
      let bottom = verify == .full ? stored.height : region.bottom
      let above = grid.samples(PixelRect(x: 0, y: 0, width: stored.width, height: bottom)).size
      return sum + strip + coefficients + (above.width / points + 1) * (above.height / points + 1) * 8
    }
  }
}
