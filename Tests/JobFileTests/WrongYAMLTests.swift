import Testing

@Suite struct WrongYAMLTests {
  @Test(
    arguments: [
      .job("resize: !512,512", "4:9: '!' begins a tag here; put the text in quotes: \"!512,512\""),
      .output(
        "path: a.jpg\nresize: !512,512", "5:13: '!' begins a tag here; put the text in quotes: \"!512,512\""),
      .file(
        "version: 1\nsources: [a]\noutputs: [{path: a.jpg, resize: !512,512}]",
        "3:33: tags are not used in job files; if it is text, put it in quotes: \"!512,512\"",
        "3:38: unknown key '512'"),
      .job(
        "quality: !!int 85",
        "4:10: tags are not used in job files; if it is text, put it in quotes: \"!!int 85\""),
      .job(
        "background: #fff",
        "4:13: 'background' has no value: '#' begins a comment; if it is text, put it in quotes: \"#fff\""),
      .job(
        "exclude:\n  - #fff",
        "5:5: an entry of 'exclude' has no value: '#' begins a comment; if it is text, put it in quotes: \"#fff\""
      ),
      .file(
        "version: 1\nsources: [a]\noutputs:\n  - {path: a.jpg, background: #fff}\n  - {path: b.jpg}\n",
        "4:31: '#' begins a comment here; if it is text, put it in quotes: \"#fff\""),
      .output("path: {dir}/{stem}.jpg # here", "4:11: put the text in quotes: \"{dir}/{stem}.jpg\""),
      .output("{path: {dir}/{stem}.jpg, quality: 5}", "4:12: put the text in quotes: \"{dir}/{stem}.jpg\""),
      .output(
        "path: \"{dir}\"/{stem}.jpg", "4:18: text behind the closing quote; put all of the value in quotes"),
      .file(
        "version: 1\nsources:\n  - *.jpg\n",
        "3:5: '*' begins an alias here; put the text in quotes: \"*.jpg\""),
      .file(
        "version: 1\nsources: [**/*.{jpg,jpeg}, b]\n",
        "2:11: '*' begins an alias here; put the text in quotes: \"**/*.{jpg,jpeg}\""),
      .file("version: 1\nsources:\n  - [a-z]*.jpg\n", "3:5: put the text in quotes: \"[a-z]*.jpg\""),
      .file("version: 1\nsources: [b, a*.{jpg,jpeg}]\n", "2:14: put the text in quotes: \"a*.{jpg,jpeg}\""),
      .source("&all", "3:5: anchors are not used in job files; if it is text, put it in quotes: \"&all\""),
      .job("name: @home", "4:7: no value begins with '@'; put the text in quotes: \"@home\""),
      .job("on_error: {max_failures: %5}", "4:26: no value begins with '%'; put the text in quotes: \"%5\""),
      .job("name: a: \"b\"", "4:7: a text with ': ' in it must be in quotes: 'a: \"b\"'"),
    ] as [WrongJob])
  func quotesMissing(_ job: WrongJob) { job.check() }

  @Test(
    arguments: [
      .file(
        "version: 1\nbase: &box {quality: 3}\nsources: [a]\noutputs: [{path: a.jpg, crop: *box}]",
        "2:1: 'base' doesn't belong here: it goes in an entry of 'sources'",
        "2:7: anchors are not used in job files",
        "4:31: aliases are not used in job files: write the value out; if it is text, put it in quotes: \"*box\""
      ),
      .job("quality: 5\nquality: 6", "5:1: 'quality' is here twice; the first is in line 4"),
      .job("resize: {width: 5, width: 5}", "4:20: 'width' is here twice; the first is in line 4"),
      .job("? [a]\n: 5", "4:3: a key must be text"),
      .job("---\nversion: 1", "4:1: a second document begins here; a job file holds only one"),
      .job("name: \"a\\0b\"", "4:7: text can't hold a NUL character"),
      .job("crop: !box {aspect: 1:1}", "4:7: tags are not used in job files"),
    ] as [WrongJob])
  func notUsed(_ job: WrongJob) { job.check() }

  @Test(
    arguments: [
      .job("name: \"abc", "4:7: this quote is never closed"),
      .job(
        "name: \"C:\\photos\"",
        "4:10: unknown escape in double quotes: write '\\\\' for a backslash, or use single quotes"),
      .job("resize: {width: 5", "4:18: ',' or '}' is missing for the '{' of line 4, column 9"),
      .job("exclude: [a, b", "4:15: ',' or ']' is missing for the '[' of line 4, column 10"),
      .job("resize:\n\twidth: 5", "5:1: YAML is not indented with tabs; use spaces"),
      .job(
        "resize:\n  width: 5\n height: 5",
        "6:2: no key of the mapping before: check how this line is indented"),
      .job(
        "exclude:\n  - a\n  b: c",
        "6:3: no entry of the list before: check how this line is indented, or put '- ' before it"),
      .job("name\nquality: 5", "4:1: a ':' is missing behind this text, or it is indented wrongly"),
      .job(
        "name: a\n  quality: 5",
        "5:10: a ':' can't be here: check how the line is indented, and the end of the one before"),
      .job(
        "exclude: - a",
        "4:10: a list entry can't begin here: give '-' a line of its own, indented as its neighbours"),
    ] as [WrongJob])
  func syntax(_ job: WrongJob) { job.check() }

  @Test func syntaxErrorEndsTheListButKeepsWhatCameBefore() {
    WrongJob.file(
      "versoin: 1\nquality: 500\nsources:\n  - *.jpg\n  - [a\noutputs: 5\n",
      "1:1: unknown key 'versoin': did you mean 'version'?",
      "2:10: 'quality' must be a whole number from 1 to 100, not '500'",
      "4:5: '*' begins an alias here; put the text in quotes: \"*.jpg\""
    ).check()
  }

  @Test func nothingIsMissingWhereTheFileIsCut() {
    WrongJob.file(
      "version: 1\nsources: [a]\noutputs:\n  - crop: {box: [1, @",
      "4:21: no value begins with '@'; put the text in quotes: \"@\""
    ).check()
  }

  @Test func formatMayStandBehindTheCut() {
    WrongJob.file(
      "version: 1\nsources: [a]\noutputs: [{path: '{name}'}]\nname: @b\nformat: jpeg\n",
      "4:7: no value begins with '@'; put the text in quotes: \"@b\""
    ).check()
  }

  @Test func allErrorsAtOnceInTheOrderOfTheFile() {
    WrongJob.file(
      """
      version: 3
      sources:
        - {glob: a, exif_orientation: 0}
      outputs:
        - path: "{stem}.jxl"
          resize: {width: 5, fitt: cover}
        - quality: 5
      hash: crc
      """,
      "1:10: 'version' must be 1, not '3'",
      "3:33: 'exif_orientation' must be a whole number from 1 to 8, not '0'",
      "5:11: the format can't be told from '{stem}.jxl': " + WrongJob.endings,
      "6:24: unknown key 'fitt': did you mean 'fit'?",
      "7:5: an entry of 'outputs' needs 'path'",
      "8:7: 'hash' must be 'sha256' or 'none', not 'crc'"
    ).check()
  }

  @Test func columnsCountCharacters() {
    WrongJob.job(
      "name: \"é名\" \nmetadata: {gps: 名, \"é\": 1}",
      "5:17: 'gps' must be 'keep' or 'drop', not '名'", "5:20: unknown key 'é'"
    ).check()
  }

  @Test func carriageReturnsEndLines() {
    WrongJob.file(
      "version: 1\r\nsources: [a]\r\n\r\noutputs: [{path: a.jpg}]\r\nqualty: 5\r\n",
      "5:1: unknown key 'qualty': did you mean 'quality'?"
    ).check()
  }

  @Test func unicodeLineSeparatorsEndNoLines() {
    WrongJob.file(
      "version: 1 # a\u{2028}# b\nsources: [a]\noutputs: [{path: a.jpg}]\nqualty: 5\n",
      "4:1: unknown key 'qualty': did you mean 'quality'?"
    ).check()
  }
}
