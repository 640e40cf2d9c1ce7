import TestSupport
import Testing

/// Splits with exact shares, and the record that keeps each group in its split.
struct ExactSplitTests {
  private static let keys = """
    output_root: out
    split: {exact: true, train: 70%, test: 30%}
    outputs: [{path: "{split}/{stem}.png"}]
    """

  private static func add(_ stems: String, to studio: Studio) throws {
    for stem in stems {
      try studio.add(Picture(width: 12, height: 8, seed: Int(stem.asciiValue ?? 0)), "photos/\(stem).jpg")
    }
  }

  private static func outputs(_ studio: Studio, in split: String) -> Set<String> {
    Set(studio.folder.files().filter { $0.hasPrefix("out/\(split)/") })
  }

  @Test("Shares are exact, and a picture stays in its split when others come")
  func pictures() throws {
    let studio = try Studio(Self.keys)
    try Self.add("abcdefghij", to: studio)
    let plan = try studio.upright("plan", "job.yaml")
    #expect(plan.ending == .exit(0))
    #expect(!studio.folder.files().contains("job.splits.jsonl"))
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let (train, test) = (Self.outputs(studio, in: "train"), Self.outputs(studio, in: "test"))
    #expect([train.count, test.count] == [7, 3])
    for output in train.union(test) { #expect(plan.stdout.contains("-> \(output): ")) }

    try Self.add("klmnopqrst", to: studio)
    let run = try studio.upright("run", "--json", "job.yaml")
    #expect(run.stdout.contains(#""reused":10,"#))
    #expect(
      run.stdout.contains(
        #""splits":[{"name":"train","share":70,"groups":14},{"name":"test","share":30,"groups":6}]"#))
    #expect(train.isSubset(of: Self.outputs(studio, in: "train")))
    #expect(test.isSubset(of: Self.outputs(studio, in: "test")))
    #expect([Self.outputs(studio, in: "train").count, Self.outputs(studio, in: "test").count] == [14, 6])
    let record = try studio.text("job.splits.jsonl").split(separator: "\n")
    #expect(record.count == 20)
    for output in test {
      let stem = output.dropFirst("out/test/".count).dropLast(".png".count)
      #expect(record.contains(#"{"group":"\#(stem)","split":"test"}"#))
    }
    #expect(try studio.upright("verify", "job.manifest.jsonl").ending == .exit(0))
  }

  @Test("The record wins on another machine, also for the shards of a plan")
  func record() throws {
    let studio = try Studio(Self.keys)
    try Self.add("abcdefghij", to: studio)
    // Without the record's last line end, as an editor may leave it.
    try studio.folder.write(#"{"group":"a","split":"test"}"#, to: "job.splits.jsonl")
    #expect(try studio.upright("plan", "--out", "plan.jsonl", "--shards", "2", "job.yaml").ending == .exit(0))
    #expect(try studio.text("job.splits.jsonl").split(separator: "\n").count == 10)
    #expect(
      try studio.shell(
        "upright run --quiet --plan plan.jsonl --shard 0/2 && upright run --quiet --plan plan.jsonl --shard 1/2 && upright merge --plan plan.jsonl"
      ).ending == .exit(0))
    #expect(Self.outputs(studio, in: "test").count == 3)
    #expect(Self.outputs(studio, in: "test").contains("out/test/a.png"))
  }

  @Test("A record that doesn't fit the job is refused, with what to do")
  func wrongRecord() throws {
    let studio = try Studio(Self.keys)
    try Self.add("a", to: studio)
    for (line, complaint) in [
      (#"{"group":"a","split":"val"}"#, "line 1: the job has no split 'val'"),
      (
        #"{"group":"a","split":"train"}"# + "\n" + #"{"group":"a","split":"test"}"#,
        "line 2: an earlier line gives the group 'a' another split"
      ),
      (#"{"group":"a"}"#, "line 1: there is no 'group' with a 'split'"),
    ] {
      try studio.folder.write(line + "\n", to: "job.splits.jsonl")
      let run = try studio.upright("run", "job.yaml")
      #expect(run.ending == .exit(2))
      #expect(
        run.stderr.contains(
          "job.splits.jsonl: error: \(complaint); mend this record of splits, or remove it to deal all groups anew"
        ))
    }
  }

  @Test("Shares hold within each category, and a missed share is told")
  func categories() throws {
    let studio = try Studio()
    var rows = "image,x,y,width,height,class\n"
    try Self.add("abcdefghijklmno", to: studio)
    for stem in "abcdefghij" {
      rows += "\(stem).jpg,1,1,4,4,cat\n\(stem).jpg,2,2,4,4,cat\n\(stem).jpg,3,1,4,4,dog\n"
    }
    for stem in "klmno" { rows += "\(stem).jpg,1,1,4,4,dog\n" }
    try studio.folder.write(rows, to: "photos/boxes.csv")
    let sources = "{annotations: photos/boxes.csv, format: csv, space: display, crop: full}"
    let exact = "split: {exact: true, stratify: category, train: 80%, test: 20%}"
    let outputs = "output_root: out\noutputs: [{path: \"{split}/{stem}.png\"}]"
    try studio.job("sources: \(sources)\n\(exact)\n\(outputs)")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let test = Self.outputs(studio, in: "test").compactMap { $0.dropLast(4).last }
    #expect(test.count { "abcdefghij".contains($0) } == 2)
    #expect(test.count { "klmno".contains($0) } == 1)

    try studio.folder.write(
      "abcdefghijklmno".map { "{\"group\":\"\($0)\",\"split\":\"train\"}\n" }.joined(), to: "job.splits.jsonl"
    )
    let plan = try studio.upright("plan", "--summary", "job.yaml")
    #expect(
      plan.stdout.hasSuffix(
        "; split 'train' has 15 of 15 groups and not 80%; split 'test' has 0 of 15 groups and not 20%\n"))
    let run = try studio.upright("run", "job.yaml")
    #expect(run.stderr.contains("split 'train' has 15 of 15 groups and not 80%, split 'test' has 0 of 15"))
  }
}
