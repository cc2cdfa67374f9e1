import Foundation
import Localisation
import Records
import Serving
import Testing

@testable import Discovery
@testable import NewBoardPages

@Suite("Where a person has pointed on a page, and what is at hand of it") struct PointingTests {
    @Test("two texts are the rows, further ones are fields; the same again is taken back")
    func taps() throws {
        var pointing = try #require(Pointing(["found": "3"]))
        for number in [7, 7, 7, 12] { pointing.tap(number) }
        #expect(pointing.rows == [7, 12])
        #expect(pointing.toggled == [])
        for number in [20, 30, 20, 7] { pointing.tap(number) }
        #expect(pointing.address == "/new-board/point?found=3&rows=7,12&fields=30,7")
        for number in 0..<1000 { pointing.tap(number + 100) }
        #expect(pointing.toggled.count == 60)
    }

    @Test("one value is a text, a way to read it and what was typed; the next tap is another text")
    func value() throws {
        var pointing = try #require(Pointing(["found": "3", "rows": "7", "value": "9", "way": "2", "said": " 5 € "]))
        #expect(pointing.only(12, way: 1).address == "/new-board/point?found=3&value=12&way=1&said=5%20%E2%82%AC")
        pointing.tap(30)
        #expect(pointing.value == 30)
        #expect(pointing.way == 0)
        #expect(pointing.said == "")
        #expect(pointing.rows == [7])
        #expect(Pointing(["found": "3", "said": String(repeating: "x", count: 5000)])?.said.count == Pointing.saidLength)
    }

    @Test("the page's address stays with all that is selected, and leads back to the form when the page has expired")
    func expired() throws {
        var pointing = try #require(Pointing(["found": "3", "address": "https://a.example/?b=1"]))
        pointing.tap(7)
        #expect(pointing.address == "/new-board/point?found=3&rows=7&address=https%3A%2F%2Fa.example%2F%3Fb%3D1")
        #expect(pointing.only(12).source == pointing.source)
        #expect(pointing.cleared == Pointing(found: 3, of: "https://a.example/?b=1"))
        let frame = PointedFrame.expired(pointing.source, .english, "/static/x").text
        #expect(frame.contains("These results have expired. Search again."))
        #expect(frame.contains("<a href=\"/new-board?address=https%3A%2F%2Fa.example%2F%3Fb%3D1\" target=\"_top\">Add a board</a>"))
    }

    @Test("an address that says anything else is read as far as it goes")
    func addresses() throws {
        #expect(Pointing([:]) == nil)
        #expect(Pointing(["found": "x"]) == nil)
        let pointing = try #require(Pointing(["found": "1", "rows": "1,x,99999999999999999999,2,3", "fields": ",,4"]))
        #expect(pointing.rows == [1])
        #expect(pointing.toggled == [4])
    }

    @Test("what was found longest ago goes when all of it is too large, but never the last")
    func shelf() {
        let shelf = Shelf<[UInt8]>(byteLimit: 100) { $0.count }
        func keep(_ person: Person.ID, _ bytes: Int) -> Int {
            var number = 0
            _ = shelf.keep(for: person) { given in
                number = given
                return [UInt8](repeating: 0, count: bytes)
            }
            return number
        }
        let (first, second) = (keep(1, 40), keep(2, 40))
        let third = keep(3, 40)
        #expect(shelf.found(first, for: 1) == nil)
        #expect(shelf.found(second, for: 2) != nil)
        #expect(shelf.found(third, for: 3) != nil)
        let large = keep(4, 500)
        #expect(shelf.found(large, for: 4)?.count == 500)
        #expect(shelf.found(third, for: 3) == nil)
        shelf.change(large, for: 4) { $0 = [1] }
        shelf.change(third, for: 4) { $0 = [2] }
        #expect(shelf.found(large, for: 4) == [1])
        #expect(shelf.found(large, for: 3) == nil)
    }

    @Test("a person's last results are there, and no one else's")
    func former() {
        let shelf = Shelf<String>(own: 3)
        func keep(_ person: Person.ID, _ text: String) -> Int {
            var number = 0
            _ = shelf.keep(for: person) { given in
                number = given
                return text
            }
            return number
        }
        let other = keep(2, "other")
        let numbers = ["a", "b", "c", "d"].map { keep(1, $0) }
        #expect(numbers.map { shelf.found($0, for: 1) } == [nil, "b", "c", "d"])
        #expect(shelf.found(other, for: 1) == nil)
        #expect(shelf.found(other, for: 2) == "other")
        #expect(shelf.take(numbers[2], for: 1) == "c")
        #expect(numbers.map { shelf.found($0, for: 1) } == [nil, "b", nil, "d"])
    }

    @Test("texts of the page are escaped, and its language is one or isn't said")
    func frame() throws {
        let html = "<p title='x'>&lt;script&gt;a</p><ul><li><b>&amp;lt;b&gt;</b></li></ul>"
        let page = try #require(try PagePicking(Array("<!doctype html><html><body>\(html)</body></html>".utf8), address: nil))
        let pointing = try #require(Pointing(["found": "1"]))
        func written(_ language: String?) -> String {
            PointedFrame(page: page.shown(), language: language, pointing: pointing, words: .english).html("/static/x").text
        }
        #expect(written("de-CH").contains("<html lang=\"de-CH\">"))
        #expect(written("en\"><script>").contains("<html>"))
        #expect(written(nil).contains("&lt;script&gt;a</button>"))
        #expect(written(nil).contains("&amp;lt;b&gt;</button>"))
        #expect(!written(nil).contains("<script"))
        #expect(!written(nil).contains("title='x'"))
    }
}
