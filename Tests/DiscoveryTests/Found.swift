import Discovery
import Foundation
import Testing

@testable import Records

/// The candidates of a page that a test writes.
func found(_ page: String, bounds: DiscoveryBounds = DiscoveryBounds()) throws -> [Candidate] {
    try findings(page, bounds: bounds).candidates
}

func findings(_ page: String, bounds: DiscoveryBounds = DiscoveryBounds()) throws -> Discovery.Findings {
    try Discovery.findings(in: Array(page.utf8), address: URL(string: "https://lists.example/page"), bounds: bounds)
}

extension Candidate {
    /// The texts of a field; nil without the field.
    func texts(_ name: String) -> [String?]? {
        fields.firstIndex { $0.name == name }.map { place in rows.map { $0[place]?.text } }
    }

    func kind(_ name: String) -> Records.Field.Kind? { fields.first { $0.name == name }?.kind }

    var keyNames: [String] { key.map { fields[$0].name } }
}

/// A page with the rows in the middle of what usually surrounds lists.
func page(_ main: String, language: String = "en") -> String {
    """
    <!DOCTYPE html><html lang="\(language)"><head><title>Offers</title></head><body>
    <nav><ul><li><a href="/">Start</a></li><li><a href="/help">Help</a></li><li><a href="/about">About</a></li><li><a href="/shop">Shop</a></li></ul></nav>
    <main><h1>Offers</h1>\(main)</main><footer><p>Made by hand</p></footer></body></html>
    """
}
