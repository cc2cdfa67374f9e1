import NIOSSL
import Records
import Testing

@testable import MailReading

@Suite("What keeps a mailbox from being read") struct MailboxErrorTests {
    private func mapped(_ error: any Error) -> MailboxError? { MailboxError.mapped(error) as? MailboxError }

    @Test("a certificate for another host isn't taken for a server that stopped answering")
    func wrongName() {
        let error = mapped(NIOSSLExtraError.failedToValidateHostname)
        #expect(error?.code == .certificate)
        #expect(error?.detail == "its certificate is for another host")
    }

    @Test("a certificate that leads to no trusted authority, and a connection that ends too early, stay what they were")
    func others() {
        #expect(mapped(NIOSSLError.unableToValidateCertificate)?.code == .certificate)
        #expect(mapped(NIOSSLError.uncleanShutdown)?.code == .interrupted)
    }
}
