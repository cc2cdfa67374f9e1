import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Localisation
import Records
import Testing

@testable import Serving
@testable import Web

@Suite("The language of a page") struct ReaderLanguageTests {
    @Test("a page is in the browser's language, says so, and that it depends on who asks")
    func accepted() async throws {
        try await withHouse(try Source()) { house in
            try await house.client { client in
                let german = try await client.get("/", [.acceptLanguage: "de-CH, en;q=0.5"])
                #expect(german.text.contains(#"<html lang="de-CH" dir="ltr""#))
                #expect(german.text.contains("<h1>Tafeln</h1>"))
                #expect(german.headers[.contentLanguage] == "de-CH")
                #expect(german.headers[.vary]?.contains("Accept-Language") == true)
                let arabic = try await client.get("/boards/visa", [.acceptLanguage: "ar"])
                #expect(arabic.text.contains(#"<html lang="ar" dir="rtl""#))
                #expect(try await client.get("/", [.acceptLanguage: "tlh"]).text.contains(#"<html lang="en-GB""#))
            }
        }
    }

    @Test("a language that is asked for in the address is kept, one that is not spoken is not")
    func asked() async throws {
        try await withHouse(try Source()) { house in
            try await house.client { client in
                let asked = try await client.get("/?lang=pl", [.acceptLanguage: "de"])
                #expect(asked.text.contains("<h1>Tablice</h1>"))
                let cookie = try #require(asked.cookie)
                #expect(try await client.get("/", [.acceptLanguage: "de", .cookie: cookie]).text.contains("<h1>Tablice</h1>"))
                let none = try await client.get("/?lang=tlh", [.acceptLanguage: "de"])
                #expect(none.text.contains("<h1>Tafeln</h1>"))
                #expect(none.headers[.setCookie] == nil)
            }
        }
    }

    @Test("an error page is in the reader's language, a program's problem in English")
    func errors() async throws {
        try await withHouse(try Source()) { house in
            try await house.client(of: "Ada") { client in
                let page = try await client.get("/static/none", [.acceptLanguage: "fr"])
                #expect(page.status == .notFound)
                #expect(page.text.contains("Cette page n’existe pas"))
                let problem = try await client.get("/api/v1/boards/none/records", [.acceptLanguage: "fr"])
                #expect(!problem.text.contains("tableau"))
                #expect(!problem.text.contains("Connectez"))
            }
        }
    }

    @Test("what scripts say is a file that may be kept for ever; an old name gets the new one")
    func scripts() async throws {
        try await withHouse(try Source()) { house in
            try await house.client { client in
                let path = ScriptWords.path(for: Words(language: "ar"))
                let file = try await client.get(path)
                #expect(file.headers[.cacheControl]?.contains("immutable") == true)
                #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(file.text.utf8)) }
                #expect(try await client.get("/l10n/ar-old.json").headers[.cacheControl] == "no-cache")
                #expect(try await client.get("/l10n/tlh-old.json").status == .notFound)
            }
        }
    }

    @Test(
        "a zone is one of the database's names",
        arguments: [
            ("Europe/Berlin", "Europe/Berlin"), ("America%2FArgentina%2FBuenos_Aires", "America/Argentina/Buenos_Aires"), ("UTC", "GMT"),
            ("../../etc/passwd", nil), ("/etc/localtime", nil), ("Nowhere/Town", nil), ("", nil), (nil, nil),
        ] as [(String?, String?)])
    func zones(_ cookie: String?, _ zone: String?) {
        #expect(ReaderLanguage.zone(cookie)?.identifier == zone)
    }

    @Test(
        "a time names its zone only if the browser hasn't said which is its own: UTC is one too",
        arguments: [("", "12:00 UTC"), ("tidings_zone=UTC", "12:00"), ("tidings_zone=Europe%2FBerlin", "14:00")])
    func namedZones(_ cookie: String, _ time: String) {
        let head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/", headerFields: [.cookie: cookie])
        let words = ReaderLanguage.words(for: Request(head: head, body: RequestBody(buffer: .init())))
        let noon = Timestamp(milliseconds: 1_783_080_000_000)
        #expect(words.timeOfDay(noon) == time)
        #expect(Words.english.preferring(language: nil, zone: "UTC").timeOfDay(noon) == "12:00")
    }
}

@Suite("Marked phrases") struct MarkedPhraseTests {
    @Test("markup stands as it is, texts and the sentence are escaped")
    func escaped() {
        let html = Words.english.html("<b> \("<i>") by \("<bdi>x</bdi>" as HTML) & \(2)")
        #expect(html.text == "&lt;b&gt; &lt;i&gt; by <bdi>x</bdi> &amp; 2")
    }

    @Test("a text that looks like the place of markup is only text")
    func hostile() {
        let html = Words.english.html("\("\u{0}0\u{0}") and \("<br>" as HTML)")
        #expect(html.text.components(separatedBy: "<br>").count == 2)
    }
}
