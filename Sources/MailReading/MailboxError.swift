package import Records

/// Why a mailbox can't be read: the meaning for its person, and a log message without secrets.
package struct MailboxError: Error, Hashable, CustomStringConvertible {
    package let code: DocumentMailbox.Fault
    package let detail: String

    package init(_ code: DocumentMailbox.Fault, _ detail: String) { (self.code, self.detail) = (code, detail) }

    package var description: String { detail }

    /// Maps an error of the lower layers. Words of the server that repeat the password aren't shown.
    static func mapped(_ error: any Error, without password: SecretText) -> any Error {
        let error = mapped(error)
        guard let failure = error as? MailboxError, password.isRepeated(in: failure.detail) else { return error }
        return MailboxError(failure.code, "its answer isn’t shown, because it repeats the password")
    }

    /// Maps an error of the lower layers.
    static func mapped(_ error: any Error) -> any Error {
        if error is CancellationError || error is MailboxError { return error }
        let text = "\(error)"
        let known: [(String, DocumentMailbox.Fault, String)] = [
            ("CERTIFICATE_VERIFY_FAILED", .certificate, "its certificate isn’t trusted"),
            ("unableToValidateCertificate", .certificate, "its certificate isn’t trusted"),
            ("handshakeFailed", .encryption, "it agrees on no encryption"), ("Connection refused", .unreachable, "it refuses connections"),
            ("connectTimeout", .unreachable, "it gave no answer to a connection"),
            ("No route to host", .unreachable, "there is no way to it"),
            ("Network is unreachable", .unreachable, "there is no way to it"),
            ("uncleanShutdown", .interrupted, "it closed the connection"),
            ("Connection reset by peer", .interrupted, "it closed the connection"),
            ("Broken pipe", .interrupted, "it closed the connection"),
        ]
        guard let (_, code, words) = known.first(where: { text.contains($0.0) }) else {
            return MailboxError(.interrupted, "the connection failed (\(text.prefix(200)))")
        }
        return MailboxError(code, words)
    }
}
