import Testing

@testable import Web

@Suite("A form with a file") struct MultipartFormTests {
    private let type = "multipart/form-data; boundary=----Web\"x".replacing("\"", with: "")

    private func part(_ disposition: String, _ content: String) -> String {
        "------Webx\r\nContent-Disposition: form-data; \(disposition)\r\n\r\n\(content)\r\n"
    }

    private func read(_ body: String, cut: Int = .max) throws -> (MultipartForm, [UInt8]) {
        var form = try #require(MultipartForm(contentType: type))
        var (rest, file) = (Array(body.utf8)[...], [UInt8]())
        while !rest.isEmpty {
            file += try form.parse(rest.prefix(cut))
            rest = rest.dropFirst(cut)
        }
        return (form, file)
    }

    @Test("its fields and its file are the same however it is cut", arguments: [1, 2, 3, 7, 50, Int.max])
    func cuts(cut: Int) throws {
        let content = "%PDF\r\n------Web\r\n\r\n--\r\n------WebX\r"
        let body =
            "a preamble\r\n" + part("name=\"form-token\"", "abc") + part("name=\"file\"; filename=\"a %22b%22; c.pdf\"", content)
            + part("name=\"after\"", "") + "------Webx--\r\nmore"
        let (form, file) = try read(body, cut: cut)
        #expect(form.isWhole)
        #expect(form.fields == ["form-token": "abc", "after": ""])
        #expect(form.fileName == "a \"b\"; c.pdf")
        #expect(file == Array(content.utf8))
    }

    @Test("a second file is left out, and so is a part without a name; without a file there is no name of one")
    func others() throws {
        let (form, file) = try read(
            part("name=\"file\"; filename=\"\"", "") + part("name=\"file\"; filename=\"b\"", "second") + part("x=\"y\"", "z")
                + "------Webx--")
        #expect(form.fileName == "")
        #expect(file.isEmpty)
        #expect(form.fields.isEmpty)
        #expect(form.isWhole)
        #expect(try read(part("name=\"a\"", "b") + "------Webx--").0.fileName == nil)
        #expect(try read(part("name=\"f\"; filename=\"a\"", "cut off")).0.isWhole == false)
        #expect(try read("").0.isWhole == false)
    }

    @Test("what is no such form, or too much of one, is refused")
    func refused() {
        for type in [
            "text/plain", "multipart/form-data", "multipart/form-data; boundary=",
            "multipart/form-data; boundary=\(String(repeating: "x", count: 71))",
        ] {
            #expect(MultipartForm(contentType: type) == nil, "\(type)")
        }
        #expect(MultipartForm(contentType: nil) == nil)
        #expect(throws: MultipartForm.Fault.malformed) { try read("------Webx and more\r\n") }
        #expect(throws: MultipartForm.Fault.tooMuch) {
            try read(part("name=\"a\"", String(repeating: "x", count: MultipartForm.fieldLimit + 1)) + "------Webx--")
        }
        #expect(throws: MultipartForm.Fault.tooMuch) {
            try read("------Webx\r\n" + String(repeating: "x", count: MultipartForm.headerLimit + 3))
        }
        #expect(throws: MultipartForm.Fault.tooMuch) {
            try read(String(repeating: part("name=\"a\"", "b"), count: MultipartForm.partLimit + 1))
        }
    }

    @Test("whatever bytes come, there is a form or an error")
    func noise() {
        var random = SystemRandomNumberGenerator()
        let pieces = [
            "------Webx", "--", "\r\n", "\r\n\r\n", "Content-Disposition: form-data; ", "name=\"a\"", "; filename=\"b\"", "\"", ";", "x",
            "\\",
        ]
        for _ in 0..<3_000 {
            let body = (0..<Int.random(in: 0...30, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            let (whole, cut) = (try? read(body), try? read(body, cut: 1))
            #expect(whole?.1 == cut?.1)
            #expect(whole?.0.fields == cut?.0.fields)
        }
    }
}
