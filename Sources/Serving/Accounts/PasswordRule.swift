import Foundation
package import Localisation

/// The requirements for a password (NIST SP 800-63B, section 3.1.1): long enough, not among the commonly guessed, and not the name. No
/// rules about kinds of characters, which make passwords worse.
package enum PasswordRule {
    package static let leastLength = 10
    /// In bytes. A longer text isn't a password but an attempt to keep the server busy.
    package static let byteLimit = 1024

    package enum Problem: Error, Hashable, Sendable {
        case short, long, common, name
    }

    /// nil if the password is acceptable.
    package static func problem(of password: String, for name: String) -> Problem? {
        guard password.utf8.count <= byteLimit else { return .long }
        guard password.count >= leastLength else { return .short }
        let folded = password.lowercased()
        if !name.isEmpty, folded.replacing(name.lowercased(), with: "").count < 4 { return .name }
        // "password123!", "1234567890": also checks the text without leading and trailing digits and punctuation, and runs of keys on the
        // keyboard.
        let core = folded.trimmingCharacters(in: CharacterSet.letters.inverted)
        if common.contains(folded) || common.contains(core) || Set(folded).count < 4 || runs.contains(where: { $0.contains(folded) }) {
            return .common
        }
        return nil
    }

    private static let runs = [
        "01234567890123456789", "98765432109876543210", "abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm",
        "qwertzuiopasdfghjklyxcvbnm",
        "azertyuiopqsdfghjklmwxcvbn", "1q2w3e4r5t6y7u8i9o0p", "1qaz2wsx3edc4rfv5tgb",
    ]

    private static let common: Set<String> = [
        "password", "passw0rd", "p@ssw0rd", "passwort", "password1", "passwordpassword", "letmein", "letmeinplease", "welcome", "welcome1",
        "iloveyou", "iloveyou1", "iloveyou123", "sunshine", "princess", "football", "baseball", "basketball", "superman", "batman",
        "starwars",
        "dragon", "monkey", "master", "shadow", "michael", "jennifer", "jordan", "administrator", "admin", "adminadmin", "changeme",
        "changemenow", "changeit", "default", "secret", "topsecret", "qwerty", "qwertyuiop", "qwerty123", "qwertyqwerty", "asdfghjkl",
        "zxcvbnm", "trustno1", "whatever", "computer", "internet", "liverpool", "chelsea", "arsenal", "pokemon", "cookie", "hello",
        "hellohello", "helloworld", "freedom", "mustang", "cheese", "charlie", "daniel", "thomas", "ashley", "correcthorsebatterystaple",
        "tidings", "tidingstidings", "abcdefghij", "abcdefg", "test", "testtest", "testtesttest", "guest", "user", "login", "azerty",
        "motdepasse", "contraseña", "hasło", "haslo", "parola", "senha", "geheim",
    ]
}

extension PasswordRule.Problem {
    package func sentence(_ words: Words) -> String {
        switch self {
        case .short: words("Use at least \(PasswordRule.leastLength) characters. A few words in a row are easy to remember.")
        case .long: words("This password is too long.")
        case .common: words("That password is too common. Choose another.")
        case .name: words("The password can’t be your name. Choose another.")
        }
    }
}
