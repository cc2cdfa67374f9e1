import Records
import Storage
import StorageSupport
import Testing

/// The number of statements of a fetch that notifies very many people.
@Suite("Statements of a posting") struct PostingCountTests {
    @Test("2,500 people told by one fetch")
    func many() async throws {
        let count = StatementCount()
        try await StatementCount.$current.withValue(count) {
            let prices = try await Prices()
            var watches: [Watch] = []
            for number in 0..<2500 {
                let person = try await prices.person("Person \(number)")
                _ = try await prices.channel(of: person, "mail")
                watches.append(try await prices.watch(of: person, ["mail"], digest: number.isMultiple(of: 5) ? .daily : .atOnce))
            }
            let telling = Prices.telling(watches) { watch, _ in Prices.time(watch.settings.digest == .atOnce ? 2 : 100) }
            let begun = try await count.during { try await prices.apply([2, 1], at: 2, telling: telling) }
            #expect(begun.count <= 14, "\(begun.count): \(Set(begun).joined(separator: "\n"))")
            #expect(!begun.isEmpty, "\(begun.count): \(Set(begun).joined(separator: "\n"))")
            #expect(try await prices.store.following.claim(by: "email", upTo: 9999, at: Prices.time(2), lease: .seconds(60)).count == 2000)
        }
    }
}
