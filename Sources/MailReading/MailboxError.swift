import Fetching
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
        let fault = NetworkFault(error)
        return switch fault.kind {
        case .untrusted: MailboxError(.certificate, "its certificate isn’t trusted")
        case .wrongName: MailboxError(.certificate, "its certificate is for another host")
        case .noEncryption: MailboxError(.encryption, "it agrees on no encryption")
        case .refused: MailboxError(.unreachable, "it refuses connections")
        case .timedOut: MailboxError(.unreachable, "it gave no answer to a connection")
        case .unreachable: MailboxError(.unreachable, "there is no route to it")
        case .cutOff, .reset: MailboxError(.interrupted, "it closed the connection")
        default: MailboxError(.interrupted, "the connection failed (\(fault.text.prefix(200)))")
        }
    }
}
