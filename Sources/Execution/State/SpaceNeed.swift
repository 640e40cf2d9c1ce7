import Glibc
import ImageModel
import Planning

/// Whether what a run is going to write has room.
package enum FreeSpace {
  /// Bytes that a pixel of an output takes at most, as a rule: JPEGs of camera photos were measured.
  private static func bytesPerPixel(_ options: EncodeOptions) -> Double {
    switch options.quality {
    case ...85: 0.25
    case ...95: 0.5
    default: 1
    }
  }

  /// What the outputs of images at `places` will take up, in bytes: an estimate.
  static func estimate(_ images: [ImagePlan], at places: [Int32]) -> Int {
    places.reduce(0) { sum, place in
      images[Int(place)].outputs.reduce(sum) { sum, output in
        guard let size = output.size, output.error == nil else { return sum }
        return sum + Int(Double(size.area) * bytesPerPixel(output.encode))
      }
    }
  }

  /// Throws `later` when the images at `places` won't have room in the file system of `state`, or no numbers for
  /// their files.
  package static func check(_ images: [ImagePlan], at places: [Int32], _ state: JobState) throws(Halt) {
    let files = places.reduce(0) { $0 + images[Int($1)].outputs.count }
    if files == 0 { return }
    let room: statvfs
    do throws(SystemError) { room = try state.tree.room() } catch { throw Halt(error, writing: state.root) }
    let (bytes, free) = (estimate(images, at: places), Int(room.f_bavail) * Int(room.f_frsize))
    if bytes > free {
      throw Halt(
        .later, "the outputs will take about \(bytes) bytes, and \(free) are free in '\(state.root)'")
    }
    // File systems without a fixed number of files say 0 of 0.
    if room.f_files > 0 && files > Int(room.f_favail) {
      throw Halt(
        .later, "\(files) outputs are to be made, and '\(state.root)' has room for \(room.f_favail) files")
    }
  }
}
