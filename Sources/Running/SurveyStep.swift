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
  /// Keeps ``known`` now and then, for a plan that follows if this one ends early; nil if there is no place. Many threads
  /// call it at once.
  package var keep: (@Sendable () -> Void)?
  /// Makes outputs in the same decodes; nil if no run of this process follows.
  package var ahead: MakingAhead?

  /// A picture to look at.
  struct Picture: Sendable {
    /// The plan of the small picture alone.
    let small: ImagePlan
    /// The job's outputs, made together with the small picture; nil if the small picture is made alone.
    var joint: Joint?

    init(_ small: ImagePlan, with joint: Joint? = nil) { (self.small, self.joint) = (small, joint) }

    /// The small picture, with the memory of all that is made together.
    var whole: ImagePlan {
      var whole = small
      whole.peakBytes = joint?.peakBytes ?? small.peakBytes
      return whole
    }
  }

  /// A plan of several outputs, of which the last one is the small picture.
  struct Joint: Sendable {
    /// Makes the plan. It isn't kept: thousands of pictures wait, and each may have many outputs.
    let plan: @Sendable () -> ImagePlan?
    let peakBytes: Int
    let outputs: Int

    /// Nil if `plan` makes none.
    init?(_ plan: @escaping @Sendable () -> ImagePlan?) {
      guard let made = plan() else { return nil }
      self.plan = plan
      (peakBytes, outputs) = (made.peakBytes, made.outputs.count)
    }
  }

  package init(side: Int, _ runner: Runner, find: @escaping @Sendable (SmallPicture) -> PictureFacts) {
    self.side = side
    self.runner = runner
    self.find = find
  }

  /// Decodes each of `pictures` whose facts aren't known. Returns the picture's facts, or the reason why it can't be
  /// decoded. `store` opens the pictures' sources. Throws an error that concerns all images, and after a stop request.
  func facts(
    _ pictures: [Picture], _ store: SourceStore
  ) throws(Halted) -> [Result<PictureFacts, ImageError>] {
    var facts: [Result<PictureFacts, ImageError>?] = pictures.map { picture in
      known?.facts(of: picture.small).map { .success(PictureFacts(grey: $0)) }
    }
    let unknown = pictures.indices.filter { facts[$0] == nil }
    let fitting = unknown.map { place in
      let picture = pictures[place]
      return runner.memory.refusal(picture.whole) == nil ? picture : Picture(picture.small)
    }
    let found = try runner.map(
      count: fitting.count, outputs: fitting.lazy.compactMap(\.joint?.outputs).max() ?? 1,
      need: { runner.memory.need(fitting[$0].whole) }
    ) { number, renderer throws(Halted) in
      let facts = try picture(fitting[number], store, renderer).map(find)
      if let grey = (try? facts.get())?.grey {
        known?.add(grey, of: fitting[number].small)
        keep?()
      }
      return facts
    }
    if found.count < unknown.count {
      throw Halted(Halt(.later, "the plan was asked to end before it was made"))
    }
    for (place, result) in zip(unknown, found) { facts[place] = result }
    return facts.compactMap(\.self)
  }

  private func picture(
    _ picture: Picture, _ store: SourceStore, _ renderer: any Renderer
  ) throws(Halted) -> Result<SmallPicture, ImageError> {
    let image = picture.small
    if let refusal = runner.memory.refusal(image) { return .failure(ImageError(refusal)) }
    let source: OpenSource
    do throws(OpeningError) { source = try store.open(image) } catch {
      return .failure(ImageError(try error.finding(of: image.source)))
    }
    if let ahead, let joint = picture.joint?.plan() {
      if let tiff = try ahead.smallPicture(joint, from: source, renderer) {
        return Result { () throws(ImageError) in try SmallPicture(tiff: tiff) }
      }
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
