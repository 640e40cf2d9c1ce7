import Foundation
import Reporting
import TestSupport
import Testing

/// The commit of this build; empty where it was not built from a git repository.
private let builtCommit = String(ToolVersion.number.drop { $0 != "+" }.dropFirst())

/// What the build tells the program: the commit, and the libraries that are linked.
struct BuildTests {
  /// What the package's manifest defines for C in a folder.
  private static func definitions(
    _ folder: TemporaryDirectory, environment: [String: String] = [:]
  ) throws -> Set<String> {
    let run = try CommandRun.run(
      "/usr/bin/env", ["swift", "package", "--manifest-cache", "none", "dump-package"], in: folder.path,
      environment: environment)
    try #require(run.ending == .exit(0), "\(run.stderr)")
    return Set(
      run.stdout.matches(of: /"(BUILD_[A-Z]+=.*)"/).map {
        String($0.1).replacingOccurrences(of: "\\\"", with: "")
      })
  }

  @Test("The commit is git's, marked where files differ from it, and empty without git")
  func commit() throws {
    let folder = try TemporaryDirectory()
    let manifest = try String(contentsOfFile: "\(PackageRoot.path)/Package.swift", encoding: .utf8)
    try folder.write(manifest, to: "Package.swift")
    #expect(try Self.definitions(folder) == ["BUILD_COMMIT=", "BUILD_LIBRARIES="])
    let git = """
      git init -q && echo '.*' >.git/info/exclude && git add Package.swift \
      && git -c user.name=a -c user.email=a@example.org commit -qm a && git rev-parse HEAD
      """
    let commit = try CommandRun.run("/bin/sh", ["-c", git], in: folder.path).stdout.prefix(12)
    try #require(commit.count == 12)
    let libraries = "libpng=debian.2+deb12u4 zlib=debian.1"
    #expect(
      try Self.definitions(folder, environment: ["UPRIGHT_LIBRARIES": libraries])
        == ["BUILD_COMMIT=\(commit)", "BUILD_LIBRARIES=\(libraries)"])
    try folder.write("", to: "new")
    #expect(try Self.definitions(folder) == ["BUILD_COMMIT=\(commit).dirty", "BUILD_LIBRARIES="])
  }

  /// The build of each archive, compared with what dpkg says of the package that has it.
  @Test("Static libraries are named with the revision of their Debian package")
  func libraries() throws {
    let run = try CommandRun.run("/bin/sh", ["tools/static-libraries", "--builds"], in: PackageRoot.path)
    let packages = [
      "giflib": "libgif-dev", "libaom": "libaom-dev", "libdeflate": "libdeflate-dev",
      "libjpeg-turbo": "libturbojpeg0-dev", "libpng": "libpng-dev", "libraw": "libraw-dev",
      "libtiff": "libtiff-dev", "libwebp": "libwebp-dev", "zlib": "zlib1g-dev",
    ]
    let expected = try packages.sorted { $0.key < $1.key }.map { name, package in
      let version = try CommandRun.run("/usr/bin/dpkg-query", ["-W", "-f", "${Version}", package], in: "/")
        .stdout
      return "\(name)=debian.\(version.split(separator: "-").last ?? "") "
    }
    #expect(run == CommandRun(.exit(0), stdout: expected.joined() + "\n"))
    // The others are loaded when they are wanted, and have build ids.
    #expect(Set(packages.keys) == Set(LibraryVersions.names).subtracting(["lcms2", "libdav1d", "libde265"]))
  }

  /// The binary with another commit written over its own.
  @Test(
    "Outputs that a build of another commit made are done; their rows name the new build",
    .enabled(if: !builtCommit.isEmpty, "this build doesn't know its commit"))
  func anotherCommit() throws {
    let commit = builtCommit
    let other = String(repeating: "f", count: commit.utf8.count)
    let studio = try Studio("outputs: [{path: 'out/{stem}.jpg'}]")
    try studio.add(Picture(), "photos/a.jpg")
    try #require(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let product = try CommandRun.program()
    try #require(
      try studio.shell("LC_ALL=C sed s/\(commit)/\(other)/g \(product) >other && chmod +x other").ending
        == .exit(0))
    let name = ToolVersion.name.replacing(commit, with: other)
    let run = { try CommandRun.run(studio.folder.path("other"), $0, in: studio.folder.path) }
    #expect(try run(["--version"]) == CommandRun(.exit(0), stdout: name + "\n"))
    #expect(try run(["status", "job.yaml"]).stdout.contains(": 1 of 1 output done"))
    #expect(try run(["verify", "--render", "all", "job.manifest.jsonl"]).ending == .exit(0))
    #expect(try run(["run", "--json", "--quiet", "job.yaml"]).stdout.contains(#""ok":1,"reused":1,"#))
    #expect(try studio.text("job.manifest.jsonl").contains(#""tool":"\#(name)""#))
  }
}
