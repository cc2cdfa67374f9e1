import Extraction
import Foundation
import Records
import Testing

/// Known values, written in some legal form and read back: they come as they were, however the document is cut. `Scripts/fuzz --values SECONDS`
/// does so for longer, with other dice.
@Suite("What is written is what is read") struct WrittenFormsTests {
    /// What went wrong with one document; nil if nothing did.
    private func fault(_ form: WrittenForm, cut: Int) -> String? {
        do {
            let rows = try Declared(form.extract, form.fields).texts(of: form.document, cut: cut)
            return rows == form.rows ? nil : "read \(rows), written \(form.rows)"
        } catch {
            return "\(error)"
        }
    }

    private func check(_ kind: (name: String, make: @Sendable (inout Dice) -> WrittenForm), seed: UInt64) {
        var dice = Dice(state: seed)
        let form = kind.make(&dice)
        let cut = dice.one(of: [1, 2, 3, 7, 4096])
        guard let fault = fault(form, cut: cut) else { return }
        Issue.record(
            "\(kind.name), seed \(seed): \(fault)\n\(form.extract)\n\(form.fields)\n\(String(decoding: form.document, as: UTF8.self))")
    }

    @Test("known values in any form come as they are", arguments: WrittenForm.kinds.indices)
    func sample(kind: Int) {
        for seed in 0..<60 as Range<UInt64> { check(WrittenForm.kinds[kind], seed: seed) }
    }

    @Test("a text is a number by the grammar of its format, or none")
    func grammar() throws {
        var dice = Dice(state: 4711)
        for _ in 0..<4000 { try compare(&dice) }
    }

    /// Holds a random text against the same grammar as a regular expression.
    private func compare(_ dice: inout Dice) throws {
        let (decimal, group) = dice.one(of: [(".", ","), (",", "."), (",", " ")] as [(Character, Character)])
        let text = dice.word("0123456789.,, .-\u{2212}", 1...9)
        let format = NumberFormat(decimal: decimal, group: group)
        let (point, mark) = (decimal == "." ? "\\." : ",", group == "." ? "\\." : "\(group)")
        let grammar = try Regex("[-\u{2212}]?(([1-9][0-9]{0,2}(\(mark)[0-9]{3})+|[0-9]+)(\(point)[0-9]*)?|\(point)[0-9]+)")
        let isNumber = try grammar.wholeMatch(in: text) != nil
        let plain = text.replacing("\(group)", with: "").replacing("\(decimal)", with: ".").replacing("\u{2212}", with: "-")
        let expected = isNumber ? Double(plain.hasSuffix(".") ? plain + "0" : plain.replacing("-.", with: "-0.")) : nil
        #expect(format.number(text) == expected, "“\(text)” with \(decimal) and \(group)")
    }

    @Test(
        "as long as it is asked for", .enabled(if: ProcessInfo.processInfo.environment["TIDINGS_FUZZ_SECONDS"] != nil),
        arguments: WrittenForm.kinds.indices)
    func long(kind: Int) {
        let asked = ProcessInfo.processInfo.environment["TIDINGS_FUZZ_SECONDS"].flatMap { Double($0) } ?? 0
        let end = ContinuousClock.now + .seconds(asked)
        var seed = UInt64.random(in: 1 << 20..<1 << 40)
        while ContinuousClock.now < end {
            check(WrittenForm.kinds[kind], seed: seed)
            seed += 1
        }
    }
}
