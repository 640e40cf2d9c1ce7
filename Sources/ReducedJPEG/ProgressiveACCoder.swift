/// Decodes a band of AC coefficients of one block in a progressive frame.
struct ProgressiveACCoder {
  let words: WordLookup
  /// The offset of each coefficient in a block. The list follows the order of coefficients in the file.
  let places: UnsafePointer<UInt16>
  /// The indices of the band's first and last coefficients in the file's order, 1...63.
  let first: Int
  let last: Int
  /// The lowest bit that the scan codes.
  let low: Int

  /// Decodes the band's coefficients in their first scan, which codes the higher bits (ITU-T T.81, G.1.2.2).
  /// `known` has a bit for each non-zero coefficient. `run` counts the next blocks without new coefficients.
  /// Returns the damage, or nil.
  @inline(__always) func bring(
    _ block: UnsafeMutablePointer<Int16>, _ known: inout UInt64, _ run: inout Int, _ reader: inout BitReader
  ) -> JPEGDamage? {
    if run > 0 {
      run &-= 1
      return nil
    }
    var k = first
    while k <= last {
      reader.fill()
      let entry = words.entry(reader.peek(16))
      if entry == 0 { return .badCode }
      reader.drop(entry &>> 8)
      let (zeros, size) = (entry &>> 4 & 15, entry & 15)
      if size == 0 && zeros < 15 {
        run = reader.takeRun(zeros) &- 1
        return nil
      }
      k &+= zeros
      if k > last { return .overrun }
      let value = Int16(truncatingIfNeeded: reader.takeExtended(size) &<< low)
      if value != 0 {
        block[Int(places[k])] = value
        known |= 1 &<< UInt64(truncatingIfNeeded: k)
      }
      k &+= 1
    }
    return nil
  }

  /// Decodes one more bit of each coefficient of the band (ITU-T T.81, G.1.2.3).
  @inline(__always) func refine(
    _ block: UnsafeMutablePointer<Int16>, _ known: inout UInt64, _ run: inout Int, _ reader: inout BitReader
  ) -> JPEGDamage? {
    var k = first
    while run == 0 && k <= last {
      reader.fill()
      let entry = words.entry(reader.peek(16))
      if entry == 0 { return .badCode }
      reader.drop(entry &>> 8)
      let (zeros, size) = (entry &>> 4 & 15, entry & 15)
      if size > 1 { return .badCode }
      if size == 0 && zeros < 15 {
        run = reader.takeRun(zeros)
        break
      }
      let isPositive = size == 1 && reader.takeBit()
      k = correct(block, known, from: k, passing: zeros, &reader)
      if k > last { return .overrun }
      if size == 1 {
        block[Int(places[k])] = Int16(truncatingIfNeeded: (isPositive ? 1 : -1) &<< low)
        known |= 1 &<< UInt64(truncatingIfNeeded: k)
      }
      k &+= 1
    }
    if run > 0 {
      _ = correct(block, known, from: k, passing: 64, &reader)
      run &-= 1
    }
    return nil
  }

  /// Decodes the next bit of each non-zero coefficient from `start` on, and passes over `zeros` coefficients
  /// that are still zero. Returns the place of the next zero coefficient, or the place after the band.
  @inline(__always) private func correct(
    _ block: UnsafeMutablePointer<Int16>, _ known: UInt64, from start: Int, passing zeros: Int,
    _ reader: inout BitReader
  ) -> Int {
    var (k, left) = (start, zeros)
    while k <= last {
      if known &>> UInt64(truncatingIfNeeded: k) & 1 == 1 {
        if reader.takeBit() {
          let place = Int(places[k])
          block[place] &+= (block[place] < 0 ? -1 : 1) &<< Int16(truncatingIfNeeded: low)
        }
      } else if left == 0 {
        return k
      } else {
        left &-= 1
      }
      k &+= 1
    }
    return k
  }
}
