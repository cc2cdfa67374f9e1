import Foundation
import Localisation
import Records
import Testing

@testable import BoardPages
@testable import ListPages
@testable import Serving
@testable import Web

@Suite("Lookup view")
struct LookupViewTests {
    @Test("a hostile needle, record, source and failure are shown as text, never as markup")
    func escapesHostileText() {
        let attack = "\"'><script>alert(1)</script>"
        let page = LookupView(reader: Reader()).page(
            Samples.asked { model in
                model.boardName = attack
                model.title = attack
                model.about = attack
                model.needle = attack
                model.field.label = attack
                model.field.hint = attack
                model.rows = [FoundRow(record: Record([.text(attack), .text(attack), .url("https://x/\(attack)")]))]
                model.failure = FetchFailure(reason: SourceFailure(.other, message: attack), at: Samples.morning)
                model.history = [
                    HistoryEntry(change: .altered(before: Samples.record(attack), after: Samples.record("Ready")), seen: Samples.morning)
                ]
                model.source.url = "https://embassy.example/\(attack)"
            }, assets: "/static/\(attack)"
        ).text
        #expect(!page.contains("<script>"))
        #expect(!page.contains("\"'>"))
        #expect(page.contains("&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"))
    }

    @Test("a source that is not on the web is named and not linked")
    func linksOnlyTheWeb() {
        let html = Samples.region(.source, of: Samples.asked { $0.source.url = "javascript:alert(1)" })
        #expect(html.contains("javascript:alert(1)"))
        #expect(!html.contains("href=\"javascript"))
    }

    @Test("every region stands in the page exactly as it is sent alone", arguments: Samples.states)
    func regionsArePartsOfThePage(model: LookupModel) {
        let page = LookupView(reader: Reader()).page(model, assets: "/static/1").text
        let regions = LookupView(reader: Reader()).regions(model)
        #expect(
            regions.map(\.id) == [
                "lookup-problem", "lookup-progress", "lookup-result", "lookup-watch", "lookup-updated", "lookup-history",
                "lookup-source",
            ])
        for region in regions {
            let holders = page.components(separatedBy: "id=\"\(region.id)\"")
            #expect(holders.count == 2)
            #expect(holders.last?.drop { $0 != ">" }.dropFirst().hasPrefix("\(region.html.text)</") == true)
        }
    }

    @Test("no script and no style stands in the page", arguments: Samples.states)
    func hasNothingInline(model: LookupModel) {
        for page in [
            LookupView(reader: Reader()).page(model, assets: "/static/1"),
            HomeView(reader: Reader()).page(HomeModel(cards: [], total: 0), assets: "/static/1"),
        ] {
            #expect(!page.text.contains(/<style|\sstyle=|\son[a-z]+=|javascript:|<script(?![^>]*\ssrc="\/static)[^>]*>/.ignoresCase()))
            #expect(!page.text.contains(/(?:src|href)="(?:https?:)?\/\/(?!embassy\.example)/))
        }
    }

    // MARK: Progress

    @Test("a known length gives the bar its share and says both amounts")
    func knownLength() {
        let progress = FetchProgress(receivedBytes: 1_200_000, totalBytes: 2_100_000, bytesPerSecond: 410_000, matches: 1)
        let html = Samples.region(.progress, of: Samples.asked { ($0.isRunning, $0.progress) = (true, progress) })
        #expect(html.contains("max=\"2100000\" value=\"1200000\""))
        #expect(html.contains(">1.2 MB of 2.1 MB · 410 kB/s · 1 match so far<"))
    }

    @Test("an unknown or impossible length never gives a share", arguments: [nil, 0, 1_199_999, -1])
    func unknownLength(total: Int?) {
        let progress = FetchProgress(receivedBytes: 1_200_000, totalBytes: total)
        let html = Samples.region(.progress, of: Samples.asked { ($0.isRunning, $0.progress) = (true, progress) })
        #expect(html.contains("<progress"))
        #expect(!html.contains("value="))
        #expect(!html.contains("max="))
        #expect(!html.contains("%"))
        #expect(html.contains(">1.2 MB<"))
    }

    @Test("bar, disabled button and reload are there only while the source is read")
    func onlyWhileRunning() {
        let still = LookupView(reader: Reader()).page(Samples.asked { $0.progress = FetchProgress(receivedBytes: 5) }, assets: "").text
        #expect(!still.contains("<progress"))
        #expect(!still.contains(" disabled"))
        #expect(!still.contains("http-equiv"))
        let running = LookupView(reader: Reader()).page(Samples.asked { $0.isRunning = true }, assets: "").text
        #expect(running.contains("<progress"))
        #expect(running.contains("data-submit disabled"))
        #expect(running.contains("<noscript><meta http-equiv=\"refresh\" content=\"2\"></noscript>"))
        // A reload would show the number that was looked up before, without the reason for the refusal.
        let refused = Samples.asked { ($0.isRunning, $0.problem) = (true, "It has 11 digits.") }
        #expect(!LookupView(reader: Reader()).page(refused, assets: "").text.contains("http-equiv"))
    }

    // MARK: Answer

    @Test("a number without a row is said to be not found, in these words")
    func notFound() {
        #expect(Samples.region(.result, of: Samples.asked()).contains(">This batch number isn’t on the list.<"))
    }

    @Test("not found is not said before the list has been read to its end")
    func notFoundOnlyAtTheEnd() {
        let running = Samples.region(.result, of: Samples.asked { $0.isRunning = true })
        let neverRead = Samples.region(
            .result,
            of: Samples.asked {
                ($0.updated, $0.failure) = (nil, FetchFailure(reason: SourceFailure(.other, message: "Could not"), at: Samples.morning))
            })
        let nothingAsked = Samples.region(.result, of: Samples.lookup)
        for html in [running, neverRead, nothingAsked] { #expect(!html.contains("isn’t on the list")) }
    }

    @Test("every row of the number is shown, in the document's order")
    func showsEveryRowInOrder() throws {
        let html = Samples.region(
            .result,
            of: Samples.asked { model in
                model.rows = ["Zeta", "Alpha", "Alpha", "Mid"].map { FoundRow(record: Samples.record($0)) }
            })
        let statuses = html.matches(of: /ticket-status"><bdi>([^<]*)</).map { String($0.1) }
        #expect(statuses == ["Zeta", "Alpha", "Alpha", "Mid"])
        #expect(html.components(separatedBy: "<time datetime=\"2012-03-07\">7 Mar 2012</time>").count == 5)
    }

    @Test("only a row that is not yet certain is marked")
    func marksProvisionalRows() {
        let certain = FoundRow(record: Samples.record("Ready"))
        let uncertain = FoundRow(record: Samples.record("Ready"), isProvisional: true)
        #expect(!Samples.region(.result, of: Samples.asked { $0.rows = [certain] }).contains("confirming"))
        #expect(
            Samples.region(.result, of: Samples.asked { $0.rows = [certain, uncertain] }).components(separatedBy: "confirming").count
                == 2)
    }

    @Test("a record shorter than its schema is shown with a gap")
    func survivesShortRecords() {
        let html = Samples.region(.result, of: Samples.asked { $0.rows = [FoundRow(record: Record([.text("20121456171")]))] })
        #expect(html.contains("ticket-status\">–<"))
    }

    @Test("a failed reading is told with its reason, and the last rows stay")
    func keepsRowsAfterFailure() {
        let model = Samples.asked { model in
            model.rows = [FoundRow(record: Samples.record("Ready"))]
            model.failure = FetchFailure(
                reason: SourceFailure(.other, message: "Could not reach embassy.example: connection refused"),
                at: Samples.morning + .seconds(60))
        }
        let notice = Samples.region(.progress, of: model).replacing(/<[^>]*>/, with: "")
        #expect(notice == "Could not reach embassy.example: connection refused. You’re seeing the version from today 10:02 UTC.")
        #expect(Samples.region(.result, of: model).contains("Ready"))
    }

    @Test("a failed reading does not speak of rows where nothing was asked")
    func failureAlone() {
        let html = Samples.region(
            .progress,
            of: Samples.lookup.with { $0.failure = FetchFailure(reason: SourceFailure(.other, message: "Could not"), at: Samples.morning) })
        #expect(html.replacing(/<[^>]*>/, with: "").trimmingWhitespace() == "Could not.")
    }

    @Test("a refused number is kept in the field, marked, and not followed")
    func refused() {
        let page = LookupView(reader: Reader()).page(
            Samples.lookup.with {
                $0.needle = "2012"
                $0.problem = "That is too short."
            }, assets: ""
        ).text
        #expect(page.contains("value=\"2012\""))
        #expect(page.contains("aria-invalid=\"true\""))
        #expect(page.contains("That is too short."))
        #expect(!page.contains("needle=\"2012\""))
    }

    // MARK: History and source

    @Test("an altered record shows only the fields that differ, before and after")
    func altered() {
        let change = Change.altered(before: Samples.record("Refused"), after: Samples.record("Ready"))
        let html = Samples.region(.history, of: Samples.asked { $0.history = [HistoryEntry(change: change, seen: Samples.morning)] })
        #expect(html.contains("<del><bdi>Refused</bdi></del>"))
        #expect(html.contains("<ins><bdi>Ready</bdi></ins>"))
        #expect(!html.contains("<dt>Date</dt>"))
        #expect(html.contains("<time datetime=\"2012-03-07T10:02:00Z\">7 Mar 2012, 10:02 UTC</time>"))
    }

    @Test("without history the region is empty to the last blank")
    func noHistory() {
        #expect(Samples.region(.history, of: Samples.asked()) == "")
    }

    @Test("the source says where, how often and how much, and links the rows of this number")
    func source() {
        let html = Samples.region(.source, of: Samples.asked { $0.needle = "a&b c" })
        #expect(html.contains("<a id=\"source-address\" href=\"https://embassy.example/list.pdf\""))
        #expect(html.contains("every hour"))
        #expect(html.contains("31,204"))
        #expect(html.contains("href=\"/api/v1/boards/visa/records?batch=a%26b%20c\""))
    }
}

@Suite("Home and error views")
struct HomeViewTests {
    @Test("a tile leads to its board and says the news or the health, and a visitor's number is a card")
    func tiles() {
        let cards = [
            HomeCard(
                name: "visa", title: "Visa <status>", about: "About.",
                news: .mine(needle: "20121456171", rows: [Samples.record("Administrative Processing")], schema: Samples.schema),
                health: .fresh(updated: Samples.morning)),
            HomeCard(
                name: "fuel", title: "Fuel", about: "About.", news: .changes(count: 1, at: Samples.morning),
                health: .failing(lastRead: Samples.morning)),
            HomeCard(name: "contacts", title: "Contacts", about: "About.", health: .failing(lastRead: nil)),
        ]
        let page = HomeView(reader: Reader()).page(HomeModel(cards: cards, total: cards.count), assets: "/static/1").text
        let words = page.replacing(/<[^>]*>/, with: "")
        #expect(page.contains("href=\"/boards/visa\"><bdi>Visa &lt;status&gt;</bdi></a>"))
        #expect(words.contains("Visa &lt;status&gt; · Batch number 20121456171 Administrative Processing7 Mar 2012"))
        #expect(words.contains("Can’t reach the source. Last successful check: 7 Mar 2012, 10:02 UTC"))
        // Of a source that was never read there is no such time.
        #expect(words.matches(of: /Can’t reach the source/).count == 2)
        #expect(words.matches(of: /Last successful check/).count == 1)
        #expect(!words.contains("row changed"))
    }

    @Test("of a board that can be read a tile says what changed, and how many rows there are is no news")
    func news() {
        func note(_ news: HomeNews?, changed: Timestamp? = nil) -> String {
            var card = HomeCard(name: "fuel", title: "Fuel", about: "", news: news, health: .fresh(updated: Samples.morning))
            card.changed = changed
            let page = HomeView(reader: Reader()).page(HomeModel(cards: [card], total: 1), assets: "/static/1").text
            return String(page.firstMatch(of: /<p class="tile-note figures">(.*)<\/p>/)?.1 ?? "").replacing(/<[^>]*>/, with: "")
        }
        #expect(note(.changes(count: 1, at: Samples.morning)) == "1 row changed · 7 Mar 2012, 10:02 UTC")
        #expect(note(nil, changed: Samples.morning) == "Changed 7 Mar 2012, 10:02 UTC")
        #expect(note(nil) == "Updated 7 Mar 2012, 10:02 UTC")
    }

    @Test("an error page says the status, the message and the way back", arguments: [400, 404, 422, 429, 500, 503])
    func error(status: Int) {
        let page = ErrorView(words: .english).page(status: status, message: "<Because>", assets: "/static/1").text
        #expect(page.contains("\(status)"))
        #expect(page.contains("&lt;Because&gt;"))
        #expect(page.contains("href=\"/\""))
    }

    @Test("a form that could not be stored is on the page with what was typed, but for passwords")
    func unsent() {
        let fields = ["note": "<a>\nb", "current": "secret"]
        let page = ErrorView(words: .english).unsent(fields, to: "/account/settings?a=1", message: "Because.", assets: "/static/1").text
        #expect(page.contains("Because."))
        #expect(page.contains("<form class=\"form\" method=\"post\" action=\"/account/settings?a=1\">"))
        #expect(page.contains("<input type=\"hidden\" name=\"note\" value=\"&lt;a&gt;\nb\">"))
        #expect(page.contains("name=\"current\" type=\"password\" value=\"\""))
        #expect(!page.contains("secret"))
    }
}

extension Samples {
    static let states: [LookupModel] = [
        lookup, asked(), lookup.with { ($0.needle, $0.problem) = ("2012", "Too short.") },
        asked { ($0.isRunning, $0.progress) = (true, FetchProgress(receivedBytes: 5, totalBytes: 10, matches: 0)) },
        asked { ($0.isRunning, $0.updated) = (true, nil) },
        asked { model in
            model.rows = [FoundRow(record: record("Ready")), FoundRow(record: record("Sent"), isProvisional: true)]
            model.failure = FetchFailure(reason: SourceFailure(.other, message: "Could not reach embassy.example: timed out"), at: morning)
            model.source.next = morning
            model.history = [
                HistoryEntry(change: .gone(record("Ready")), seen: morning),
                HistoryEntry(change: .altered(before: record("Ready"), after: record("Sent")), seen: morning),
                HistoryEntry(change: .appeared(record("Ready")), seen: morning),
            ]
        },
    ]
}

extension LookupModel {
    func with(_ change: (inout Self) -> Void) -> Self {
        var model = self
        change(&model)
        return model
    }
}
