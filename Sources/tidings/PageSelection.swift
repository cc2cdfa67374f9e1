import ArgumentParser

/// Page numbers as typed by a person: `1-3,7`, `5-` (from the fifth on), `-2` (the first two). Base 1.
struct PageSelection: ExpressibleByArgument, Equatable {
    private var ranges: [ClosedRange<Int>] = []

    init?(argument: String) {
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false)
            guard ends.count <= 2, part != "-", let start = ends.first, let end = ends.last else { return nil }
            let low = start.isEmpty && ends.count == 2 ? 1 : Self.number(start)
            let high = end.isEmpty && ends.count == 2 ? Int.max : Self.number(end)
            guard let low, let high, low <= high else { return nil }
            ranges.append(low...high)
        }
    }

    func contains(_ number: Int) -> Bool { ranges.contains { $0.contains(number) } }

    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text), number > 0 else { return nil }
        return number
    }
}
