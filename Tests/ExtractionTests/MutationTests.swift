import Boards
import Extraction
import Foundation
import Records
import Testing

/// Fixtures with bytes changed, doubled and lost: nothing traps, and what comes out does not depend on how the bytes are cut.
@Suite("Damaged documents") struct MutationTests {
    /// Numbers that are the same in every run (SplitMix64).
    private struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }
    }

    /// The rows that were handed out, and how it ended.
    private struct Outcome: Equatable {
        var rows: [Extracted] = []
        var error: ExtractionError?
    }

    @Test("a damaged document ends the same however it is cut", arguments: Fixture.all.filter { $0.extractor != "pdf" })
    func mutated(fixture: Fixture) throws {
        let board = try Board(folder: fixture.folder)
        let files = try FileManager.default.contentsOfDirectory(at: fixture.folder, includingPropertiesForKeys: nil)
        let sample = try [UInt8](Data(contentsOf: try #require(files.first { $0.deletingPathExtension().lastPathComponent == "sample" })))
        let pieces = ["\"", "\\", "[", "]", "{", "}", ",", ";", "\r", "\n", "\u{FEFF}", "\0", "é", "1e", "\\u12", "<html>"].map {
            Array($0.utf8)
        }
        for seed in 0..<150 {
            var dice = Dice(state: UInt64(seed))
            var document = sample
            for _ in 0...Int.random(in: 0...2, using: &dice) {
                let place = Int.random(in: 0..<max(1, document.count), using: &dice)
                let end = min(document.count, place + Int.random(in: 0...4, using: &dice))
                switch Int.random(in: 0...3, using: &dice) {
                case 0: document.replaceSubrange(place..<end, with: pieces.randomElement(using: &dice) ?? [])
                case 1: document.insert(UInt8.random(in: 0...255, using: &dice), at: place)
                case 2: document.removeSubrange(place..<end)
                default: document.insert(contentsOf: document[place..<min(document.count, place + 30)], at: place)
                }
            }
            let whole = outcome(of: document, board) { document.count }
            for most in [1, 3, 40] {
                let cut = outcome(of: document, board) { Int.random(in: 1...most, using: &dice) }
                #expect(cut == whole, "seed \(seed), pieces of at most \(most) bytes")
            }
        }
    }

    private func outcome(of document: [UInt8], _ board: Board, _ length: () -> Int) -> Outcome {
        var run = board.extractor.begin()
        var outcome = Outcome()
        do {
            var start = 0
            while start < document.count {
                let end = min(document.count, start + max(1, length()))
                try run.append(Array(document[start..<end])) { outcome.rows.append($0) }
                start = end
            }
            try run.finish { outcome.rows.append($0) }
        } catch {
            outcome.error = error as? ExtractionError ?? ExtractionError(.limit, "foreign: \(error)")
        }
        return outcome
    }
}
