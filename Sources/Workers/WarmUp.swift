import Glibc
import ImageModel
import Imaging

/// Calls library functions that open files or start threads only at their first call. A worker process does
/// this before its sandbox closes.
enum WarmUp {
  /// Sets the time zone to UTC. LibRaw computes the time of each picture, although no output shows it. The C library
  /// would open the file of the machine's time zone for that.
  static func setTimeZone() {
    setenv("TZ", "UTC0", 1)
    tzset()
  }

  /// Encodes tiny files. libjpeg-turbo then detects the processor's features. The C library's sort, which
  /// libtiff and libwebp use, detects the size of memory.
  ///
  /// On arm64, libjpeg-turbo and libaom read these features from `/proc/cpuinfo`, and libdeflate reads them from
  /// `/proc/self/auxv`. libjpeg-turbo keeps them for the calling thread only, and helper threads don't call it.
  static func run() {
    #if arch(arm64)
      let formats = [OutputFormat.jpeg, .tiff, .png, .avif]
    #else
      let formats = [OutputFormat.jpeg, .tiff]
    #endif
    for format in formats { _ = encoded(format) }
  }

  /// Loads a library. With librsvg it also draws a PNG and a JPEG: for the first picture in an SVG, gdk-pixbuf opens
  /// the list of its loaders. With pango it also draws a letter: for the first text, fontconfig reads its settings
  /// and its lists of fonts.
  static func load(_ library: OptionalLibrary) {
    guard library.load() else { return }
    if library == .pango { draw("<text y='8'>a</text>", usesFonts: true) }
    if library == .librsvg { drawPictures() }
  }

  private static func drawPictures() {
    let images = [OutputFormat.png, .jpeg].map { format in
      let data = encoded(format).map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
      return
        #"<image width="8" height="8" xlink:href="data:image/\#(format.rawValue),\#(data.joined())"/>"#
    }
    draw(images.joined())
  }

  /// Lets librsvg start its thread for filters. One thread is enough: a run works on several images at once.
  /// The thread stays confined as the calling thread is.
  static func startDrawingThread() {
    setenv("RAYON_NUM_THREADS", "1", 1)
    draw(
      #"<filter id="f"><feGaussianBlur stdDeviation="2"/></filter><rect width="8" height="8" filter="url(#f)"/>"#
    )
  }

  private static func draw(_ content: String, usesFonts: Bool = false) {
    OptionalLibrary.rehearse(
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="8" \#
      height="8">\#(content)</svg>
      """#, usesFonts: usesFonts)
  }

  /// A tiny grey picture as a file; cut if it can't be encoded.
  private static func encoded(_ format: OutputFormat) -> [UInt8] {
    var bytes: [UInt8] = []
    let encoder = try? PictureEncoder(format) { bytes += $0 }
    guard let plane = try? Plane<UInt8>(width: 8, height: 8) else { return [] }
    _ = try? encoder?.encode(
      [Channel(plane)], PixelFormat(.grey), options: .defaults(format), metadata: KeptMetadata())
    return bytes
  }
}
