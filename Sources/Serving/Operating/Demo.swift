package import Localisation

/// Whether this server is a demo: set at start, read when a page is written.
package enum Demo {
    @TaskLocal package static var isOn = false

    /// Shown on each page.
    package static func note(_ words: Words) -> HTML? {
        isOn ? #"<aside class="demo-note"><p>\#(words("Demo: everything here is made up."))</p></aside>"# : nil
    }
}
