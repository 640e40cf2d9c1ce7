import ImageModel
import Imaging
import Rendering
import TestSupport
import Testing

/// A worker process sends a code by its place among those of renderers.
struct RendererCodesTests {
  @Test("Every code of decoders and encoders is a failure or a remark of renderers, once")
  func all() throws {
    // Codes of headers and of mask files, of pictures that a job leaves out, and of what happens to a renderer from outside.
    let others = [
      "animated", "bad_mask", "decoder_crash", "filtered", "hdr_transfer", "orientation_conflict",
      "orientation_invalid", "svg_reference", "system_fonts", "write_failed", "xmp_orientation_conflict",
    ]
    let declared = try DeclaredCodes.names("ImageModel", "Imaging", "Rendering")
    #expect(Finding.Code.ofRenderers.map(\.rawValue).sorted() == declared.filter { !others.contains($0) })
    #expect(Set(others).isSubset(of: declared))
  }

  @Test("Only a name of small letters, digits and underscores is a code")
  func names() {
    #expect(Finding.Code(rawValue: "corrupt") == .corrupt)
    #expect(Finding.Code(rawValue: "name_not_utf8")?.rawValue == "name_not_utf8")
    for wrong in ["", "Corrupt", "a b", "a\n", String(repeating: "a", count: 41)] {
      #expect(Finding.Code(rawValue: wrong) == nil)
    }
  }
}
