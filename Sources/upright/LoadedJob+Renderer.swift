import Workers

extension LoadedJob {
  /// Makes a renderer for a thread, as the job's `isolation` and `sandbox` say.
  var renderer: @Sendable () -> any Renderer {
    switch spec.isolation {
    case .none: return { ThreadRenderer() }
    case .process:
      let settings = WorkerSettings(spec.sandbox)
      return { ProcessRenderer(settings) }
    }
  }
}
