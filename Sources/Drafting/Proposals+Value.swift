import Discovery
package import Foundation
package import Markup

extension Proposals {
    /// The most proposals for one occurrence, and the most attempts for all: a page may show the value several times.
    private static let (wayLimit, valueAttemptLimit) = (3, 16)

    /// One value of a page, as the page shows it: the ways in which a board can read it, by occurrence, likeliest first. nil if the
    /// document isn't an HTML page.
    package init?(ofValue said: String, in document: [UInt8], at address: URL, charset: String? = nil) throws(MarkupError) {
        guard let page = try PagePicking(document, address: address, charset: charset) else { return nil }
        let found = page.places(of: said)
        var (all, tries) = ([Proposal](), 0)
        for place in found {
            var count = 0
            for way in page.values(at: place.number, saying: said) where count < Self.wayLimit && tries < Self.valueAttemptLimit {
                tries += 1
                guard var proposal = Self.pointed(way, on: page, document, at: address, charset: charset) else { continue }
                proposal.around = place.text
                all.append(proposal)
                count += 1
            }
        }
        (title, self.all, alternates, language, isPage) = (page.findings.title, all, [], page.findings.language, true)
        (frames, places) = ([], found.count)
    }
}
