import Glibc
import ImageModel
import JobFile
import Planning
import Survey
import System

/// What a run is going to write, as far as its plan tells.
package struct SpaceNeed: Hashable, Sendable {
  /// What the outputs will take up, in bytes: an estimate.
  private(set) var bytes = 0
  private(set) var files = 0
  /// Files that hold copies of all outputs.
  private let copies: Int
  /// Files of a line or so for each output.
  private let labels: Int
  /// Files of a record for each output.
  private let records: Int

  /// The need of a run that writes `exports`.
  package init(_ exports: [Export] = []) {
    copies = exports.count { $0.format == .webdataset }
    labels = exports.count { $0.format.labelPath(ofOutput: "x") != nil }
    records = exports.count - copies
  }

  /// Adds the outputs of an image that are to be made, of which `states` tells where each stands.
  package mutating func add(_ image: ImagePlan, _ states: [OutputState]) {
    for (output, state) in zip(image.outputs, states) where state.isToBeMade {
      guard let size = output.size else { continue }
      let picture = Int(Double(size.area) * Self.bytesPerPixel(output))
      bytes += picture + copies * (picture + Self.memberBytes) + records * Self.recordBytes
      files += 1 + labels
    }
  }

  /// Bytes of a tar that a sample takes beside its picture: two or three headers, and the padding of the last block.
  private static let memberBytes = 4 << 10
  /// Bytes that an output's record takes: a line of a file, or the block of a file of its own.
  private static let recordBytes = 4 << 10

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
      let exports = copies + records > 0 ? " with what is exported" : ""
      let (needed, left) = ByteCount.texts(bytes, Int(clamping: free))
      return "the outputs\(exports) will take about \(needed), and \(left) are free in '\(place)'"
    }
    if room.f_files > 0 && files > room.f_favail {
      return
        "\(files) \(labels > 0 ? "outputs and labels" : "outputs") are to be made, and '\(place)' has room for \(room.f_favail) files"
    }
    return nil
  }
}
