import ImageModel
import JobFile
import Planning
import Synchronization

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
    Allocator.returnLargeBlocks()
    let course = Mutex(Course(previews: []))
    let plans = pool.map(count: images.count) { place in
      course.noting { () throws(Halt) in try plan(images[place]) } ?? .none
    }
    if let halt = course.withLock({ $0.halt }) { throw halt }
    course.withLock { $0.previews = zip(images, plans).map { ImagePreview(unmade: $1, of: $0) } }
    let places = plans.indices.filter { plans[$0].preview != nil }
    let schedule = Schedule(
      count: places.count, threads: max(1, min(pool.width, places.count)), budget: memory.bytes,
      kept: BatchPlan.keptBytes, lasts: memory.lasts
    ) { plans[places[$0]].preview.map { memory.need($0.image) } ?? 0 }
    let queue = ScheduleQueue(schedule) { course.withLock { $0.halt != nil } }
    pool.run(threads: places.count) { thread in
      let renderer = renderer()
      while let number = queue.next(thread, leave: renderer.giveBack) {
        let place = places[number]
        guard let plan = plans[place].preview else { continue }
        let preview = course.noting { () throws(Halt) in try make(images[place], plan, renderer) }
        if let preview { course.withLock { $0.previews[place] = preview } }
      }
    }
    let (halt, previews) = course.withLock { ($0.halt, $0.previews) }
    if let halt { throw halt }
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

/// What came of the images so far.
private struct Course {
  var halt: Halt?
  var previews: [ImagePreview]
}

extension Mutex<Course> {
  /// What `work` gives; nil where it throws, which is noted.
  fileprivate borrowing func noting<Result>(_ work: () throws(Halt) -> Result) -> Result? {
    do throws(Halt) { return try work() } catch {
      withLock { $0.halt = $0.halt ?? error }
      return nil
    }
  }
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
