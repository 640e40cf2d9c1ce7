extension Double {
  /// The nearest multiple of 2^-20: a number of pixels without what floating point added to it on the way.
  ///
  /// An edge or a side that is reckoned in two ways is then one number, and a half is a half.
  var settled: Double { (self * 0x1p20).rounded() * 0x1p-20 }
}
