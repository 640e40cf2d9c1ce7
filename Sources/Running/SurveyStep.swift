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
  /// True for the items whose pictures the step looks at for facts.
  package var wants: @Sendable (SourceItem) -> Bool = { _ in true }
  /// The facts about grey levels and the places of windows that earlier plans found; nil if they aren't kept.
  package var known: KnownFacts?
  /// Keeps ``known`` now and then, for a plan that follows if this one ends early; nil if there is no place. Many threads
  /// call it at once.
  package var keep: (@Sendable () -> Void)?
  /// Makes outputs in the same decodes; nil if no run of this process follows.
  package var ahead: MakingAhead?

  package init(side: Int, _ runner: Runner, find: @escaping @Sendable (SmallPicture) -> PictureFacts) {
    self.side = side
    self.runner = runner
    self.find = find
  }

  /// Decodes each of `pictures` whose facts aren't known. Returns the picture's facts, or the reason why it can't be
  /// decoded. `store` opens the pictures' sources. Throws an error that concerns all images, and after a stop request.
  func facts(
    _ pictures: [SurveyedPicture], _ store: SourceStore
  ) throws(Halted) -> [Result<PictureFacts, ImageError>] {
    var facts: [Result<PictureFacts, ImageError>?] = pictures.map { known($0).map { .success($0) } }
    let unknown = pictures.indices.filter { facts[$0] == nil }
    let fitting = unknown.map { place in
      var picture = pictures[place]
      if runner.memory.refusal(picture.whole) != nil { picture.joint = nil }
      return picture
    }
    let found = try runner.map(
      count: fitting.count, outputs: fitting.lazy.compactMap(\.joint?.outputs).max() ?? 1,
      need: { runner.memory.need(fitting[$0].whole) }
    ) { number, renderer throws(Halted) in
      let surveyed = fitting[number]
      let facts = try picture(surveyed, store, renderer).map { self.facts(surveyed, in: $0) }
      if let known, let found = try? facts.get() {
        if let grey = found.grey { known.add(grey, of: surveyed.small) }
        if !found.windows.isEmpty { known.add(found.windows, in: surveyed.small) }
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

  /// The facts that earlier plans found; nil if some are unknown.
  private func known(_ picture: SurveyedPicture) -> PictureFacts? {
    guard let known else { return nil }
    var facts = PictureFacts()
    if picture.wantsFacts {
      guard let grey = known.facts(of: picture.small) else { return nil }
      facts.grey = grey
    }
    guard let windows = picture.windows else { return facts }
    var isWhole = true
    let places = known.places(in: picture.small)
    facts.windows = windows { window in
      let place = places(window)
      isWhole = isWhole && place != nil
      return place
    }
    return isWhole ? facts : nil
  }

  private func facts(_ picture: SurveyedPicture, in small: SmallPicture) -> PictureFacts {
    var facts = picture.wantsFacts ? find(small) : PictureFacts()
    guard let windows = picture.windows, let output = picture.small.outputs.first,
      let stored = picture.small.storedSize
    else { return facts }
    let grey = GreyPicture(small)
    facts.windows = windows { grey.place(of: $0, stored: stored, output.orientation) }
    return facts
  }

  private func picture(
    _ picture: SurveyedPicture, _ store: SourceStore, _ renderer: any Renderer
  ) throws(Halted) -> Result<SmallPicture, ImageError> {
    let image = picture.small
    if let refusal = runner.memory.refusal(image) { return .failure(ImageError(refusal)) }
    let source: OpenSource
    do throws(OpeningError) { source = try store.open(image) } catch {
      return .failure(ImageError(try error.finding(of: image.source)))
    }
    if let ahead, let joint = picture.joint?.plan(),
      let samples = try ahead.smallPicture(joint, from: source, renderer)
    {
      return image.smallPicture(samples)
    }
    var samples: [UInt8] = []
    var failure: ImageError?
    _ = try renderer.render([0], of: image, from: source, open: MemoryFile.open) {
      _, output, file throws(Halted) in
      failure = output.error.map { ImageError($0) }
      guard failure == nil, let count = output.bytes else { return }
      do throws(SystemError) { samples = try file.bytes(count) } catch {
        throw Halted(Halt(error, writing: MemoryFile.name))
      }
    }
    return failure.map { .failure($0) } ?? image.smallPicture(samples)
  }
}

extension ImagePlan {
  /// The small picture that this plan makes, with these samples.
  fileprivate func smallPicture(_ samples: [UInt8]) -> Result<SmallPicture, ImageError> {
    guard let output = outputs.first, let size = output.size, let pixels = output.pixels,
      let picture = SmallPicture(size, pixels, samples)
    else { return .failure(ImageError(.decodeFailed, "its small picture lacks samples")) }
    return .success(picture)
  }
}
