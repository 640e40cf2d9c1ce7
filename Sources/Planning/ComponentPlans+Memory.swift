import ImageModel

extension ComponentPlans {
  /// What a decode of `region` of a picture of size `stored` by ``DecodingEngine/reduced`` takes, in bytes: a strip of each
  /// component, and coefficients of one row of MCUs, or those of all of the region where they are held (`isHeld`).
  package func bytes(
    of region: PixelRect<Stored>, in stored: PixelSize, isHeld: Bool, verify: VerifyExtent
  ) -> Int {
    zip(all, grids).reduce(0) { sum, part in
      let (component, grid) = part
      let (points, sampling) = (component.scale.eighths, component.sampling)
      let samples = grid.samples(region)
      // With what fills up MCUs, and vectors of 8 blocks.
      let columns = samples.width / points + 2 * sampling.horizontal + 8
      let rows = isHeld ? samples.height / points + 2 * sampling.vertical : sampling.vertical
      let strip = columns * points * StripHeight.rows
      let coefficients = columns * rows * (2 * points * points + 3)
      if !isHeld || points == 1 && verify == .crop { return sum + strip + coefficients }
      // Which coefficients are refined: 8 bytes for each block that is decoded, down to the region's last or to all.
      let bottom = verify == .full ? stored.height : region.bottom
      let above = grid.samples(PixelRect(x: 0, y: 0, width: stored.width, height: bottom)).size
      return sum + strip + coefficients + (above.width / points + 1) * (above.height / points + 1) * 8
    }
  }
}
