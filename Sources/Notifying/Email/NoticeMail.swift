import Foundation

/// A notice as a mail message: its text twice, plain and as simple HTML.
extension MailMessage {
    init(_ notice: Notice, from: MailAddress, fromName: String?, to: MailAddress, unsubscribe: URL?) {
        let link = notice.link?.absoluteString
        self.init(
            from: from, fromName: fromName, to: to, subject: notice.title,
            text: (notice.lines + (link.map { ["", $0] } ?? [])).joined(separator: "\n") + "\n",
            html: Self.html(title: notice.title, lines: notice.lines, link: link), date: notice.time, id: notice.name,
            unsubscribe: unsubscribe, topic: notice.topic)
    }

    private static func html(title: String, lines: [String], link: String?) -> String {
        var page = "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>\(escaped(title))</title></head>\n<body>\n"
        page += "<h1 dir=\"auto\">\(escaped(title))</h1>\n"
        page += lines.map { "<p dir=\"auto\">\(escaped($0))</p>\n" }.joined()
        if let link, link.hasPrefix("https:") || link.hasPrefix("http:") {
            page += "<p><a href=\"\(escaped(link))\">\(escaped(link))</a></p>\n"
        }
        return page + "</body></html>\n"
    }

    private static func escaped(_ text: String) -> String {
        // By scalar, because a combining mark after a bracket would form one character with it.
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
