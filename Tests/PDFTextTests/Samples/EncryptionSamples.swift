/// Point 3: encrypted files, made by qpdf 11.3 from a page with "20110029648 Issued" (commands in the README).
extension PDFSample {
    static let encryption: [PDFSample] = [
        sealed("rc4-40", "RC4 with a key of 40 bits (R2)"),
        sealed("rc4-128", "RC4 with a key of 128 bits (R3)"),
        sealed("aes-128", "AES with a key of 128 bits (R4)"),
        sealed("clear-metadata", "AES-128, metadata in clear (R4, /EncryptMetadata false)"),
        sealed("aes-256-r5", "AES with a key of 256 bits as Adobe had it first (R5)"),
        sealed("aes-256-r6", "AES with a key of 256 bits (R6)"),
        sealed("object-streams", "AES-256 with objects in streams"),
        sealed("password-rc4", "a password that is needed, RC4", password: "secret"),
        sealed("password-aes", "a password that is needed, AES-256", password: "secret"),
        sealed("password-prepared", "a password that was prepared by SASLprep: a soft hyphen in it is nothing", password: "I\u{AD}X"),
    ]

    private static func sealed(_ name: String, _ shows: String, password: String = "") -> PDFSample {
        PDFSample("encryption-\(name)", shows, "20110029648 Issued", password: password, madeElsewhere: true)
    }
}
