import Localisation
import Records
import Testing

@testable import BoardPages
@testable import ListPages
@testable import Serving
@testable import Web

@Suite("The list view")
struct ListViewTests {
    private func page(_ model: ListModel) -> String { ListView(reader: Reader()).page(model, assets: "/static/x").text }

    @Test("a row has its picture through this server, its name, what is said besides, and leads to its page")
    func row() {
        let people = People.stored(["Ada <b>Okafor"], photo: "https://directory.example/1.png", place: "Harbour & Road")
        let html = page(People.model(Listing(people, People.shape)))
        #expect(html.contains("href=\"/boards/contacts/records/100\" data-sheet=\"record\""))
        #expect(html.contains("<img data-src=\"/boards/contacts/records/100/photo?v="))
        #expect(html.contains("<noscript><img src=\"/boards/contacts/records/100/photo?v="))
        #expect(html.contains("loading=\"lazy\""))
        #expect(html.contains("<bdi>Ada &lt;b&gt;Okafor</bdi>"))
        #expect(html.contains("<span class=\"row-label\">Office</span> <bdi>Harbour &amp; Road</bdi>"))
        #expect(!html.contains("https://directory.example/1.png"))
    }

    @Test("a row without a picture has its initials")
    func initials() {
        let html = page(People.model(Listing(People.stored(["Ada Okafor"]), People.shape)))
        #expect(html.contains("aria-hidden=\"true\">AO</span>"))
        #expect(!html.contains("<img"))
    }

    @Test("a long list without a script has pages")
    func pages() {
        let people = People.stored((0..<450).map { "Person \($0)" })
        let html = page(People.model(Listing(people, People.shape, from: 200)))
        #expect(html.contains("<a rel=\"prev\" href=\"/boards/contacts\">"))
        #expect(html.contains("<a rel=\"next\" href=\"/boards/contacts?from=400\">"))
        #expect(html.contains("201–400 of 450"))
    }

    @Test("a search keeps its words, says how many it found, and with none the way back to all")
    func search() {
        let people = People.stored(["Ada", "Bo"])
        let some = page(People.model(Listing(people, People.shape, query: "\"ada\"")))
        #expect(some.contains("value=\"&quot;ada&quot;\""))
        let none = page(People.model(Listing(people, People.shape, query: "zz")))
        #expect(none.contains("0 of 2 rows"))
        #expect(none.contains("Nothing matches “<bdi>zz</bdi>”"))
        #expect(none.contains("<a href=\"/boards/contacts\">Show all</a>"))
    }

    @Test("watches on parts of a list are beside the offer to watch it: the only one, or how many there are")
    func partlyWatched() {
        func watch(_ id: Int64) -> Watch {
            let settings = Watch.Settings(.field("name", .changed), channels: [])
            return Watch(id: id, person: 1, board: "contacts", feed: 1, settings: settings, created: Samples.morning, zone: nil)
        }
        func shown(_ watches: [Watch]) -> String {
            var model = People.model(Listing(People.stored(["Ada"]), People.shape))
            (model.frame.canWatch, model.frame.otherWatches) = (true, watches)
            return page(model)
        }
        #expect(!shown([]).contains(">Watching<"))
        let one = shown([watch(7)])
        #expect(one.contains(#"<a class="quiet-link" href="/watches/7">Watching</a>"#))
        #expect(one.contains("Tell me when it changes"))
        #expect(shown([watch(7), watch(8)]).contains(#"<a class="quiet-link" href="/watches">2 watches</a>"#))
    }

    @Test("an empty list, one never read and one that is being read each say so")
    func empty() {
        let nobody = Listing([], People.shape)
        #expect(page(People.model(nobody)).contains("The list is empty. Its rows appear here after the next check."))
        #expect(page(People.model(nobody, status: ReadingStatus())).contains("No rows yet."))
        let running = page(People.model(nobody, status: ReadingStatus(isRunning: true)))
        #expect(running.contains("data-reading"))
        #expect(running.contains("http-equiv=\"refresh\""))
        #expect(!running.contains("No rows yet."))
    }

    @Test("a failed reading says why, and from when that is which is shown")
    func failure() {
        let status = ReadingStatus(
            failure: FetchFailure(reason: SourceFailure(.other, message: "Could not reach it"), at: Samples.morning),
            updated: Samples.morning)
        let html = page(People.model(Listing(People.stored(["Ada"]), People.shape), status: status))
        #expect(html.contains("<bdi>Could not reach it.</bdi> You’re seeing the version from"))
    }

    @Test("no style and no script stands in the page, and nothing from elsewhere")
    func policy() {
        let html = page(People.model(Listing(People.stored(["Ada"], photo: "https://directory.example/1.png"), People.shape)))
        #expect(!html.contains("style="))
        #expect(!html.contains("<style"))
        #expect(!html.contains("<script>"))
        #expect(!html.contains("src=\"http"))
    }
}

@Suite("The detail view")
struct DetailViewTests {
    @Test("every field that came is shown with its label, in its order, recognised for what it is")
    func everything() throws {
        let html = DetailView(reader: Reader()).article(People.detail(.answered(asOf: nil), [People.ada])).text
        let labels = html.matches(of: /<dt>([^<]*)/).map { String($0.1).trimmingWhitespace() }
        #expect(
            labels == [
                "Contact ID", "Name", "Job title", "Phone", "Phone", "Email", "Address street", "Address city", "Birthday", "Website",
            ])
        #expect(html.contains("<dd><a href=\"tel:+15550117\"><bdi>+1-555-0117</bdi></a></dd>"))
        #expect(html.contains("<span class=\"detail-note\">mobile</span>"))
        #expect(html.contains("href=\"mailto:ada.okafor@example.org\""))
        #expect(html.contains("<time datetime=\"1984-02-29\">29 Feb 1984</time>"))
        #expect(html.contains("<a href=\"https://okafor.example/\" rel=\"noopener noreferrer nofollow\">"))
    }

    @Test("what is stored is said only where the service does not say it too")
    func own() {
        #expect(People.detail(.answered(asOf: nil), [People.ada]).own.isEmpty)
        #expect(People.detail(.failed("it is down")).own.map(\.name) == ["id"])
    }

    @Test("while the service is asked, when it fails and when it knows nobody, what is stored is shown and the rest is said")
    func states() {
        let waiting = DetailView(reader: Reader()).article(People.detail(.waiting)).text
        #expect(waiting.contains("class=\"detail is-waiting\""))
        #expect(waiting.contains("Loading more…"))
        let failed = DetailView(reader: Reader()).article(People.detail(.failed("answered <503>"))).text
        #expect(failed.contains("Tidings couldn’t read more: <bdi>answered &lt;503&gt;</bdi>."))
        #expect(failed.contains("data-again>Try again"))
        #expect(failed.contains("From the list of"))
        #expect(DetailView(reader: Reader()).article(People.detail(.notFound)).text.contains("The source no longer has this row."))
        let kept = DetailView(reader: Reader()).article(People.detail(.answered(asOf: Samples.morning), [People.ada])).text
        #expect(kept.contains("As of <relative-time><time datetime=\"2012-03-07T10:02:00Z\">"))
    }
}

@Suite("Values that are recognised")
struct RecognisedValueTests {
    @Test("an address of a person is one", arguments: ["a@b.example", "ada.okafor+x@mail.example.org"])
    func email(text: String) { #expect(RecognisedValue(text, named: "contact") == .email(text)) }

    @Test("what only looks like one is text", arguments: ["a@b", "a@@b.org", "a b@c.org", "a@b.org, c@d.org", "<a@b.org>", "@b.org"])
    func noEmail(text: String) { #expect(RecognisedValue(text, named: "email") == .text(text)) }

    @Test("a telephone is known by its name", arguments: ["phone", "mobile_number", "homePhone", "contact.tel", "FAX", "workphone"])
    func phone(name: String) { #expect(RecognisedValue("+1 (555) 01-17", named: name) == .phone("+1 (555) 01-17")) }

    @Test(
        "a number of another name, and words in a telephone's place, are text",
        arguments: [("555-0117", "id"), ("ask Bo", "phone"), ("12", "phone"), ("555-0117", "hotel")])
    func noPhone(text: String, name: String) { #expect(RecognisedValue(text, named: name) == .text(text)) }

    @Test(
        "only the web's addresses are links",
        arguments: [
            ("https://a.example/x", true), ("HTTP://a.example", true), ("javascript:alert(1)", false), ("https://", false),
            ("see https://a.example", false), ("data:text/html,x", false),
        ])
    func links(text: String, isLink: Bool) { #expect(RecognisedValue(text, named: "url") == (isLink ? .link(text) : .text(text))) }

    @Test("dates and moments are, in ISO 8601")
    func dates() {
        #expect(RecognisedValue("2012-03-07", named: "x").text == "2012-03-07")
        #expect(RecognisedValue("2012-03-07T10:02:00Z", named: "x") == .moment(Samples.morning))
        #expect(RecognisedValue("2012-13-07", named: "x") == .text("2012-13-07"))
    }

    @Test("what is dialled has no letters, and a mailto link no headers of somebody else's")
    func links() {
        #expect(RecognisedValue.dialled("+44 (0)20 7946-0018 ext. 5") == "+4402079460018")
        #expect(RecognisedValue.encoded("a?bcc=x&y@b.example") == "a%3Fbcc%3Dx%26y@b.example")
    }
}
