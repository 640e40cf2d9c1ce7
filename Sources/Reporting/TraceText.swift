import Execution

/// Events in the trace event format of Chrome, as Perfetto reads it.
///
/// Complete events (`ph` X) with `ts` and `dur` in microseconds, and metadata events (`ph` M) that name the tracks
/// (Trace Event Format, "Complete Events" and "Metadata Events"). A thread that has images made is a track; track 0 is
/// the process.
package enum TraceText {
  /// The stages of an image as one follows the other; `probe` is over before.
  private static let pipeline: [Stage] = [.wait, .read, .decode, .resample, .orient, .encode, .write]

  /// The name of the process, and of its own track.
  package static var head: [String] {
    [named("process_name", track: 0, "upright"), named("thread_name", track: 0, "planning")]
  }

  /// The name of a worker's track.
  package static func track(_ worker: Int) -> String {
    named("thread_name", track: worker, "worker \(worker)")
  }

  /// The time before the first image, in nanoseconds: jobs are read, locked and planned.
  package static func planning(_ nanoseconds: Int64) -> String {
    event("plan", "run", track: 0, 0, nanoseconds, NoArguments())
  }

  /// The events of an image of a run that began at `start`, in nanoseconds of CLOCK_MONOTONIC: the image, then its
  /// stages, each with all its time, laid end to end.
  package static func events(_ image: MeasuredImage, since start: Int64) -> [String] {
    let begin = image.start - start
    var events = [event(image.source, "image", track: image.worker, begin, image.wall, ImageArguments(image))]
    var time = begin
    for stage in pipeline {
      let cost = image.stages[stage]
      if cost.nanoseconds == 0 { continue }
      events.append(
        event(stage.name, "stage", track: image.worker, time, cost.nanoseconds, StageArguments(cost.bytes)))
      time += cost.nanoseconds
    }
    return events
  }

  private static func named(_ kind: String, track: Int, _ name: String) -> String {
    #"{"name":"\#(kind)","ph":"M","pid":1,"tid":\#(track),"args":{"name":"\#(name)"}}"#
  }

  private static func event(
    _ name: String, _ category: String, track: Int, _ start: Int64, _ duration: Int64,
    _ arguments: some Encodable
  ) -> String {
    let arguments = (try? JSONText.encode(arguments)) ?? "{}"
    return #"{"name":\#(JSONText.quoted(name)),"cat":"\#(category)","ph":"X","pid":1,"tid":\#(track),"#
      + #""ts":\#(microseconds(start)),"dur":\#(microseconds(duration)),"args":\#(arguments)}"#
  }

  /// Nanoseconds, which are not negative, as microseconds.
  private static func microseconds(_ nanoseconds: Int64) -> String {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1000)
    return "\(whole).\(Timestamp.digits(Int(rest), 3))"
  }

  private struct NoArguments: Encodable {}

  private struct ImageArguments: Encodable {
    let job: String
    let id: String
    let probe: Int64
    let graphs: GraphLookups

    enum CodingKeys: String, CodingKey {
      case job, id
      case probe = "probe_ns"
      case graphs
    }

    init(_ image: MeasuredImage) {
      job = image.job
      id = image.id
      probe = image.stages[.probe].nanoseconds
      graphs = image.graphs
    }
  }

  private struct StageArguments: Encodable {
    let bytes: Int
    /// What its place in the image does not mean.
    let note = "all its time in one piece: stages take turns, strip by strip"

    init(_ bytes: Int) { self.bytes = bytes }
  }
}
