import Foundation
import Markup
import Testing

/// Small documents with random changes; for more, run `TIDINGS_MUTATIONS=20000 swift test --filter MutationTests`.
///
/// Nothing may trap, the result must not depend on chunk boundaries, and memory must not grow with the number of documents.
@Suite
struct MutationTests {
    @Test("mutated documents trap nowhere, and mean the same however they are cut")
    func mutations() throws {
        let seeds = WellFormed.documents.map { Array($0.document.utf8) } + NotWellFormed.documents.map { Array($0.document.utf8) }
        let pieces = seeds.map { Array($0.prefix(24)) }
        var chance = Chance(state: 1)
        var (read, differing, memoryAtTenth) = (0, 0, 0)
        for number in 0..<Mutations.count {
            var document = seeds[chance.below(seeds.count)]
            for _ in 0..<1 + chance.below(4) { mutate(&document, pieces, &chance) }
            let whole = outcome(document, cut: max(1, document.count))
            if whole != nil { read += 1 }
            for cut in [1, 1 + chance.below(9)] where outcome(document, cut: cut) != whole {
                differing += 1
                print("differs at cut \(cut): \(String(decoding: document, as: UTF8.self))")
            }
            if let tree = try? Document(xml: document) { _ = try tree.evaluate(XPath("string(//a[last()]/@*)")) }
            if let page = try? Document(html: document) { _ = try page.evaluate(XPath("//*[contains(., 'x')]")) }
            if number == Mutations.count / 10 { memoryAtTenth = residentKilobytes() }
        }
        print(
            "\(Mutations.count) mutations: \(read) read, \(differing) depend on the cut; memory \(memoryAtTenth) kB, at the end \(residentKilobytes()) kB"
        )
        #expect(differing == 0)
        // For the whole process, in which other tests run too unless mutations are requested.
        if Mutations.isAskedFor { #expect(residentKilobytes() < memoryAtTenth + 20_000) }
    }

    /// The rows' texts; nil if the document was rejected.
    private func outcome(_ document: [UInt8], cut: Int) -> [String]? {
        var texts: [String] = []
        do {
            let reader = try MarkupReader(rows: RowPath("//a | /r/b[@c]"))
            for start in stride(from: 0, to: document.count, by: cut) {
                try reader.append(Array(document[start..<min(start + cut, document.count)])) {
                    texts.append($0.text + "\($0.attributes.count)")
                }
            }
            try reader.finish { texts.append($0.text + "\($0.attributes.count)") }
            return texts
        } catch {
            return nil
        }
    }

    @Test("a mutated page gives the nodes of libxml2's tree")
    func pages() throws {
        let seeds = HTMLTreeTests.pages.map { Array($0.utf8) }
        let pieces = seeds.map { Array($0.prefix(24)) } + seeds.map { Array($0.suffix(16)) }
        var chance = Chance(state: 2)
        for _ in 0..<Mutations.count {
            var page = seeds[chance.below(seeds.count)]
            for _ in 0..<1 + chance.below(6) { mutate(&page, pieces, &chance) }
            let differences = try HTMLTreeTests.differences(page)
            #expect(differences == [], "\(String(decoding: page, as: UTF8.self))")
        }
    }

    private func mutate(_ document: inout [UInt8], _ pieces: [[UInt8]], _ chance: inout Chance) {
        let at = chance.below(document.count + 1)
        switch chance.below(5) {
        case 0 where at < document.count: document[at] = UInt8(chance.below(256))
        case 1 where at < document.count: document.remove(at: at)
        case 2: document.insert(contentsOf: Array("<>&;'\"[]!-?/= ax:%#".utf8).shuffled(using: &chance).prefix(1), at: at)
        case 3: document.insert(contentsOf: pieces[chance.below(pieces.count)], at: at)
        default: document.removeSubrange(at..<min(document.count, at + chance.below(6)))
        }
    }

    private func residentKilobytes() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
}

/// A few in each run, or the number in `TIDINGS_MUTATIONS`.
enum Mutations {
    static let count = ProcessInfo.processInfo.environment["TIDINGS_MUTATIONS"].flatMap { Int($0) } ?? 500
    static let isAskedFor = ProcessInfo.processInfo.environment["TIDINGS_MUTATIONS"] != nil
}
