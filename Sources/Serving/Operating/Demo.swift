package import Localisation

/// Whether this server is a demo: set where it starts, read where a page is written.
package enum Demo {
    @TaskLocal package static var isOn = false

    /// Stands on each page.
    package static func note(_ words: Words) -> HTML? {
        isOn ? "<aside class=\"demo-note\"><p>\(words("Demo: everything here is made up."))</p></aside>" : nil
    }
}
