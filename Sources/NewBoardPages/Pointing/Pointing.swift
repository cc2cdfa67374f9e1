import Records
import Serving

/// A person's selections on a page: two texts in different rows, then fields to add or remove; or one value. The whole state is in the
/// address.
struct Pointing: Hashable, Sendable {
    /// The number by which the page is found again.
    let found: Int
    /// The page's address, to search again once the page is no longer stored.
    var source = ""
    /// Numbers of `ShownPage`.
    var rows: [Int] = []
    var toggled: [Int] = []
    /// The text that contains the single value.
    var value: Int?
    /// Which way to read it.
    var way = 0
    /// The part of the value that the person has typed.
    var said = ""

    private static let limit = 60
    static let saidLength = 100

    init(found: Int, of source: String = "") { (self.found, self.source) = (found, source) }

    /// Parses the query, except for the last tap. nil without the number of the stored page.
    init?(_ query: [String: String]) {
        guard let found = query["found"].flatMap({ Int($0) }) else { return nil }
        func numbers(_ name: String, _ limit: Int) -> [Int] {
            (query[name] ?? "").split(separator: ",").prefix(limit).compactMap { Int($0) }
        }
        (self.found, rows, toggled) = (found, numbers("rows", 2), numbers("fields", Self.limit))
        source = String((query["address"] ?? "").prefix(NewBoardPage.addressLength))
        (value, way) = (query["value"].flatMap { Int($0) }, query["way"].flatMap { Int($0) } ?? 0)
        said = String((query["said"] ?? "").trimmingWhitespace().prefix(Self.saidLength))
    }

    /// Selecting a second text completes the search for a list; selecting the same text again undoes the selection. If one value is wanted,
    /// this text becomes it.
    mutating func tap(_ number: Int) {
        if value != nil {
            (value, way, said) = (number, 0, "")
        } else if rows.count < 2 {
            if rows.contains(number) { rows = [] } else { rows.append(number) }
        } else if let place = toggled.firstIndex(of: number) {
            toggled.remove(at: place)
        } else if toggled.count < Self.limit {
            toggled.append(number)
        }
    }

    /// Selects only this text.
    func only(_ number: Int, way: Int = 0) -> Pointing {
        var pointing = cleared
        (pointing.value, pointing.way, pointing.said) = (number, way, said)
        return pointing
    }

    /// Without any selection.
    var cleared: Pointing { Pointing(found: found, of: source) }

    var rowsText: String { rows.map(String.init).joined(separator: ",") }
    var fieldsText: String { toggled.map(String.init).joined(separator: ",") }

    var address: String { "\(NewBoardPaths.point)?\(query)" }
    var frameAddress: String { "\(NewBoardPaths.pointed)?\(query)" }

    private var query: String {
        "found=\(found)" + (rows.isEmpty ? "" : "&rows=\(rowsText)") + (toggled.isEmpty ? "" : "&fields=\(fieldsText)")
            + (value.map { "&value=\($0)" } ?? "") + (way == 0 ? "" : "&way=\(way)")
            + (said.isEmpty ? "" : "&said=\(Percent.encoded(said))")
            + (source.isEmpty ? "" : "&address=\(Percent.encoded(source))")
    }
}
