import JobFile
import Workers

extension Job {
  /// Makes a thread's renderer with a number of helper threads, for the job's `isolation` and `sandbox`.
  var renderer: @Sendable (_ helpers: Int) -> any Renderer {
    let settings = WorkerSettings(spec.sandbox)
    return { [isolation = spec.isolation] in isolation.renderer(settings, helpers: $0) }
  }
}

extension Isolation {
  /// A renderer with a number of helper threads.
  func renderer(_ settings: WorkerSettings, helpers: Int) -> any Renderer {
    switch self {
    case .none: ThreadRenderer(helpers: helpers, measures: settings.measures)
    case .process: ProcessRenderer(settings.helped(by: helpers))
    }
  }
}
