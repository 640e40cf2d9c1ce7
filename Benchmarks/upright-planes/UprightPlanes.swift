import Glibc
import ImageModel
import Imaging

/// Decodes JPEGs into planes by our own decoder, and does nothing with them: what `Benchmarks/planes.c` does by libjpeg.
///
///     upright-planes EIGHTHS SIDE FILE...
///
/// A square of SIDE pixels in the middle, or all where SIDE is 0; all components at EIGHTHS/8.
@main enum UprightPlanes {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let scale = DCTScale((arguments.first ?? "") + "/8"),
      let side = arguments.dropFirst().first.flatMap({ Int($0) })
    else { fatal("EIGHTHS SIDE FILE...") }
    let workspace = Workspace()
    for path in arguments.dropFirst(2) { try decode(path, scale, side, workspace) }
  }

  private static func decode(_ path: String, _ scale: DCTScale, _ side: Int, _ workspace: Workspace) throws {
    let descriptor = open(path, O_RDONLY)
    if descriptor < 0 { fatal(path) }
    defer { close(descriptor) }
    let header = try JPEGHeader.read(from: ByteSource(descriptor: descriptor))
    guard let sampling = header.sampling,
      let components = ComponentPlans(sampling.map { ComponentPlan($0, scale) })
    else { fatal("\(path) isn't for this decoder") }
    let stored = header.storedSize
    var region = PixelRect<Stored>(stored)
    if side > 0 {
      region = PixelRect(
        x: (stored.width - side) / 2, y: (stored.height - side) / 2, width: side, height: side)
    }
    let request = ComponentRequest(
      components, of: region, storedSize: stored, verify: .crop, deadline: .max)
    let decoder = try ComponentDecoder(descriptor: descriptor, digest: nil, in: workspace)
    if try !decoder.decode(request, { _ in }) { fatal("\(path) is damaged") }
  }

  private static func fatal(_ message: String) -> Never {
    let line = "upright-planes: \(message)\n"
    write(STDERR_FILENO, line, line.utf8.count)
    exit(1)
  }
}
