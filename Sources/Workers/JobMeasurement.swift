import Planning
import Rendering
import Survey
import Synchronization
import System

/// Measures the images of one job, by wrapping the renderers of its threads.
package final class JobMeasurement: Sendable {
  private let job: String
  private let probes: ProbeRecord?
  private let record: @Sendable (MeasuredImage) -> Void
  private let workers = Atomic<Int>(0)

  /// A measurement of the job with the name `job`. `probes` holds the costs of reading the headers. `record`
  /// is called for each image, from any thread.
  package init(job: String, probes: ProbeRecord?, record: @escaping @Sendable (MeasuredImage) -> Void) {
    self.job = job
    self.probes = probes
    self.record = record
  }

  /// Wraps one thread's `renderer`, so that each of its images is recorded. The renderer itself must measure
  /// the images.
  package func around(_ renderer: any Renderer) -> any Renderer {
    let worker = workers.wrappingAdd(1, ordering: .relaxed).newValue
    return MeasuringRenderer(renderer) { plan, start, end in
      self.add(plan, renderer.measurement ?? RenderMeasurement(), worker, start, end)
    }
  }

  private func add(
    _ plan: ImagePlan, _ measurement: RenderMeasurement, _ worker: Int, _ start: Int64, _ end: Int64
  ) {
    var measurement = measurement
    // The clocks of two processors differ a little, but the stages must not exceed the image's time.
    let wall = max(end - start, measurement.stages.nanoseconds)
    measurement.stages[.wait].nanoseconds = wall - measurement.stages.nanoseconds
    measurement.stages[.probe] = probes?.cost(of: plan.index) ?? StageCost()
    record(
      MeasuredImage(
        job: job, source: plan.source, id: plan.id, worker: worker, start: start, wall: wall,
        measurement: measurement))
  }
}

/// Records when the rendering of each image began and ended.
private final class MeasuringRenderer: Renderer {
  private let renderer: any Renderer
  private let done: (_ plan: ImagePlan, _ start: Int64, _ end: Int64) -> Void

  init(_ renderer: any Renderer, done: @escaping (_ plan: ImagePlan, _ start: Int64, _ end: Int64) -> Void) {
    self.renderer = renderer
    self.done = done
  }

  var measurement: RenderMeasurement? { renderer.measurement }

  func giveBack() { renderer.giveBack() }

  func render(
    _ plan: ImagePlan, source: Int32, mask: Int32?, targets: [Int32?]
  ) throws(WorkerTrouble) -> ImageOutcome {
    let start = MonotonicClock.now()
    let outcome = try renderer.render(plan, source: source, mask: mask, targets: targets)
    done(plan, start, MonotonicClock.now())
    return outcome
  }
}
