/// Sends one message over an open connection: decides what to send next, and what the replies mean for the notice.
///
/// MAIL, RCPT, DATA, the message: RFC 5321, section 3.3. 4xx means retry later, 5xx is a refusal. A mailbox counts as gone only by its
/// enhanced code (RFC 3463) if there is one, because 550 is also used for policy. Configuration problems are retried later: neither the
/// message nor the recipient is at fault.
struct SMTPTransaction {
    enum Action: Hashable {
        /// Send a line (without its ending), then wait for the next reply.
        case send(String)
        /// Send the message from `content`, then wait for the reply with a long timeout.
        case sendContent
        /// Finished. Unless it was delivered, the connection is not reused.
        case end(Delivery)
    }

    private enum Stage { case sender, recipient, announcement, content }

    private let from: MailAddress
    private let to: MailAddress
    private let message: [UInt8]
    private var stage = Stage.sender

    /// Whether the server has accepted any step.
    private(set) var hasBegun = false

    init(from: MailAddress, to: MailAddress, message: [UInt8]) {
        self.from = from
        self.to = to
        self.message = message
    }

    /// The first step.
    func begin(_ extensions: SMTPExtensions) -> Action {
        var line = "MAIL FROM:<\(from)>"
        if let limit = extensions.sizeLimit {
            guard message.count <= limit else {
                return .end(.refused("the message has \(message.count) bytes; the mail server takes \(limit)"))
            }
            line += " SIZE=\(message.count)"
        }
        if message.contains(where: { $0 >= 0x80 }) {
            guard extensions.has("8BITMIME") else { return .end(.refused("the mail server takes no 8-bit message")) }
            line += " BODY=8BITMIME"
        }
        if from.isInternational || to.isInternational {
            guard extensions.has("SMTPUTF8") else {
                return .end(.refused("the mail server does not know addresses beyond ASCII (SMTPUTF8)"))
            }
            line += " SMTPUTF8"
        }
        return .send(line)
    }

    /// Handles a reply.
    mutating func accept(_ reply: SMTPReply) -> Action {
        let kind = reply.code / 100
        switch stage {
        case .sender:
            guard kind == 2 else { return .end(meaning(of: reply)) }
            hasBegun = true
            stage = .recipient
            return .send("RCPT TO:<\(to)>")
        case .recipient:
            guard kind == 2 else { return .end(meaning(of: reply)) }
            stage = .announcement
            return .send("DATA")
        case .announcement:
            guard reply.code == 354 else { return .end(meaning(of: reply)) }
            stage = .content
            return .sendContent
        case .content:
            return .end(kind == 2 ? .delivered : meaning(of: reply))
        }
    }

    /// The message on the wire: a dot before each line that starts with one, and the final dot (RFC 5321, section 4.5.2).
    var content: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(message.count + 64)
        var isAtStart = true
        for byte in message {
            if isAtStart, byte == UInt8(ascii: ".") { result.append(byte) }
            result.append(byte)
            isAtStart = byte == UInt8(ascii: "\n")
        }
        if !isAtStart { result += Array("\r\n".utf8) }
        return result + Array(".\r\n".utf8)
    }

    private func meaning(of reply: SMTPReply) -> Delivery {
        let words = "the mail server answers \(reply.description)"
        guard reply.code / 100 == 5, !isAboutSetUp(reply) else { return .later(nil, words) }
        let enhanced = reply.enhancedCode
        switch (enhanced?[1], enhanced?[2]) {
        // No such mailbox, domain or address; moved; mailbox disabled.
        case (1, 1), (1, 2), (1, 3), (1, 6), (1, 10), (2, 1): return stage == .sender ? .refused(words) : .gone(words)
        // A full mailbox is temporary; 552 means that too (RFC 5321, section 4.5.3.1.10).
        case (2, 2): return .later(nil, words)
        case (nil, nil) where stage == .recipient && (reply.code == 550 || reply.code == 551): return .gone(words)
        case (nil, nil) where stage == .recipient && reply.code == 552: return .later(nil, words)
        default: return .refused(words)
        }
    }

    /// Whether the server requires signing in, or another account. Most servers say so about a recipient only in text: "550 relay not
    /// permitted".
    private func isAboutSetUp(_ reply: SMTPReply) -> Bool {
        // RFC 4954, section 6.
        if [530, 534, 535, 538].contains(reply.code) { return true }
        let isPolicy = reply.enhancedCode.map { $0[1] == 7 }
        switch stage {
        case .sender: return isPolicy == true
        case .recipient:
            let words = reply.lines.joined(separator: " ").lowercased()
            return isPolicy != false && ["relay", "authenticat", "rcpthosts"].contains { words.contains($0) }
        case .announcement, .content: return false
        }
    }
}
