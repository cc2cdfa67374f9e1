import Crypto
import CryptoExtras
import Foundation
import Serving

/// A stored password: scrypt (RFC 7914) with its parameters and salt, as a PHC string, `$scrypt$ln=15,r=8,p=3$<salt>$<hash>`
/// (https://github.com/P-H-C/phc-string-format).
///
/// The parameters are one of the choices for scrypt in OWASP's Password Storage Cheat Sheet: 32 MB and about a fifth of a second. A stored
/// string whose parameters would cost more than 128 MB or 16 passes is refused.
package struct PasswordHash: Hashable, Sendable, CustomStringConvertible {
    package struct Cost: Hashable, Sendable {
        /// N is two to the power of this.
        package var logRounds: Int
        package var blockSize = 8
        package var parallelism: Int

        package static let standard = isForTests ? least : Self(logRounds: 15, parallelism: 3)
        /// For tests only.
        package static let least = Self(logRounds: 4, parallelism: 1)

        /// Whether this process hashes passwords at a cost too low to protect them. Always false in a release build.
        private static var isForTests: Bool {
            #if DEBUG
                ProcessInfo.processInfo.environment["TIDINGS_PASSWORD_COST"] == "least"
            #else
                false
            #endif
        }

        package init(logRounds: Int, parallelism: Int) {
            self.logRounds = logRounds
            self.parallelism = parallelism
        }
    }

    package let cost: Cost
    private let salt: Data
    private let hash: Data

    /// Takes the time and memory of the cost; see `PasswordHashing`.
    package init(of password: String, cost: Cost = .standard) throws {
        self.cost = cost
        salt = Self.random(16)
        hash = try Self.derive(password, salt, cost).withUnsafeBytes { Data($0) }
    }

    /// A hash that no password matches, and that takes as long to compare as a real one.
    package init(decoyOf cost: Cost) {
        self.cost = cost
        salt = Self.random(16)
        hash = Self.random(32)
    }

    /// nil if the string isn't a password hash.
    package init?(_ text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt", let salt = Self.data(parts[3]), let hash = Self.data(parts[4])
        else {
            return nil
        }
        var numbers: [Substring: Int] = [:]
        for parameter in parts[2].split(separator: ",") {
            let pair = parameter.split(separator: "=")
            guard pair.count == 2, let number = Int(pair[1]) else { return nil }
            numbers[pair[0]] = number
        }
        guard let logRounds = numbers["ln"], let parallelism = numbers["p"], numbers["r"] == 8, (1...17).contains(logRounds),
            (1...16).contains(parallelism), (8...64).contains(salt.count), hash.count == 32
        else { return nil }
        cost = Cost(logRounds: logRounds, parallelism: parallelism)
        self.salt = salt
        self.hash = hash
    }

    /// Compared in constant time.
    package func fits(_ password: String) throws -> Bool { try Self.derive(password, salt, cost) == SymmetricKey(data: hash) }

    package var description: String {
        "$scrypt$ln=\(cost.logRounds),r=\(cost.blockSize),p=\(cost.parallelism)$\(Self.text(salt))$\(Self.text(hash))"
    }

    /// Composes the password first (RFC 8265, section 4.2.2), so that an ä is the same from every keyboard.
    private static func derive(_ password: String, _ salt: Data, _ cost: Cost) throws -> SymmetricKey {
        try KDF.Scrypt.deriveKey(
            from: Data(password.precomposedStringWithCanonicalMapping.utf8), salt: salt, outputByteCount: 32, rounds: 1 << cost.logRounds,
            blockSize: cost.blockSize, parallelism: cost.parallelism)
    }

    private static func random(_ count: Int) -> Data {
        var generator = SystemRandomNumberGenerator()
        return Data((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    private static func text(_ data: Data) -> String { data.base64EncodedString().replacing("=", with: "") }

    private static func data(_ text: Substring) -> Data? {
        Data(base64Encoded: text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4))
    }
}
