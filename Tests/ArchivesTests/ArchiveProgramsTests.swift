import Archives
import TestSupport
import Testing

/// Archives of other programs. Each program that isn't installed is skipped.
@Suite struct ArchiveProgramsTests {
  private func tar(_ tree: SampleTree, _ name: String) throws -> ArchiveFile {
    try ArchiveFile(tree.folder.read(name), isZip: false)
  }

  private func zip(_ tree: SampleTree, _ name: String) throws -> ArchiveFile {
    try ArchiveFile(tree.folder.read(name), isZip: true)
  }

  /// Expects the files of the tree and its link.
  private func expect(_ found: ArchiveFile, _ tree: SampleTree, _ comment: Comment) {
    #expect(found.sorted == tree.members, comment)
    #expect(found.skipped == ["dir/soft": .link], comment)
    #expect(found.fault == nil, comment)
  }

  @Test("GNU tar", .enabled(if: ArchiveProgram.tar.path != nil, "tar isn't installed"))
  func gnuTar() throws {
    for format in ["v7", "oldgnu", "gnu", "ustar", "posix"] {
      let tree = try SampleTree(longNames: format != "v7")
      for (number, options) in [
        [], ["-b", "1"], ["--numeric-owner", "--mtime=@9999999999"], ["--sort=name", "--owner=x:2097152"],
      ].enumerated() where format != "ustar" && format != "v7" || number < 2 {
        try ArchiveProgram.tar.run(
          ["--format=\(format)"] + options + ["-cf", "a.tar", "-C", "tree", "."], in: tree.folder.path)
        expect(try tar(tree, "a.tar"), tree, "\(format) \(options)")
      }
      // Members that are added later follow the others.
      try ArchiveProgram.tar.run(
        ["--format=\(format)", "-cf", "b.tar", "-C", "tree", "."], in: tree.folder.path)
      try ArchiveProgram.tar.run(
        ["--format=\(format)", "-rf", "b.tar", "--transform=s/a/z/", "-C", "tree", "a.jpg"],
        in: tree.folder.path)
      let found = try tar(tree, "b.tar")
      #expect(found.members.last == ArchiveFile.Member(name: "z.jpg", bytes: tree.files["a.jpg"] ?? []))
    }
  }

  @Test(
    "Sparse files, hard links, labels and long targets of GNU tar",
    .enabled(if: ArchiveProgram.tar.path != nil, "tar isn't installed"))
  func oddGNUTar() throws {
    let tree = try SampleTree()
    let target = String(repeating: "target/", count: 40)
    try tree.folder.link("tree/far", to: target)
    try tree.makeSparse("holes")
    let folder = tree.folder.path
    for options in [
      ["--format=gnu"], ["--format=oldgnu"], ["--format=posix", "--sparse-version=0.0"],
      ["--format=posix", "--sparse-version=0.1"], ["--format=posix", "--sparse-version=1.0"],
    ] {
      try ArchiveProgram.tar.run(
        options + ["-S", "--hole-detection=raw", "-cf", "a.tar", "-C", "tree", "."], in: folder)
      let found = try tar(tree, "a.tar")
      #expect(found.sorted == tree.members, "\(options)")
      #expect(found.skipped == ["dir/soft": .link, "far": .link, "holes": .sparse], "\(options)")
    }
    try ArchiveProgram.tar.run(
      [
        "--format=gnu", "--hard-dereference", "-V", "label", "-cf", "b.tar", "-C", "tree", "a.jpg", "./a.jpg",
        "far",
      ], in: folder)
    let found = try tar(tree, "b.tar")
    #expect(found.members.map(\.name) == ["a.jpg"])
    #expect(found.skipped == ["a.jpg": .repeated, "far": .link])
    try ArchiveProgram.tar.run(["-czf", "c.tar", "-C", "tree", "a.jpg"], in: folder)
    #expect(try tar(tree, "c.tar").fault == ArchiveFault(.compressed(.gzip), at: 0))
  }

  @Test("bsdtar", .enabled(if: ArchiveProgram.bsdtar.path != nil, "bsdtar isn't installed"))
  func bsdTar() throws {
    for format in ["ustar", "pax", "gnutar", "v7tar"] {
      let tree = try SampleTree(longNames: format != "v7tar")
      try ArchiveProgram.bsdtar.run(
        ["--format", format, "-cf", "a.tar", "-C", "tree", "."], in: tree.folder.path)
      expect(try tar(tree, "a.tar"), tree, "\(format)")
    }
    let tree = try SampleTree()
    for options in ["compression=store", "compression=deflate", "zip64"] {
      try ArchiveProgram.bsdtar.run(
        ["--format", "zip", "--options", "zip:\(options)", "-cf", "a.zip", "-C", "tree", "."],
        in: tree.folder.path)
      expect(try zip(tree, "a.zip"), tree, "\(options)")
    }
    try ArchiveProgram.bsdtar.run(
      [
        "--format", "zip", "--options", "zip:encryption=zipcrypt", "--passphrase", "x", "-cf", "b.zip", "-C",
        "tree",
        "a.jpg",
      ], in: tree.folder.path)
    #expect(try zip(tree, "b.zip").skipped == ["a.jpg": .encrypted])
  }

  @Test("Info-ZIP", .enabled(if: ArchiveProgram.zip.path != nil, "zip isn't installed"))
  func infoZIP() throws {
    let tree = try SampleTree()
    let folder = tree.folder.path("tree")
    for (number, options) in [
      ["-0"], ["-9"], ["-fz"], ["-X", "-D"], ["-UN=UTF8"],
    ]
    .enumerated() {
      try ArchiveProgram.zip.run(["-q", "-y", "-r"] + options + ["../\(number).zip", "."], in: folder)
      expect(try zip(tree, "\(number).zip"), tree, "\(options)")
    }
    // Sizes that follow the data.
    let packed = ["b c.txt", "dir/x;y'z.jpg"]
    try ArchiveProgram.zip.run(["-q", "-fd", "../late.zip"] + packed, in: folder)
    #expect(try zip(tree, "late.zip").members == tree.members.filter { packed.contains($0.name) })
    try ArchiveProgram.zip.run(["-q", "-z", "../0.zip"], in: folder, stdin: "PK\u{5}\u{6} a comment\n.\n")
    expect(try zip(tree, "0.zip"), tree, "comment")
    try ArchiveProgram.zip.run(["-q", "-P", "x", "../secret.zip", "a.jpg"], in: folder)
    #expect(try zip(tree, "secret.zip").skipped == ["a.jpg": .encrypted])
    try ArchiveProgram.zip.run(["-q", "-Z", "bzip2", "../bzip2.zip", "dir/x;y'z.jpg"], in: folder)
    #expect(try zip(tree, "bzip2.zip").skipped == ["dir/x;y'z.jpg": .method(12)])
    // A program before the zip, whose offsets are left or corrected.
    try tree.folder.write(Array("#!/bin/sh\nexit 0\n".utf8) + tree.folder.read("1.zip"), to: "before.zip")
    expect(try zip(tree, "before.zip"), tree, "before")
    try ArchiveProgram.zip.run(["-q", "-A", "../before.zip"], in: folder)
    expect(try zip(tree, "before.zip"), tree, "corrected")
  }

  @Test("7-Zip", .enabled(if: ArchiveProgram.sevenZip.path != nil, "7z isn't installed"))
  func sevenZip() throws {
    let tree = try SampleTree()
    let folder = tree.folder.path("tree")
    for (number, options) in [["-mx=0"], ["-mx=9"], ["-mcu=on"], ["-mm=Deflate", "-mcl=off"]].enumerated() {
      try ArchiveProgram.sevenZip.run(
        ["a", "-tzip", "-snl"] + options + ["../\(number).zip", "."], in: folder)
      expect(try zip(tree, "\(number).zip"), tree, "\(options)")
    }
    for (method, number) in [("BZip2", 12), ("LZMA", 14), ("Deflate64", 9)] as [(String, UInt16)] {
      let name = "dir/x;y'z.jpg"
      try ArchiveProgram.sevenZip.run(["a", "-tzip", "-mm=\(method)", "../\(method).zip", name], in: folder)
      #expect(try zip(tree, "\(method).zip").skipped == [name: .method(number)])
    }
    for method in ["ZipCrypto", "AES256"] {
      try ArchiveProgram.sevenZip.run(
        ["a", "-tzip", "-px", "-mem=\(method)", "../\(method).zip", "a.jpg"], in: folder)
      #expect(try zip(tree, "\(method).zip").skipped == ["a.jpg": .encrypted])
    }
    for method in ["GNU", "POSIX"] {
      try ArchiveProgram.sevenZip.run(
        ["a", "-ttar", "-snl", "-mm=\(method)", "../\(method).tar", "."], in: folder)
      expect(try tar(tree, "\(method).tar"), tree, "\(method)")
    }
  }
}
