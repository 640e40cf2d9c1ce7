import System

/// Figures of runs in the text format of Prometheus, for the textfile collector of its node exporter.
///
/// Each metric has a HELP and a TYPE line. Then a sample follows for each job, or for each status of its
/// outputs (Prometheus, "Exposition formats", text format 0.0.4). The label is `name`, because Prometheus
/// uses `job` for the exporter.
package enum MetricsText {
  /// The text about the jobs with these distinct `names`.
  ///
  /// - Parameters:
  ///   - runs: the figures of the jobs that ran.
  ///   - previous: the earlier text. It gives the last success of a job that failed now, and all figures of
  ///     jobs that did not run.
  package static func text(names: [String], runs: [JobMetrics], previous: String) -> String {
    let old = samples(previous)
    var text = ""
    var metric = ""
    for figure in figures {
      let lines = names.compactMap { name in
        let run = runs.first { $0.name == name }
        let series = figure.series(name)
        return (run.flatMap(figure.value) ?? old[series]).map { series + " " + $0 + "\n" }
      }
      if lines.isEmpty { continue }
      if metric != figure.metric {
        text += "# HELP \(figure.metric) \(figure.help)\n# TYPE \(figure.metric) gauge\n"
        metric = figure.metric
      }
      text += lines.joined()
    }
    return text
  }

  /// The numeric values in a text, by series. A series is a metric's name with its labels.
  private static func samples(_ text: String) -> [String: String] {
    var samples: [String: String] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      guard let blank = line.lastIndex(of: " ") else { continue }
      let value = line[line.index(after: blank)...]
      let parts = value.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      let isNumber = parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
      if isNumber { samples[String(line[..<blank])] = String(value) }
    }
    return samples
  }

  /// A metric, or the part of a metric that counts the outputs with one status.
  private struct Figure {
    let metric: String
    let help: String
    var status: String?
    /// The value after a run; nil if the run doesn't change it.
    let value: (JobMetrics) -> String?

    func series(_ name: String) -> String {
      let label = status.map { ",status=\"\($0)\"" } ?? ""
      let name = name.escaped(by: [("\\", "\\\\"), ("\"", "\\\""), ("\n", "\\n")])
      return "\(metric){name=\"\(name)\"\(label)}"
    }
  }

  private static var figures: [Figure] {
    let outputs = ("upright_outputs", "Outputs of the last run by what came of them, reused ones as ok.")
    return [
      Figure(metric: "upright_last_run_timestamp_seconds", help: "When the last run ended.") {
        seconds($0.ended)
      },
      Figure(
        metric: "upright_last_success_timestamp_seconds",
        help: "When the last run ended whose exit status was 0."
      ) { $0.status == 0 ? seconds($0.ended) : nil },
      Figure(metric: "upright_run_exit_status", help: "The exit status of the last run.") {
        String($0.status)
      },
      Figure(metric: "upright_run_duration_seconds", help: "How long the last run took.") {
        seconds($0.duration)
      },
      Figure(metric: outputs.0, help: outputs.1, status: "ok") { String($0.ok) },
      Figure(metric: outputs.0, help: outputs.1, status: "failed") { String($0.failed) },
      Figure(metric: outputs.0, help: outputs.1, status: "skipped") { String($0.skipped) },
      Figure(metric: outputs.0, help: outputs.1, status: "filtered") { String($0.filtered) },
      Figure(metric: "upright_reused_outputs", help: "Outputs that the last run found made already.") {
        String($0.reused)
      },
      Figure(metric: "upright_output_bytes", help: "Bytes that the last run wrote into outputs.") {
        String($0.bytes)
      },
      Figure(metric: "upright_network_requests", help: "Requests that the last run sent, with planning.") {
        String($0.network.requests)
      },
      Figure(metric: "upright_network_retries", help: "Requests that the last run sent once more.") {
        String($0.network.retries)
      },
      Figure(metric: "upright_network_bytes", help: "Bytes that the last run received.") {
        String($0.network.bytes)
      },
      Figure(
        metric: "upright_network_wait_seconds",
        help: "The time that all threads of the last run waited for pictures, in sum."
      ) { seconds(Int($0.network.waited / 1_000_000)) },
    ]
  }

  /// Milliseconds, never negative, as seconds.
  private static func seconds(_ milliseconds: Int) -> String {
    "\(milliseconds / 1000).\((milliseconds % 1000).digits(3))"
  }
}
