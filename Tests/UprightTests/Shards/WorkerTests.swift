import Foundation
import TestSupport
import Testing

/// `upright worker`, as an engine sees it.
struct WorkerTests {
  /// What tests look at of a result.
  private struct Result: Decodable, Hashable {
    var line: Int?
    var index: Int?
    var source: String?
    var id: String?
    var status: String
    var error: Row.Note?
    var rows: [Row]
  }

  private func results(_ run: CommandRun) throws -> [Result] {
    try run.stdout.split(separator: "\n").map { try JSONDecoder().decode(Result.self, from: Data($0.utf8)) }
  }

  private func worker(_ sharded: ShardedStudio, _ lines: some Sequence<Substring>) throws -> [Result] {
    let text = lines.map { $0 + "\n" }.joined()
    return try results(sharded.good("worker", "--jsonl", "--plan", "plan.jsonl", stdin: text))
  }

  @Test(
    "Items distributed to workers, merged, are one run's bytes; each result has its rows", arguments: [1, 4])
  func sameBytes(shards: Int) throws {
    let sharded = try ShardedStudio()
    try sharded.plan(shards)
    let lines = try sharded.studio.text("plan.jsonl").split(separator: "\n").dropFirst()
    var found = try worker(sharded, lines.suffix(5))
    found += try worker(sharded, lines.prefix(8))
    #expect(Set(found.compactMap(\.index)) == Set(1...12))
    try sharded.expectWhole()
    let rows = try sharded.studio.rows()
    for result in found {
      #expect(result.error == nil)
      #expect(result.rows == rows.filter { $0.source == result.source })
      #expect(result.status == (result.source == "photos/broken.jpg" ? "failed" : "ok"))
    }
  }

  @Test("Every line has a result, those that are none too")
  func strangeLines() throws {
    let sharded = try ShardedStudio(3)
    try sharded.plan(1)
    let lines = try sharded.studio.text("plan.jsonl").split(separator: "\n")
    _ = try sharded.studio.shell("touch photos/p1.jpg")
    let changed = try #require(lines.first { $0.contains("\"photos/p1.jpg\"") })
    let sound = try #require(lines.first { $0.contains("\"photos/p2.jpg\"") })
    let found = try worker(
      sharded, ["", "{}", changed, sound.replacing("jpeg", with: "jpe6"), sound, sound.dropLast(30)])
    #expect(
      Set(found.map { [$0.source ?? "-", $0.status, $0.error?.code ?? "-", $0.error?.message ?? "-"] }) == [
        ["-", "refused", "bad_item", "line 2 is damaged: its checksum is another one's"],
        ["photos/p1.jpg", "refused", "source_changed", "changed after it was planned"],
        ["-", "refused", "bad_item", "line 4 is damaged: its checksum is another one's"],
        ["photos/p2.jpg", "ok", "-", "-"],
        ["-", "refused", "bad_item", "line 6 is damaged: its checksum is another one's"],
      ])
    #expect(found.count == 5)
    #expect(Set(found.map(\.line)) == [nil, 2, 4, 6])
  }

  @Test("A result comes before the next item is sent, and is in place then")
  func oneByOne() throws {
    let sharded = try ShardedStudio(4)
    try sharded.plan(1)
    // A pipe each way; each answer is waited for, and its file must be there.
    try sharded.studio.folder.write(
      """
      mkfifo in out.fifo
      upright worker --jsonl --jobs 2 --plan plan.jsonl <in >out.fifo &
      exec 3>in 4<out.fifo
      grep '"source":"photos/p' plan.jsonl | while read -r line; do
        printf '%s\\n' "$line" >&3
        read -r answer <&4
        name=${answer#*photos/}
        test -s "out/${name%%\\"*}" && echo "$answer" | cut -d, -f3
      done
      exec 3>&-
      wait $!
      echo $?
      """, to: "talk.sh")
    let run = try sharded.studio.shell("sh talk.sh")
    #expect(
      run.stdout.split(separator: "\n").sorted() == [
        "\"source\":\"photos/p0.jpg\"", "\"source\":\"photos/p1.jpg\"", "\"source\":\"photos/p2.jpg\"",
        "\"source\":\"photos/p3.jpg\"", "0",
      ])
  }

  @Test("A worker that is killed costs its items, and another one makes them")
  func killed() throws {
    let sharded = try ShardedStudio()
    try sharded.plan(3)
    let lines = try sharded.studio.text("plan.jsonl").split(separator: "\n").dropFirst()
    try sharded.studio.folder.write(lines.map { $0 + "\n" }.joined(), to: "plan.items")
    // The pipe stays open, so that the worker is at work or waits.
    _ = try sharded.studio.shell(
      ": >done; mkfifo in; (head -n 7 plan.items; sleep 60) >in & feeder=$!; upright worker --jsonl --plan plan.jsonl <in >done & worker=$!; while [ $(wc -l <done) -lt 7 ]; do sleep 0.05; done; kill -9 $worker; kill $feeder; wait; rm in done"
    )
    #expect(try sharded.studio.upright("merge", "--plan", "plan.jsonl").ending == .exit(75))
    _ = try worker(sharded, lines.suffix(5))
    try? FileManager.default.removeItem(atPath: sharded.studio.folder.path("plan.items"))
    try sharded.expectWhole()
  }

  @Test("An item that two workers are given at once, of which one may not replace what the other made")
  func sameItem() throws {
    let sharded = try ShardedStudio(3, keys: ShardedStudio.keys + "\nexisting: keep")
    try sharded.plan(1)
    let lines = try sharded.studio.text("plan.jsonl").split(separator: "\n").dropFirst().map { $0 + "\n" }
    try sharded.studio.folder.write(lines.joined(), to: "plan.items")
    // The first one still runs when the second is given all that it has made.
    let run = try sharded.studio.shell(
      """
      mkfifo in
      upright worker --jsonl --plan plan.jsonl <in >plan.first &
      exec 3>in
      cat plan.items >&3
      while [ $(wc -l <plan.first) -lt \(lines.count) ]; do sleep 0.05; done
      upright worker --jsonl --plan plan.jsonl <plan.items
      exec 3>&-
      wait
      rm in
      """)
    #expect(try results(run).flatMap(\.rows).filter { $0.error?.code == "exists" }.count == 6)
    _ = try sharded.studio.shell("rm plan.items plan.first")
    try sharded.expectWhole()
  }

  @Test("Who doesn't say --jsonl is told to")
  func usage() throws {
    let run = try ShardedStudio(1).studio.upright("worker", "--plan", "plan.jsonl")
    #expect(
      run
        == CommandRun(
          .exit(2),
          stderr: """
            Error: Say --jsonl: there is no other form of items yet
            Usage: upright worker [<options>] --jsonl --plan <file>
              See 'upright worker --help' for more information.

            """))
  }
}
