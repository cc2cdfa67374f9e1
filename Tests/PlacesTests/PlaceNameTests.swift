import Testing

@testable import Places

@Suite("Names of places") struct PlaceNameTests {
    @Test(
        "what is written differently and means one place is one name",
        arguments: [
            ("MOUNT LAWLEY", "Mt Lawley"), ("Mt. Lawley", "mount  lawley"), ("O’Connor", "OCONNOR"), ("Nth Fremantle", "North Fremantle"),
            ("St James", "SAINT JAMES"), ("Port St. Lucie", "Port Saint Lucie"), ("Żółkiewskiego", "ZOLKIEWSKIEGO"),
            ("Stoke-on-Trent", "Stoke on Trent"),
            ("Île-de-Bréhat", "ILE DE BREHAT"), ("  Perth ", "perth"),
        ])
    func same(_ one: String, _ other: String) {
        #expect(PlaceName.folded(one) == PlaceName.folded(other))
    }

    @Test("a street is no saint, and mt inside of a word no mountain")
    func different() {
        #expect(PlaceName.folded("High St") == "high st")
        #expect(PlaceName.folded("Smtown") == "smtown")
        #expect(PlaceName.folded("…") == "")
    }

    @Test("letters of every script stay, and so do their marks")
    func scripts() {
        #expect(PlaceName.folded("東京") == "東京")
        #expect(PlaceName.folded("दिल्ली") == "दिल्ली")
    }

    @Test("postcodes are one whatever their case, blanks and dashes")
    func postcodes() {
        #expect(PlaceName.foldedPostcode("sw1a 1aa") == PlaceName.foldedPostcode("SW1A1AA"))
        #expect(PlaceName.foldedPostcode("00-950") == "00950")
    }

    private func distance(_ one: String, _ other: String) -> Int? {
        var measure = NameDistance(to: one)
        return Array(other.utf8).withUnsafeBufferPointer { measure.distance(to: $0) }
    }

    @Test("a slip of the pen is told from another name")
    func slips() {
        #expect(distance("oconner", "oconnor") == 1)
        #expect(distance("mandurah", "mandruah") == 1)
        #expect(distance("rockingham", "rokcinghm") == 2)
        #expect(distance("perth", "perth") == 0)
        #expect(distance("perth", "berth") == 1)
        #expect(distance("perth", "bert") == nil)
        #expect(distance("yow", "you") == nil)
        #expect(distance("kwinana", "wanneroo") == nil)
    }
}
