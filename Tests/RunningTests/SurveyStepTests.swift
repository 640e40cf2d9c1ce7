import ImageModel
import Imaging
import JobFile
import Planning
import Survey
import Synchronization
import System
import TestSupport
import Testing
import Workers

@testable import Running

/// A step between headers and plans.
@Suite struct SurveyStepTests {
  /// A grey picture of 64x32 whose right half is bright, as stored; and its orientation.
  private static func file(_ orientation: UInt8) -> [UInt8] {
    var picture = TestTIFF(64, 32, photometric: 1, channels: 1, bits: 8) { x, _, _ in x < 32 ? 20 : 230 }
    picture.fields = [TIFFBuilder.Field(tag: 0x0112, type: 3, count: 1, value: [orientation, 0])]
    return picture.file
  }

  private static let runner = Runner(pool: ThreadPool(width: 2), memory: MemoryBudget(nil, .none)) { _ in
    ThreadRenderer()
  }

  private static func job(in folder: TemporaryDirectory) throws -> (spec: JobSpec, folders: JobFolders) {
    let job = "version: 1\nsources: [\"*.tif\"]\noutputs: [{format: png, path: \"out/{stem}.png\"}]"
    let spec = try JobFileReader.read(text: Array(job.utf8), file: "job.yaml").get()
    return (spec, JobFolders(spec, file: "job.yaml", root: nil, current: folder.path))
  }

  private static func survey(
    _ folder: TemporaryDirectory, side: Int, _ find: @escaping @Sendable (SmallPicture) -> PictureFacts
  ) throws -> BatchPlan {
    let (spec, folders) = try job(in: folder)
    return try JobSurvey(
      spec, folders, SourceStore(folders), file: "job.yaml", reserved: ReservedPlaces([folders]),
      pool: ThreadPool(width: 2), step: SurveyStep(side: side, runner, find: find)
    ).plan().get()
  }

  @Test("A step sees every picture upright and small", arguments: [8, 64])
  func pictures(_ side: Int) throws {
    let folder = try TemporaryDirectory()
    try folder.write(Self.file(1), to: "a.tif")
    // Turned by 180 degrees, and by 90 degrees clockwise, for display.
    try folder.write(Self.file(3), to: "b.tif")
    try folder.write(Self.file(6), to: "c.tif")
    try folder.write("no picture".utf8, to: "d.tif")
    let seen = Mutex<[SmallPicture]>([])
    let plan = try Self.survey(folder, side: side) { picture in
      seen.withLock { $0.append(picture) }
      return PictureFacts(numbers: ["first": Double(picture.samples[0])])
    }
    let pictures = seen.withLock { $0 }
    #expect(plan.images.map { $0.error == nil } == [true, true, true, false])
    #expect(pictures.count == 3)
    #expect(pictures.allSatisfy { $0.pixels == PixelFormat(.grey) && $0.samples.count == $0.size.area })
    // The corners that are bright tell how each picture was turned.
    let corners = Set(
      pictures.map { picture in
        let (width, height) = (picture.size.width, picture.size.height)
        return [0, width - 1, (height - 1) * width, height * width - 1].map { picture.samples[$0] > 128 }
      })
    #expect(
      corners == [[false, true, false, true], [true, false, true, false], [false, false, true, true]])
    let sizes = [PixelSize(width: side, height: side / 2), PixelSize(width: side / 2, height: side)]
    #expect(Set(pictures.map(\.size)) == Set(sizes))
  }

  @Test("The step tells why it can't see a picture")
  func unseen() throws {
    let folder = try TemporaryDirectory()
    try folder.write(Self.file(1), to: "a.tif")
    let plan = try Self.survey(folder, side: 8) { _ in PictureFacts() }
    try folder.write("another file".utf8, to: "a.tif")
    let step = SurveyStep(side: 8, Self.runner) { _ in PictureFacts() }
    let facts = try step.facts(
      plan.images.map { SurveyedPicture(small: $0) }, SourceStore(Self.job(in: folder).folders))
    #expect(facts == [.failure(ImageError(.sourceChanged, "changed after it was planned"))])
  }
}
