import Glibc
import ImageModel
import System

/// Draws the pictures that the demo, the examples and the documentation work on.
@main
enum UprightSamples {
  private static let usage = """
    usage: upright-samples FOLDER
           upright-samples --figure FIGURE.jpg PICTURE.jpg...
           upright-samples --hdr PICTURE.jpg
           upright-samples --hdr-figure FIGURE.jpg WHOLE.jpg CUT.jpg

    The first draws the sample pictures into a folder, the second puts pictures side by side. The third draws a
    picture with a gain map. The fourth shows a cut of it in SDR and in HDR, by the whole map and by its own.

    """

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do throws(ImageError) {
      switch (arguments.first, arguments.count) {
      case ("--figure", 3...): try Figure(Array(arguments.dropFirst(2))).write(to: arguments[1])
      case ("--hdr", 2): try HDRSample.write(to: arguments[1])
      case ("--hdr-figure", 4):
        try Figure(cut: arguments[3], of: arguments[2]).write(to: arguments[1])
      case (let folder?, 1) where !folder.hasPrefix("-"):
        for sample in Sample.all { try sample.write(below: folder) }
      default:
        tell(usage)
        exit(2)
      }
    } catch {
      tell("upright-samples: error: \(error.finding.message)\n")
      exit(1)
    }
  }

  private static func tell(_ text: String) {
    try? Descriptor.write(Array(text.utf8), to: STDERR_FILENO)
  }
}
