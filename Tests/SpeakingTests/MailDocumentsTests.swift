import MailReading
import Records
import Testing

@testable import Speaking

@Suite("Documents in mails") struct MailDocumentsTests {
    private func found(_ mail: String) -> [MailDocuments.Found] {
        MailDocuments(ReceivedMail(Array(mail.replacing("\n", with: "\r\n").utf8))).found
    }

    private func text(_ one: MailDocuments.Found?) -> String { String(decoding: one?.bytes ?? [], as: UTF8.self) }

    private func attached(_ type: String, _ name: String, _ body: String) -> String {
        "--b\nContent-Type: \(type)\nContent-Disposition: attachment; filename=\"\(name)\"\n\n\(body)\n"
    }

    private func mixed(_ parts: String...) -> String {
        "Subject: The letter\nContent-Type: multipart/mixed; boundary=b\n\n\(parts.joined())--b--\n"
    }

    private let note = "--b\nContent-Type: text/plain\n\nSee the file.\n"

    @Test("one file that can be read is the document, under the mail's subject; several have their own names")
    func files() throws {
        let pdf = attached("application/octet-stream", "scan.dat", "%PDF-1.4 x")
        let one = found(mixed(note, pdf, attached("image/png", "logo.png", "PNG"), attached("text/calendar", "a.ics", "BEGIN:VCALENDAR")))
        #expect(one.map(\.title) == ["The letter"])
        #expect(text(one.first) == "%PDF-1.4 x")
        let two = found(mixed(note, pdf, attached("text/plain; charset=iso-8859-1", "caf=E9.txt", "Text.")))
        #expect(two.map(\.title) == ["scan", "caf=E9"])
        // A spreadsheet is a ZIP archive too.
        #expect(text(found(mixed(note, attached("application/zip", "a.xlsx", "PK\u{3}\u{4}x"))).first).hasSuffix("See the file."))
        #expect(
            found(mixed(note, attached("application/zip", "a.epub", "PK\u{3}\u{4}x"))).map { DocumentFile.kind(of: $0.bytes) } == [.epub])
    }

    @Test("else its text is, plain or as a page; without words there is none")
    func texts() throws {
        #expect(text(found("Subject: A\nContent-Type: text/plain; charset=utf-8\n\nHällo.").first) == "\u{FEFF}Hällo.")
        let page = found("Content-Type: text/html; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\n<p>H=E4llo.</p>")
        #expect(page.map(\.title) == [""])
        let read = try DocumentFile(page.first?.bytes ?? [])
        #expect(read.kind == .html)
        #expect(String(String.UnicodeScalarView(read.document.text)).contains("Hällo."))
        #expect(found("Subject: A\n\n \n").isEmpty)
        #expect(found("Subject: A\nContent-Type: image/png\n\nx").isEmpty)
    }

    @Test("files that don't become documents are said, with why")
    func passedOver() {
        let mail = mixed(
            note, attached("application/pdf", "a.pdf", "%PDF-1.4 x"), attached("application/zip", "b.xlsx", "PK\u{3}\u{4}x"),
            attached("application/pkcs7-mime", "smime.p7m", "x"))
        let documents = MailDocuments(ReceivedMail(Array(mail.replacing("\n", with: "\r\n").utf8)))
        #expect(documents.found.count == 1)
        #expect(documents.passedOver == [.init(name: "b.xlsx", reason: .kind), .init(name: "smime.p7m", reason: .closed)])
        let many = (0..<DocumentMailbox.Limits.files + 1).map { attached("application/pdf", "\($0).pdf", "%PDF-1.4 \($0)") }.joined()
        let more = MailDocuments(ReceivedMail(Array(mixed(many).replacing("\n", with: "\r\n").utf8)))
        #expect(more.found.count == DocumentMailbox.Limits.files)
        #expect(more.passedOver.map(\.reason) == [.files])
    }

    @Test("after a failure a mailbox is left alone for longer each time, and longer if it refused a password")
    func schedule() {
        #expect(MailboxSchedule.pause(after: nil, failures: 0) == .seconds(300))
        #expect(
            (1...9).map { MailboxSchedule.pause(after: .unreachable, failures: $0) / .seconds(1) } == [
                300, 600, 1200, 2400, 4800, 9600, 19200, 21600, 21600,
            ])
        #expect((1...4).map { MailboxSchedule.pause(after: .login, failures: $0) / .seconds(1) } == [3600, 7200, 14400, 21600])
        #expect(MailboxSchedule.pause(after: .login, failures: .max) == .seconds(21600))
    }
}
