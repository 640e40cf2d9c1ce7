extension Double {
  /// The nearest multiple of 2^-20: a number of pixels without the rounding errors of floating point.
  ///
  /// So two ways to compute an edge give the same number, and a half is exactly 0.5.
  var settled: Double { (self * 0x1p20).rounded() * 0x1p-20 }
}
