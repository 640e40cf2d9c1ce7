import ImageModel
import JobFile
import Planning
import Rendering
import Running
import Survey
import System
import Workers

/// Makes previews of images, in memory, as a run would make their outputs.
package struct PreviewRunner: Sendable {
  private let planner: Planner
  private let folders: JobFolders
  private let pool: WorkerPool
  private let memory: MemoryBudget

  /// A runner for images of `job`, of which those in work fit into `memory`.
  package init(_ job: JobSpec, _ folders: JobFolders, pool: WorkerPool, memory: MemoryBudget) {
    planner = Planner(job)
    self.folders = folders
    self.pool = pool.limited(outputs: PreviewPlan.mostOutputs + 1)
    self.memory = memory
  }

  /// The previews of `images`, in their order, each thread with a renderer of its own. Throws what stands in the way of all
  /// of them.
  package func run(
    _ images: [ImagePlan], renderer: @escaping @Sendable () -> any Renderer
  ) throws(Halt) -> [ImagePreview] {
    let plans = try pool.map(count: images.count) { place in
      Result { () throws(Halt) in try plan(images[place]) }
    }.map { result throws(Halt) in try result.get() }
    let wanted = plans.indices.compactMap { place in plans[place].preview.map { (place: place, plan: $0) } }
    let made = try pool.map(
      count: wanted.count, within: memory, need: { memory.need(wanted[$0].plan.image) }, renderer: renderer
    ) { number, renderer throws(Halt) in
      try make(images[wanted[number].place], wanted[number].plan, renderer)
    }
    var previews = zip(images, plans).map { ImagePreview(unmade: $1, of: $0) }
    for (wanted, preview) in zip(wanted, made) { previews[wanted.place] = preview }
    return previews
  }

  /// What is to be made of `image`, by its header as it is now.
  private func plan(_ image: ImagePlan) throws(Halt) -> Prepared {
    if image.error != nil || image.storedSize == nil { return .none }
    do throws(OpeningError) {
      let source = try open(image)
      do throws(SourceRefusal) {
        return .plan(planner.preview(of: image, try source.survey(thumbnail: planner.thumbnailUse)))
      } catch { return .failed(error.finding) }
    } catch { return .failed(try finding(error, image)) }
  }

  private func make(
    _ image: ImagePlan, _ plan: PreviewPlan, _ renderer: any Renderer
  ) throws(Halt) -> ImagePreview {
    if let refusal = memory.refusal(plan.image) { return ImagePreview(failed: refusal, of: image) }
    let source: OpenSource
    do throws(OpeningError) { source = try open(image) } catch {
      return ImagePreview(failed: try finding(error, image), of: image)
    }
    return try render(plan, source, renderer)
  }

  private func render(
    _ plan: PreviewPlan, _ source: borrowing OpenSource, _ renderer: any Renderer
  ) throws(Halt) -> ImagePreview {
    let (number, plan) = (source.descriptor.number, plan.image)
    let files: [MemoryFile]
    do throws(SystemError) {
      files = try plan.outputs.map { _ throws(SystemError) in try MemoryFile() }
    } catch { throw Halt(error, writing: MemoryFile.name) }
    let outcome: ImageOutcome
    do throws(WorkerTrouble) {
      outcome = try renderer.render(plan, source: number, targets: files.map(\.number))
    } catch { throw Halt(error) }
    do throws(SystemError) {
      let made = try zip(files, outcome.outputs).map { file, output throws(SystemError) in
        try PreviewImage(output, in: file)
      }
      return ImagePreview(picture: made.first, outputs: Array(made.dropFirst()))
    } catch { throw Halt(error, writing: MemoryFile.name) }
  }

  private func open(_ image: ImagePlan) throws(OpeningError) -> OpenSource {
    let source = try OpenSource.open(folders.path(of: image))
    if !source.status.matches(image) { throw .source(.sourceChanged) }
    return source
  }

  private func finding(_ error: OpeningError, _ image: ImagePlan) throws(Halt) -> Finding {
    if case .system(let error) = error { throw Halt(error, source: image.source) }
    return error.finding
  }
}

/// What can be previewed of an image.
private enum Prepared: Sendable {
  case plan(PreviewPlan)
  /// Nothing, for what the header says now.
  case failed(Finding)
  /// Nothing, as planned.
  case none

  var preview: PreviewPlan? { if case .plan(let plan) = self { plan } else { nil } }
}

extension ImagePreview {
  /// Of an image that isn't rendered, or isn't yet.
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
  /// What came of one output that was rendered into `file`.
  fileprivate init(_ outcome: OutputOutcome, in file: MemoryFile) throws(SystemError) {
    if let error = outcome.systemError { throw SystemError(error) }
    let bytes = outcome.error == nil ? outcome.bytes : nil
    self.init(
      jpeg: try bytes.map { count throws(SystemError) in try file.bytes(count) }, error: outcome.error,
      warnings: outcome.warnings)
  }
}
