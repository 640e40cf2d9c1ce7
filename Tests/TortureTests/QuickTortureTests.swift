import Testing
import Torture

/// A few seconds of what `make torture` does for minutes.
@Suite(.serialized)
struct QuickTortureTests {
}
