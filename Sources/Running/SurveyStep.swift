import ImageModel
import Imaging
import Planning
import Rendering
import Survey
import System
import Workers

/// A step between the reading of headers and the planning. It looks at a small picture of each source, and
/// adds facts to the header. The planner finds these facts in ``SourceInfo/facts``.
package struct SurveyStep: Sendable {
  /// The largest length of the picture's longer side, in pixels.
  let side: Int
  /// Decodes the pictures, as a run does.
  let runner: Runner
  /// Finds the facts of one picture. Many threads call it at once.
  let find: @Sendable (SmallPicture) -> PictureFacts

  package init(side: Int, _ runner: Runner, find: @escaping @Sendable (SmallPicture) -> PictureFacts) {
    self.side = side
    self.runner = runner
    self.find = find
  }

  /// Decodes each of `pictures`. Returns the picture's facts, or the reason why it can't be decoded.
  /// `store` opens the pictures' sources. Throws an error that concerns all images.
  func facts(
    _ pictures: [ImagePlan], _ store: SourceStore
  ) throws(Halted) -> [Result<PictureFacts, ImageError>] {
    try runner.map(
      count: pictures.count, outputs: 1, need: { runner.memory.need(pictures[$0]) }
    ) { number, renderer throws(Halted) in
      try picture(pictures[number], store, renderer).map(find)
    }
  }

  private func picture(
    _ image: ImagePlan, _ store: SourceStore, _ renderer: any Renderer
  ) throws(Halted) -> Result<SmallPicture, ImageError> {
    if let refusal = runner.memory.refusal(image) { return .failure(ImageError(refusal)) }
    let source: OpenSource
    do throws(OpeningError) { source = try store.open(image) } catch {
      return .failure(ImageError(try error.finding(of: image.source)))
    }
    var tiff: [UInt8] = []
    var failure: ImageError?
    _ = try renderer.render([0], of: image, from: source, open: MemoryFile.open) {
      _, output, file throws(Halted) in
      failure = output.error.map { ImageError($0) }
      guard failure == nil, let count = output.bytes else { return }
      do throws(SystemError) { tiff = try file.bytes(count) } catch {
        throw Halted(Halt(error, writing: MemoryFile.name))
      }
    }
    if let failure { return .failure(failure) }
    return Result { () throws(ImageError) in try SmallPicture(tiff: tiff) }
  }
}
