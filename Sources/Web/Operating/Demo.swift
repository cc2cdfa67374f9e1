import DemoPublishing
import Localisation

/// Whether this server is a demo: set where it starts, read where a page is written.
enum Demo {
    @TaskLocal static var isOn = false

    /// Stands on each page.
    static func note(_ words: Words) -> HTML? {
        isOn ? "<aside class=\"demo-note\"><p>\(words("Demo: everything here is made up."))</p></aside>" : nil
    }

    /// Numbers of the sample list to try: one that is on it, one that isn't.
    static func samples(of board: String) -> [String] { isOn && board == "visa" ? [VisaList.wellKnownBatch, "28999999999"] : [] }
}
