import ImageModel
import JobFile
import Planning
import Rendering
import Running
import Survey
import System
import Workers

/// Renders previews of images into memory, in the same way as a run renders outputs.
package struct PreviewRendering: Sendable {
  private let planner: Planner
  private let store: SourceStore
  private let pool: ThreadPool
  private let runner: Runner
  private let memory: MemoryBudget

  /// Makes previews for `job`, whose sources `store` opens. The threads of `pool` read the headers. An image
  /// fails if it alone needs more than `memory`.
  package init(
    _ job: JobSpec, _ store: SourceStore, pool: ThreadPool, _ runner: Runner, within memory: MemoryBudget
  ) {
    planner = Planner(job)
    self.store = store
    self.pool = pool
    self.runner = runner
    self.memory = memory
  }

  /// The previews of `images`, in order. Throws an error that concerns all images.
  package func run(_ images: [ImagePlan]) throws(Halted) -> [ImagePreview] {
    let plans = try pool.limited(outputs: 0).map(count: images.count) { place in
      Result { () throws(Halted) in try plan(images[place]) }
    }.map { result throws(Halted) in try result.get() }
    let wanted = plans.indices.compactMap { place in plans[place].preview.map { (place: place, plan: $0) } }
    let made = try runner.map(
      count: wanted.count, outputs: PreviewPlan.mostPictures,
      need: { memory.need(wanted[$0].plan.image) }
    ) { number, renderer throws(Halted) in
      try make(images[wanted[number].place], wanted[number].plan.image, renderer)
    }
    var previews = zip(images, plans).map { ImagePreview(unmade: $1, of: $0) }
    for (wanted, preview) in zip(wanted, made) { previews[wanted.place] = preview }
    return previews
  }

  /// Plans the preview of an image from its current header.
  private func plan(_ image: ImagePlan) throws(Halted) -> Prepared {
    if image.error != nil || image.storedSize == nil { return .none }
    var halt: Halt?
    do throws(SourceRefusal) {
      let info = try store.read(image, trouble: { halt = Halt($0, source: image.source) }) {
        source throws(SourceRefusal) in try source.survey(thumbnail: planner.thumbnailUse)
      }
      return .plan(planner.preview(of: image, info))
    } catch {
      if let halt { throw Halted(halt) }
      return .failed(error.finding)
    }
  }

  private func make(
    _ image: ImagePlan, _ small: ImagePlan, _ renderer: any Renderer
  ) throws(Halted) -> ImagePreview {
    if let refusal = memory.refusal(small) { return ImagePreview(failed: refusal, of: image) }
    let source: OpenSource
    do throws(OpeningError) { source = try store.open(image) } catch {
      return ImagePreview(failed: try error.finding(of: image.source), of: image)
    }
    var made = [PreviewImage](repeating: PreviewImage(), count: small.outputs.count)
    _ = try renderer.render(
      Array(small.outputs.indices), of: small, from: source, open: MemoryFile.open
    ) { index, output, file throws(Halted) in
      do throws(SystemError) { made[index] = try PreviewImage(output, in: file) } catch {
        throw Halted(Halt(error, writing: MemoryFile.name))
      }
    }
    let labels = small.mask == nil ? nil : made.popLast()
    return ImagePreview(picture: made.first, labels: labels, outputs: Array(made.dropFirst()))
  }
}

/// The plan for an image's preview, or the reason why there is no preview.
private enum Prepared: Sendable {
  case plan(PreviewPlan)
  /// No preview: the current header doesn't allow it.
  case failed(Finding)
  /// No preview: the plan makes no output of the picture.
  case none

  var preview: PreviewPlan? { if case .plan(let plan) = self { plan } else { nil } }
}

extension ImagePreview {
  /// A preview without pictures, for an image whose preview isn't rendered.
  fileprivate init(unmade prepared: Prepared, of image: ImagePlan) {
    if case .failed(let finding) = prepared {
      self.init(failed: finding, of: image)
    } else {
      self.init(picture: nil, outputs: image.shownOutputs.map { _ in PreviewImage() })
    }
  }

  fileprivate init(failed finding: Finding, of image: ImagePlan) {
    let failed = PreviewImage(error: finding)
    self.init(picture: failed, outputs: image.shownOutputs.map { _ in failed })
  }
}

extension PreviewImage {
  /// The result of one output that was rendered into `file`.
  fileprivate init(_ outcome: OutputOutcome, in file: MemoryFile) throws(SystemError) {
    if let error = outcome.systemError { throw SystemError(error) }
    let bytes = outcome.error == nil ? outcome.bytes : nil
    self.init(
      file: try bytes.map { count throws(SystemError) in try file.bytes(count) }, error: outcome.error,
      warnings: outcome.warnings)
  }
}
