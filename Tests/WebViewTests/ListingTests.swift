import Records
import Testing

@testable import BoardPages
@testable import ListPages
@testable import Serving
@testable import Web

@Suite("What a list shows")
struct ListingTests {
    @Test("rows are in order of their names, accents and case aside, those without a letter last")
    func order() {
        let listing = Listing(People.stored(["Zoë", "ödön", "Olga", "山田 花子", "4 Winds", "Ángel", "Bo"]), People.shape)
        #expect(listing.rows.map(\.name) == ["Ángel", "Bo", "ödön", "Olga", "Zoë", "4 Winds", "山田 花子"])
    }

    @Test("as published, rows stand as the source has them")
    func published() {
        let names = ["Zoë", "Olga", "Ángel"]
        #expect(Listing(People.stored(names), People.shape, order: .source).rows.map(\.name) == names)
    }

    @Test("letters stand over a list of some length, and over none that is not in their order")
    func letters() {
        let names = (0..<40).map { "\(["Ada", "Érik", "Émile", "Bo", "7"][$0 % 5]) \($0)" }
        #expect(Set(Listing(People.stored(names), People.shape).rows.compactMap(\.letter)) == ["A", "B", "E", "#"])
        #expect(Listing(People.stored(names), People.shape, order: .source).rows.allSatisfy { $0.letter == nil })
        #expect(Listing(People.stored(["Ada", "Bo", "Cy"]), People.shape).rows.allSatisfy { $0.letter == nil })
        #expect(Listing(People.stored(names.sorted()), People.shape, query: "ada").rows.allSatisfy { $0.letter == nil })
    }

    @Test(
        "every word has to stand in some field, in any case, with or without accents",
        arguments: [
            ("bron", true), ("BRÖNN söhne", true), ("sohne harbour", true), ("bron nobody", false), ("portraits", false), ("1", true),
            ("", true),
        ])
    func search(query: String, isFound: Bool) {
        let people = People.stored(["Brönnimann & Söhne"], photo: "https://directory.example/portraits/1.png", place: "Harbour Road")
        #expect(Listing(people, People.shape, query: query).found == (isFound ? 1 : 0))
    }

    @Test("a long list is cut into pages that lead to each other")
    func pages() {
        let people = People.stored((0..<450).map { "Person \($0)" })
        let first = Listing(people, People.shape)
        #expect((first.rows.count, first.next, first.previous) == (200, 200, nil))
        let last = Listing(people, People.shape, from: 400)
        #expect((last.rows.count, last.next, last.previous) == (50, nil, 200))
        #expect(Listing(people, People.shape, from: 9_999).rows.isEmpty)
        #expect(Listing(people, People.shape, from: -5).from == 0)
        #expect(Listing(people, People.shape, size: 100_000).rows.count == 450)
    }

    @Test(
        "text is folded as the script folds it",
        arguments: [
            ("Straße", "strasse"), ("Łódź", "lodz"), ("ΣΊΣΥΦΟΣ", "σισυφοσ"), ("ﬁn", "fin"), ("İZMİR", "izmir"), ("Ægir Þór", "aegir thor"),
        ])
    func folding(text: String, folded: String) {
        #expect(SearchText.folded(text) == folded)
    }
}

@Suite("Faces")
struct FaceTests {
    @Test(
        "initials are the first letters of the first and the last name",
        arguments: [
            ("Ada Okafor", "AO"), ("ada", "A"), ("Brönnimann & Söhne, Empfang", "BE"), ("山田 花子", "山"), ("", "?"), ("…", "?"),
            ("Jean-Luc O’Neill", "JO"),
        ])
    func initials(name: String, initials: String) {
        #expect(Face(name).initials == initials)
    }

    @Test("the same name has the same colour, and names have many")
    func tones() {
        #expect(Face("Ada Okafor") == Face("Ada Okafor"))
        #expect(Set((0..<500).map { Face("Person \($0)").tone }) == Set(0..<12))
    }

    @Test("a row is named by its heading, and its picture is found by the kind of its field")
    func shape() {
        #expect((People.shape.name, People.shape.picture, People.shape.notes) == (1, 2, [3]))
        let bare = RecordShape(Schema(fields: [Field(name: "price", kind: .number), Field(name: "title", kind: .text)]))
        #expect((bare.name, bare.picture, bare.notes) == (1, nil, [0]))
    }
}
