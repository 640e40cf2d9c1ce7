import Glibc
import ImageModel
import Planning
import RenderingSupport
import TestSupport
import Testing

@testable import JobFile
@testable import State

@Suite struct SpaceNeedTests {
  /// Room for so many bytes, in blocks of 512, and files.
  private static func room(bytes: UInt = 1 << 40, files: UInt = 1000) -> statvfs {
    var room = statvfs()
    (room.f_frsize, room.f_blocks, room.f_bavail) = (512, 1 << 40, bytes / 512)
    (room.f_files, room.f_favail) = (5000, files)
    return room
  }

  /// Two outputs of 200x100 and 64x48 pixels at quality 100: 20000 and 3072 bytes.
  private static func need(_ states: [OutputState], _ exports: [ExportFormat] = []) throws -> SpaceNeed {
    let picture = TestPicture.noisy(width: 200, height: 100)
    let job = try RenderedImage.job(["", "crop: '0,0,64,48'"])
    var need = SpaceNeed(
      exports.map {
        Export(
          format: $0, path: nil, location: SourceLocation(line: 1, column: 1), minVisible: 0,
          shards: ExportShardLimits())
      })
    need.add(try RenderedImage(job, picture.file(), stored: picture.size).plan, states)
    return need
  }

  @Test func onlyWhatIsToBeMadeTakesRoom() throws {
    let free = OutputState.missing(mustBeFree: true)
    #expect(
      try Self.need([free, .stale]).shortage(in: Self.room(bytes: 23_040, files: 1), at: "out")
        == "the outputs will take about 23.1 kB, and 23.0 kB are free in 'out'")
    #expect(
      try Self.need([free, .stale]).shortage(in: Self.room(files: 1), at: "out")
        == "2 outputs are to be made, and 'out' has room for 1 files")
    for state in [OutputState.done, .failed, .kept, .unmakeable] {
      #expect(
        try Self.need([state, .stale]).shortage(in: Self.room(bytes: 3072, files: 1), at: "out") == nil)
      #expect(try Self.need([state, state]) == SpaceNeed())
    }
  }

  @Test func copiesInTarsTakeAsMuchAgain() throws {
    // 23072 bytes of pictures, as many again, and 4 KiB a sample.
    let need = try Self.need([.stale, .stale], [.webdataset])
    #expect(
      need.shortage(in: Self.room(bytes: 54_272), at: "out")
        == "the outputs with what is exported will take about 54336 B, and 54272 B are free in 'out'")
    #expect(need.shortage(in: Self.room(bytes: 54_784, files: 2), at: "out") == nil)
  }

  @Test func labelsTakeABlockAndANumberEach() throws {
    let need = try Self.need([.stale, .stale], [.yolo, .coco])
    #expect(
      need.shortage(in: Self.room(bytes: 39_424), at: "out")
        == "the outputs with what is exported will take about 39.5 kB, and 39.4 kB are free in 'out'")
    #expect(
      need.shortage(in: Self.room(files: 3), at: "out")
        == "4 outputs and labels are to be made, and 'out' has room for 3 files")
  }

  /// A tmpfs of unlimited size says 0 of 0, and other file systems more bytes or files than there are numbers.
  @Test func someFileSystemsDoNotCount() throws {
    let need = try Self.need([.stale, .stale])
    var room = statvfs()
    room.f_frsize = 4096
    #expect(need.shortage(in: room, at: "out") == nil)
    room = Self.room(files: .max)
    (room.f_bavail, room.f_frsize) = (.max, 4096)
    #expect(need.shortage(in: room, at: "out") == nil)
  }
}
