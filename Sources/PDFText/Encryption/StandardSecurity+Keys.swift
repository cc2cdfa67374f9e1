extension StandardSecurity {
    /// The inputs of the key.
    struct Entries {
        let revision: Int
        let keyBytes: Int
        let owner: [UInt8]
        let user: [UInt8]
        let ownerKey: [UInt8]
        let userKey: [UInt8]
        let permissions: Int
        let fileID: [UInt8]
        let encryptsMetadata: Bool

        /// The file's key, if the password is the user's or the owner's, or none is needed.
        func key(_ password: String) -> [UInt8]? {
            keyFor(password) ?? (password.isEmpty ? nil : keyFor(""))
        }

        private func keyFor(_ password: String) -> [UInt8]? {
            if revision >= 5 { return PreparedPassword.candidates(password).lazy.compactMap { longKey($0) }.first }
            var candidates = [Array(password.utf8)]
            // PDFDocEncoding equals Latin-1 for most typed characters.
            let latin = password.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
            if latin != candidates[0] { candidates.append(latin) }
            for candidate in candidates {
                if let key = userKey(candidate) ?? userKey(ownersUserPassword(candidate)) { return key }
            }
            return nil
        }

        // R2 to R4 (ISO 32000-1, 7.6.3.3 and 7.6.3.4)

        private static let padding: [UInt8] = [
            0x28, 0xBF, 0x4E, 0x5E, 0x4E, 0x75, 0x8A, 0x41, 0x64, 0x00, 0x4E, 0x56, 0xFF, 0xFA, 0x01, 0x08,
            0x2E, 0x2E, 0x00, 0xB6, 0xD0, 0x68, 0x3E, 0x80, 0x2F, 0x0C, 0xA9, 0xFE, 0x64, 0x53, 0x69, 0x7A,
        ]

        private func padded(_ password: [UInt8]) -> [UInt8] { Array((password.prefix(32) + Entries.padding).prefix(32)) }

        /// Algorithm 2, and algorithms 4 to 6 to verify the password.
        private func userKey(_ password: [UInt8]) -> [UInt8]? {
            var bytes = padded(password) + owner.prefix(32)
            for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: permissions >> shift)) }
            bytes += fileID
            if revision >= 4, !encryptsMetadata { bytes += [0xFF, 0xFF, 0xFF, 0xFF] }
            var digest = Digests.md5(bytes)
            if revision >= 3 { for _ in 0..<50 { digest = Digests.md5(Array(digest.prefix(keyBytes))) } }
            let key = Array(digest.prefix(keyBytes))
            guard user.count >= 16 else { return nil }
            if revision == 2 { return RC4.apply(Entries.padding, key: key).starts(with: user.prefix(32)) ? key : nil }
            var check = RC4.apply(Digests.md5(Entries.padding + fileID), key: key)
            for round in 1...19 { check = RC4.apply(check, key: key.map { $0 ^ UInt8(truncatingIfNeeded: round) }) }
            return check.elementsEqual(user.prefix(16)) ? key : nil
        }

        /// Algorithm 7: the user's password, from the owner's.
        private func ownersUserPassword(_ password: [UInt8]) -> [UInt8] {
            var digest = Digests.md5(padded(password))
            if revision >= 3 { for _ in 0..<50 { digest = Digests.md5(Array(digest.prefix(keyBytes))) } }
            let key = Array(digest.prefix(keyBytes))
            if revision == 2 { return RC4.apply(Array(owner.prefix(32)), key: key) }
            var result = Array(owner.prefix(32))
            for round in (0...19).reversed() { result = RC4.apply(result, key: key.map { $0 ^ UInt8(truncatingIfNeeded: round) }) }
            return result
        }

        // R5 and R6 (ISO 32000-2, 7.6.4.3.3, algorithm 2.A)

        private func longKey(_ password: [UInt8]) -> [UInt8]? {
            guard user.count >= 48, owner.count >= 48, userKey.count >= 32, ownerKey.count >= 32 else { return nil }
            let whole = Array(user.prefix(48))
            let zero = [UInt8](repeating: 0, count: 16)
            if hash(password, salt: Array(user[32..<40]), []) == Array(user.prefix(32)) {
                return AESBlocks.decrypt(Array(userKey.prefix(32)), key: hash(password, salt: Array(user[40..<48]), []), iv: zero)
            }
            if hash(password, salt: Array(owner[32..<40]), whole) == Array(owner.prefix(32)) {
                return AESBlocks.decrypt(Array(ownerKey.prefix(32)), key: hash(password, salt: Array(owner[40..<48]), whole), iv: zero)
            }
            return nil
        }

        /// SHA-256 in R5; algorithm 2.B in R6, limited here to 1,000 rounds.
        private func hash(_ password: [UInt8], salt: [UInt8], _ user: [UInt8]) -> [UInt8] {
            var key = Digests.sha256(password + salt + user)
            guard revision >= 6 else { return key }
            var round = 0
            while round < 1_000 {
                let once = password + key + user
                var repeated: [UInt8] = []
                repeated.reserveCapacity(once.count * 64)
                for _ in 0..<64 { repeated += once }
                guard let encrypted = AESBlocks.encrypt(repeated, key: Array(key[..<16]), iv: Array(key[16..<32])) else { return key }
                switch encrypted.prefix(16).reduce(0, { $0 + Int($1) }) % 3 {
                case 0: key = Digests.sha256(encrypted)
                case 1: key = Digests.sha384(encrypted)
                default: key = Digests.sha512(encrypted)
                }
                round += 1
                if round >= 64, Int(encrypted.last ?? 0) <= round - 32 { break }
            }
            return Array(key.prefix(32))
        }
    }
}
