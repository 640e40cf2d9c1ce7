extension Mistake {
  /// Wrong command lines.
  static let commands = [
    Mistake(
      "a command that doesn't exist, near one",
      [:],
      "rum job.yaml",
      """
      Error: Unknown command 'rum'. Did you mean 'run'?
      Usage: upright <subcommand>
        See 'upright --help' for more information.

      """
    ),
    Mistake(
      "a command that doesn't exist, near none",
      [:],
      "frobnicate",
      """
      Error: Unknown command 'frobnicate'
      Usage: upright <subcommand>
        See 'upright --help' for more information.

      """
    ),
    Mistake(
      "help for a command that doesn't exist",
      [:],
      "help nosuch",
      """
      Error: Unknown command 'nosuch'
      Usage: upright <subcommand>
        See 'upright --help' for more information.

      """
    ),
    Mistake(
      "help for a misspelt command",
      [:],
      "help previw",
      """
      Error: Unknown command 'previw'. Did you mean 'preview'?
      Usage: upright <subcommand>
        See 'upright --help' for more information.

      """
    ),
    Mistake(
      "an option without a command",
      [:],
      "--jobs 4",
      """
      Error: Unknown option '--jobs'
      Usage: upright <subcommand>
        See 'upright --help' for more information.

      """
    ),
    Mistake(
      "run without a job",
      [:],
      "run",
      """
      Error: Missing expected argument '<job> ...'
      Usage: upright run [<options>] (<job> ... | --plan <file>)
        See 'upright run --help' for more information.

      """
    ),
    Mistake(
      "a misspelt option",
      [
        "job.yaml": """
        version: 1
        sources: [photos/a.jpg]
        outputs: [{path: x.jpg}]

        """
      ],
      "run --quite job.yaml",
      """
      Error: Unknown option '--quite'. Did you mean '--quiet'?
      Usage: upright run [<options>] (<job> ... | --plan <file>)
        See 'upright run --help' for more information.

      """
    ),
    Mistake(
      "a job file that isn't there",
      [:],
      "run jbo.yaml",
      """
      jbo.yaml: error: can't be read: No such file or directory

      """
    ),
    Mistake(
      "a folder in place of a job file",
      [:],
      "run photos",
      """
      photos: error: can't be read: Is a directory

      """
    ),
    Mistake(
      "one job file twice",
      [
        "job.yaml": """
        version: 1
        sources: [photos/a.jpg]
        outputs: [{path: x.jpg}]

        """
      ],
      "run job.yaml job.yaml",
      """
      job.yaml: error: this job file is named twice

      """
    ),
    Mistake(
      "two jobs with one manifest",
      [
        "job.yaml": """
        version: 1
        sources: [photos/a.jpg]
        manifest: m.jsonl
        outputs: [{path: x.jpg}]

        """,
        "two.yaml": """
        version: 1
        sources: [photos/a.jpg]
        manifest: m.jsonl
        name: other
        outputs: [{path: y.jpg}]

        """,
      ],
      "run job.yaml two.yaml",
      """
      two.yaml: error: this job has the manifest of job.yaml, 'm.jsonl': change 'name' or 'manifest'

      """
    ),
    Mistake(
      "two jobs with one output",
      [
        "job.yaml": """
        version: 1
        sources: [photos/a.jpg]
        outputs: [{path: x.jpg}]

        """,
        "two.yaml": """
        version: 1
        sources: [photos/a.jpg]
        outputs: [{path: x.jpg}]

        """,
      ],
      "run job.yaml two.yaml",
      """
      two.yaml: error: 'x.jpg' is an output of job.yaml too: change 'path' or 'output_root'

      """
    ),
    Mistake(
      "two jobs with one name for metrics",
      [
        "job.yaml": """
        version: 1
        sources: [photos/a.jpg]
        outputs: [{path: x.jpg}]

        """,
        "b/job.yaml": """
        version: 1
        sources: [../photos/a.jpg]
        outputs: [{path: x.jpg}]

        """,
      ],
      "run --metrics-file m.prom job.yaml b/job.yaml",
      """
      b/job.yaml: error: this job has the name of job.yaml, 'job': with --metrics-file, change 'name'

      """
    ),
    Mistake(
      "a root that isn't there",
      [
        "job.yaml": """
        version: 1
        sources: [photos/a.jpg]
        outputs: [{path: x.jpg}]

        """
      ],
      "run --root gone job.yaml",
      """
      Error: --root: there is no folder 'gone'
      Usage: upright run [<options>] (<job> ... | --plan <file>)
        See 'upright run --help' for more information.

      """
    ),
    Mistake(
      "no lock to hold to",
      [
        "job.yaml": """
        version: 1
        sources: [photos/a.jpg]
        outputs: [{path: x.jpg}]

        """
      ],
      "run --locked job.yaml",
      """
      job.yaml: error: there is no lock 'job.lock.jsonl': write it by 'upright lock job.yaml'

      """
    ),
    Mistake(
      "a manifest that is none",
      [
        "job.yaml": """
        version: 1
        sources: [photos/a.jpg]
        outputs: [{path: x.jpg}]

        """
      ],
      "verify job.yaml",
      """
      job.yaml: error: this is no manifest: no row has a 'job_sha256'

      """
    ),
    Mistake(
      "a shard without a plan",
      [
        "job.yaml": """
        version: 1
        sources: [photos/a.jpg]
        outputs: [{path: x.jpg}]

        """
      ],
      "run --shard 1/2 job.yaml",
      """
      Error: --shard is one of a plan: name it by --plan
      Usage: upright run [<options>] (<job> ... | --plan <file>)
        See 'upright run --help' for more information.

      """
    ),
    Mistake(
      "a plan that is none",
      [
        "job.yaml": """
        version: 1
        sources: [photos/a.jpg]
        outputs: [{path: x.jpg}]

        """
      ],
      "run --plan job.yaml",
      """
      job.yaml: error: line 1 is no plan: 'upright plan --out' writes plans

      """
    ),
    Mistake(
      "--only that matches nothing",
      [
        "job.yaml": """
        version: 1
        sources: [photos/a.jpg]
        outputs: [{path: x.jpg}]

        """
      ],
      "run --only=x/* job.yaml",
      """
      job.yaml: error: --only: 'x/*' matches no source of this job

      """
    ),
    Mistake(
      "memory in a unit that isn't known",
      [
        "job.yaml": """
        version: 1
        sources: [photos/a.jpg]
        outputs: [{path: x.jpg}]

        """
      ],
      "run --memory 2G job.yaml",
      """
      Error: The value '2G' is invalid for '--memory <size>'
      Help:  --memory <size>  Memory for the images in work: bytes, or KB, MB, GB, KiB, MiB or GiB. Default: half of the free memory.
      Usage: upright run [<options>] (<job> ... | --plan <file>)
        See 'upright run --help' for more information.

      """
    ),
    Mistake(
      "a box that is none",
      [:],
      "probe --crop 1,2,3 photos/a.jpg",
      """
      Error: --crop: '1,2,3' is none of 'full', 'square', "x,y,width,height", "pct:x,y,width,height", "WxH+X+Y"
      Usage: upright probe <file> ... [--json] [--crop <box>] [--log-format <format>]
        See 'upright probe --help' for more information.

      """
    ),
    Mistake(
      "a picture to probe that isn't there",
      [:],
      "probe gone.jpg", status: 1,
      """
      gone.jpg: error: there is no such file (not_found)

      """
    ),
    Mistake(
      "a preview that is no page",
      [
        "job.yaml": """
        version: 1
        sources: [photos/a.jpg]
        outputs: [{path: x.jpg}]

        """
      ],
      "preview --output look.png job.yaml",
      """
      Error: --output: 'look.png' doesn't end in .html
      Usage: upright preview [<options>] <job>
        See 'upright preview --help' for more information.

      """
    ),
  ]
}
