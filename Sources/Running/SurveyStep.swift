import ImageModel
import Imaging
import JobFile
import Planning
import Rendering
import State
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
  /// True for the items whose pictures the step looks at.
  package var wants: @Sendable (SourceItem) -> Bool = { _ in true }
  /// The facts about grey levels that earlier plans found; nil if they aren't kept.
  package var known: KnownFacts?

  package init(side: Int, _ runner: Runner, find: @escaping @Sendable (SmallPicture) -> PictureFacts) {
    self.side = side
    self.runner = runner
    self.find = find
  }

  /// Decodes each of `pictures` whose facts aren't known. Returns the picture's facts, or the reason why it can't be
  /// decoded. `store` opens the pictures' sources. Throws an error that concerns all images, and after a stop request.
  func facts(
    _ pictures: [ImagePlan], _ store: SourceStore
  ) throws(Halted) -> [Result<PictureFacts, ImageError>] {
    var facts: [Result<PictureFacts, ImageError>?] = pictures.map { picture in
      known?.facts(of: picture).map { .success(PictureFacts(grey: $0)) }
    }
    let unknown = pictures.indices.filter { facts[$0] == nil }
    let found = try runner.map(
      count: unknown.count, outputs: 1, need: { runner.memory.need(pictures[unknown[$0]]) }
    ) { number, renderer throws(Halted) in
      try picture(pictures[unknown[number]], store, renderer).map(find)
    }
    if found.count < unknown.count {
      throw Halted(Halt(.later, "the plan was asked to end before it was made"))
    }
    for (place, result) in zip(unknown, found) {
      facts[place] = result
      if let grey = (try? result.get())?.grey { known?.add(grey, of: pictures[place]) }
    }
    return facts.compactMap(\.self)
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
