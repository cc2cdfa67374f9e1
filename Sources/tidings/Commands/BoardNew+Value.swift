import Discovery
import Drafting
import NewBoardPages

/// `tidings board new URL --value TEXT`: a single value of a page, as typed by a person.
struct ValueChoice {
    let text: String
    /// Which of several occurrences, from 1.
    let place: Int?
    let url: String

    /// The proposed board for the value. Throws `Failure`, with the occurrences if there are several and none was chosen.
    func proposal(in document: BoardFinder.Document) throws -> Proposals.Proposal {
        guard !text.isEmpty, text.count <= 200 else { throw Failure(.badUse, "--value is empty or longer than 200 characters") }
        let page: PagePicking?
        do { page = try PagePicking(document.bytes, address: document.address, charset: document.charset) } catch {
            throw Failure(.source, "\(url): \(error)")
        }
        guard let page else { throw Failure(.badUse, "\(url) isn't an HTML page; leave --value out to see its lists") }
        let places = page.places(of: text)
        guard !places.isEmpty else { throw Failure(.nothingFound, "\(url) doesn't show '\(text)'") }
        guard place != nil || places.count == 1 else {
            for (number, found) in places.enumerated() { Output.print("\(number + 1). \(found.text)") }
            throw Failure(.badUse, "'\(text)' is there several times; choose one with --list N")
        }
        let chosen = place ?? 1
        guard (1...places.count).contains(chosen) else {
            throw Failure(.badUse, "--list \(chosen): '\(text)' is there \(places.count == 1 ? "once" : "\(places.count) times")")
        }
        for way in page.values(at: places[chosen - 1].number, saying: text) {
            if let proposal = Proposals.pointed(way, on: page, document.bytes, at: document.address, charset: document.charset) {
                return proposal
            }
        }
        throw Failure(.nothingFound, "nothing around '\(text)' tells it from others on the page")
    }
}
