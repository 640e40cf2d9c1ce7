import Workers

extension LoadedJob {
  /// Makes a thread's renderer with so many helper threads, as the job's `isolation` and `sandbox` say.
  var renderer: @Sendable (_ helpers: Int) -> any Renderer {
    switch spec.isolation {
    case .none: return { ThreadRenderer(helpers: $0) }
    case .process:
      let settings = WorkerSettings(spec.sandbox)
      return { ProcessRenderer(settings.helped(by: $0)) }
    }
  }
}
