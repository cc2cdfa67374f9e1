import Fetching

extension MailError {
    /// Describes a network error.
    init(of error: any Error) {
        let fault = NetworkFault(error)
        let words =
            switch fault.kind {
            case .untrusted: "has a certificate that is not trusted"
            case .wrongName: "has a certificate for another host; set mail-host to a name that is in the certificate"
            case .noEncryption: "agrees on no encryption"
            case .cutOff, .reset: "closed the connection"
            case .refused: "refuses connections"
            case .timedOut: "gave no answer to a connection"
            case .noSuchHost: "has no such name"
            case .unreachable: "cannot be reached"
            default: "could not be spoken with (\(fault.text.prefix(200)))"
            }
        self.init(words)
    }
}
