import ArgumentParser

/// The option for the form of messages.
struct MessageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The form of messages: text, or json for one object a line.", valueName: "format"))
  var logFormat = LogForm.text

  /// Sets the form of the process's messages. Messages about the command line itself come earlier, as text.
  func validate() { Log.form = logFormat }
}
