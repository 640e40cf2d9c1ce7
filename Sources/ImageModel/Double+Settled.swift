extension Double {
  /// The nearest multiple of 2^-20: a number of pixels without the rounding errors of floating point.
  ///
  /// So an edge or side that is computed in two ways is one number, and a half is a half.
  var settled: Double { (self * 0x1p20).rounded() * 0x1p-20 }
}
