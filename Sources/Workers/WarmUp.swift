import Glibc
import ImageModel
import Imaging

/// Calls library functions that open files only at their first call. A worker process does this before its
/// sandbox closes.
enum WarmUp {
  /// Sets the time zone to UTC. LibRaw computes the time of each picture, although no output shows it. The C library
  /// would open the file of the machine's time zone for that.
  static func setTimeZone() {
    setenv("TZ", "UTC0", 1)
    tzset()
  }

  /// Encodes two tiny files. libjpeg-turbo then detects the processor's features. The C library's sort, which
  /// libtiff and libwebp use, detects the size of memory.
  static func run() {
    for format in [OutputFormat.jpeg, .tiff] {
      let encoder = try? PictureEncoder(format) { _ in }
      guard let plane = try? Plane<UInt8>(width: 8, height: 8) else { return }
      _ = try? encoder?.encode(
        [Channel(plane)], PixelFormat(.grey), options: .defaults(format), metadata: KeptMetadata())
    }
  }
}
