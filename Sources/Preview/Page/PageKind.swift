/// A kind of page. Each page is one file that loads nothing from elsewhere.
enum PageKind: String {
  case preview, audit

  /// The number of first bytes in which a page has its mark.
  static let markedBytes = 256

  /// The element that marks a page as one of ours.
  private var mark: String { "<meta name=\"generator\" content=\"upright \(rawValue)\">" }

  /// True if a file with these first ``markedBytes`` bytes is a page of this kind.
  func isPage(_ bytes: [UInt8]) -> Bool { String(decoding: bytes, as: UTF8.self).contains(mark) }

  /// The text up to the heading. `subject` names what the page shows, `note` stands behind the title, and `style` behind
  /// the style sheet.
  func head(_ subject: String, note: String = "", style: String = "") -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    \(mark)
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(subject.html): \(rawValue)\(note)</title>
    <style>
    \(StyleSheet.text)\(style)</style>
    </head>
    <body>
    <header>

    """
  }
}
