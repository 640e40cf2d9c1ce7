import ImageModel
import JobFile
import Testing

/// Keys of encoding, for formats that have them and for others.
struct EncodeKeyTests {
  @Test(
    "Keys that an output's format hasn't are refused at their place",
    arguments: [
      .output("path: a.jpg\nspeed: 3", "5:12: 'speed' is for 'avif', and this output is jpeg"),
      .output("path: a.png\nspeed: 3", "5:12: 'speed' is for 'avif', and this output is png"),
      .output("path: a.avif\neffort: 3", "5:13: 'effort' is for 'webp', and this output is avif"),
      .output("path: a.avif\nlossless: true", "5:15: 'lossless' is for 'webp', and this output is avif"),
      .output("path: a.avif\nlevel: 3", "5:12: 'level' is for 'png', and this output is avif"),
      .output(
        "path: a.webp\nchroma: 4:4:4", "5:13: 'chroma' is for 'jpeg' or 'avif', and this output is webp"),
      .output(
        "path: a.png\nmax_bytes: 1KB",
        "5:16: 'max_bytes' is for 'jpeg', 'webp' or 'avif', and this output is png"),
      .output(
        "path: a.webp\ndepth: 10", "5:12: 'depth' is for 'png', 'tiff' or 'avif', and this output is webp"),
      .job("speed: 3", "4:8: 'speed' is for 'avif', and no output is one"),
    ] as [WrongJob])
  func foreign(_ job: WrongJob) { job.check() }

  @Test(
    "A depth that the format hasn't is refused at its place",
    arguments: [
      .output(
        "path: a.avif\ndepth: 16", "5:12: 'depth' of 16 is for 'png' or 'tiff', and this output is avif"),
      .output("path: a.png\ndepth: 10", "5:12: 'depth' of 10 is for 'avif', and this output is png"),
      .output("path: a.tif\ndepth: 12", "5:12: 'depth' of 12 is for 'avif', and this output is tiff"),
      .output("path: a.avif\ndepth: 9", "5:12: 'depth' must be '8', '10', '12' or '16', not '9'"),
      .file(
        "version: 1\nsources: [a]\ndepth: 16\noutputs: [{path: a.avif}]",
        "3:8: 'depth' of 16 is for 'png' or 'tiff', and no output is one"),
      .file("version: 1\nsources: [a]\ndepth: 16\noutputs: [{path: a.avif}, {path: b.png}]"),
      .file("version: 1\nsources: [a]\ndepth: 12\noutputs: [{path: a.avif}, {path: b, format: same}]"),
    ] as [WrongJob])
  func depths(_ job: WrongJob) { job.check() }

  @Test(
    "Values out of their range",
    arguments: [
      .output("path: a.avif\nspeed: 10", "5:12: 'speed' must be a whole number from 0 to 9, not '10'"),
      .output("path: a.avif\nspeed: fast", "5:12: 'speed' must be a whole number from 0 to 9, not 'fast'"),
      .output("path: a.avif\nquality: 0", "5:14: 'quality' must be a whole number from 1 to 100, not '0'"),
      .output(
        "path: a.avif\nchroma: 4:1:1", "5:13: 'chroma' must be '4:4:4', '4:2:2' or '4:2:0', not '4:1:1'"),
      .output("path: a.avif\nquality: 40\nspeed: 0\nchroma: 4:2:2\ndepth: 12\nmax_bytes: 20KB"),
    ] as [WrongJob])
  func ranges(_ job: WrongJob) { job.check() }

  @Test("What a format hasn't of wider keys doesn't hold for it")
  func only() {
    var wide = EncodeOptions()
    (wide.quality, wide.speed, wide.effort, wide.depth, wide.chroma) = (50, 2, 5, 12, .half)
    let avif = wide.only(for: .avif)
    #expect((avif.quality, avif.speed, avif.effort, avif.depth, avif.chroma) == (50, 2, nil, 12, .half))
    let png = wide.only(for: .png)
    #expect((png.quality, png.speed, png.effort, png.depth, png.chroma) == (nil, nil, nil, nil, nil))
    wide.depth = 16
    #expect(wide.only(for: .avif).depth == nil)
    #expect(wide.only(for: .tiff).depth == 16)
  }
}
