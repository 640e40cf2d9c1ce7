import JSON
import Rendering
import System

/// Events in Chrome's trace event format, as Perfetto reads it.
///
/// Complete events (`ph` X) have `ts` and `dur` in microseconds. Metadata events (`ph` M) name the tracks
/// (Trace Event Format, "Complete Events" and "Metadata Events"). Each thread that makes images has a track.
/// Track 0 belongs to the process.
package enum TraceText {
  /// The stages in the order of the work. `probe` is over before the image begins.
  private static let pipeline: [Stage] = [.wait, .read, .decode, .resample, .orient, .encode, .write]

  /// The events that name the process and the process's own track.
  package static var head: [String] {
    [named("process_name", track: 0, "upright"), named("thread_name", track: 0, "planning")]
  }

  /// The event that names a thread's track.
  package static func track(_ worker: Int) -> String {
    named("thread_name", track: worker, "worker \(worker)")
  }

  /// The event for planning, which took this number of nanoseconds. Planning includes the time to read and to
  /// lock the jobs.
  package static func planning(_ nanoseconds: Int64) -> String {
    event("plan", "run", track: 0, 0, nanoseconds, NoArguments())
  }

  /// The events of an image. `start` is the run's start in nanoseconds of CLOCK_MONOTONIC. The image comes
  /// first, then its stages end to end. Each stage is one event with all the time of this stage.
  package static func events(_ image: MeasuredImage, since start: Int64) -> [String] {
    let begin = image.start - start
    var events = [
      event(image.source, "image", track: image.worker, begin, image.wall, ImageArguments(image: image))
    ]
    var time = begin
    for stage in pipeline {
      let cost = image.measurement.stages[stage]
      if cost.nanoseconds == 0 { continue }
      events.append(
        event(
          stage.rawValue, "stage", track: image.worker, time, cost.nanoseconds,
          StageArguments(bytes: cost.bytes)))
      time += cost.nanoseconds
    }
    return events
  }

  private static func named(_ kind: String, track: Int, _ name: String) -> String {
    #"{"name":"\#(kind)","ph":"M","pid":1,"tid":\#(track),"args":{"name":"\#(name)"}}"#
  }

  private static func event(
    _ name: String, _ category: String, track: Int, _ start: Int64, _ duration: Int64,
    _ arguments: some JSONWritable
  ) -> String {
    let (name, arguments) = (json(name), json(arguments))
    return #"{"name":\#(name),"cat":"\#(category)","ph":"X","pid":1,"tid":\#(track),"#
      + #""ts":\#(microseconds(start)),"dur":\#(microseconds(duration)),"args":\#(arguments)}"#
  }

  /// The value as JSON. Encoding can't fail, since JSON can hold all numbers without fractions.
  private static func json(_ value: some JSONWritable) -> String { (try? JSONText.encode(value)) ?? "null" }

  /// Nanoseconds, at least 0, as microseconds.
  private static func microseconds(_ nanoseconds: Int64) -> String {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1000)
    return "\(whole).\(Int(rest).digits(3))"
  }

  private struct NoArguments: JSONWritable {
    func write(to json: inout JSONWriter) { json.object { _ in } }
  }

  private struct ImageArguments: JSONObject {
    let image: MeasuredImage

    func writeFields(to json: inout JSONWriter) {
      json.field("job", image.job)
      json.field("id", image.id)
      json.field("probe_ns", image.measurement.stages[.probe].nanoseconds)
      json.field("filters", image.measurement.filters)
      json.field("buffers", image.measurement.buffers)
    }
  }

  private struct StageArguments: JSONObject {
    let bytes: Int

    func writeFields(to json: inout JSONWriter) {
      json.field("bytes", bytes)
      // Warns that the place of a stage within its image has no meaning.
      json.field("note", "all its time in one piece: stages take turns, strip by strip")
    }
  }
}
