import Glibc
import ImageModel
import Planning

/// What a run is going to write, as far as its plan tells.
package struct SpaceNeed: Hashable, Sendable {
  /// What the outputs will take up, in bytes: an estimate.
  private(set) var bytes = 0
  private(set) var files = 0

  package init() {}

  /// Adds the outputs of an image that are to be made, of which `states` tells where each stands.
  package mutating func add(_ image: ImagePlan, _ states: [OutputState]) {
    for (output, state) in zip(image.outputs, states) where state.isToBeMade {
      guard let size = output.size else { continue }
      bytes += Int(Double(size.area) * Self.bytesPerPixel(output))
      files += 1
    }
  }

  /// Bytes that a pixel of an output takes at most, as a rule: JPEGs of camera photos were measured, and without loss no
  /// more than six tenths of the samples are left of them.
  private static func bytesPerPixel(_ output: OutputPlan) -> Double {
    guard let quality = output.encode.quality else {
      return 0.6 * Double((output.pixels?.planes ?? 3) * (output.pixels?.depth.bytes ?? 1))
    }
    return switch quality {
    case ...85: 0.25
    case ...95: 0.5
    default: 1
    }
  }

  /// Throws `later` when that won't have room in the file system of `state`, or no numbers for its files.
  package func check(_ state: JobState) throws(Halt) {
    if files == 0 { return }
    let room: statvfs
    do throws(SystemError) { room = try state.tree.room() } catch { throw Halt(error, writing: state.root) }
    if let shortage = shortage(in: room, at: state.root) { throw Halt(.later, shortage) }
  }

  /// What is missing in `room` at the folder `place`. File systems without fixed numbers say 0 of 0, and some have more
  /// bytes than can be counted.
  func shortage(in room: statvfs, at place: String) -> String? {
    let (free, isEndless) = room.f_bavail.multipliedReportingOverflow(by: room.f_frsize)
    if room.f_blocks > 0 && !isEndless && bytes > free {
      return "the outputs will take about \(bytes) bytes, and \(free) are free in '\(place)'"
    }
    if room.f_files > 0 && files > room.f_favail {
      return "\(files) outputs are to be made, and '\(place)' has room for \(room.f_favail) files"
    }
    return nil
  }
}
