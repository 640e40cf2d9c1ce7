import Glibc
import ImageModel
import JobFile
import Planning
import Survey
import System

/// The disk space that a run will need, estimated from its plan.
package struct SpaceNeed: Hashable, Sendable {
  /// The estimated bytes of all outputs.
  private(set) var bytes = 0
  private(set) var files = 0
  /// The number of exports that hold copies of all outputs.
  private let copies: Int
  /// The number of exports that write a label file for each output.
  private let labels: Int
  /// The number of exports with a record for each output.
  private let records: Int

  /// The need of a run that writes `exports`.
  package init(_ exports: [Export] = []) {
    copies = exports.count { $0.format.canHaveShards }
    labels = exports.count { $0.format.labelPath(ofOutput: "x") != nil }
    records = exports.count - copies
  }

  /// Adds the space for those outputs of `image` that the run makes. `states` holds the state of each output. With
  /// `isMade` the outputs are on the disk already, and only their exports are counted.
  package mutating func add(_ image: ImagePlan, _ states: [OutputState], isMade: Bool = false) {
    for (output, state) in zip(image.outputs, states) where state.isToBeMade {
      guard let size = output.size else { continue }
      let picture = Int(Double(size.area) * Self.bytesPerPixel(output))
      bytes += (isMade ? 0 : picture) + copies * (picture + Self.memberBytes) + records * Self.recordBytes
      files += (isMade ? 0 : 1) + labels
    }
  }

  /// Bytes that a sample takes in a tar file, apart from the picture. They are two or three headers, and the
  /// padding of the last block.
  private static let memberBytes = 4 << 10
  /// Bytes of an output's record. The record is a line of a file, or a separate file of one block.
  private static let recordBytes = 4 << 10

  /// The most bytes that a pixel of an output usually takes. JPEGs of camera photos were measured. Lossless
  /// files have at most six tenths of the samples' bytes.
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

  /// Throws `later` if the file system of `state` lacks room, or inodes for the files.
  package func check(_ state: JobState) throws(Halted) {
    if files == 0 && bytes == 0 { return }
    let room: statvfs?
    do throws(SystemError) { room = try state.outputs.room() } catch {
      throw Halted(Halt(error, writing: state.root))
    }
    if let room, let shortage = shortage(in: room, at: state.root) { throw Halted(Halt(.later, shortage)) }
  }

  /// A message about the folder `place` if the space in `room` is too small; otherwise nil. A file system
  /// without a fixed number of inodes reports a total of 0 inodes. Some file systems report more bytes than
  /// an integer holds.
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
