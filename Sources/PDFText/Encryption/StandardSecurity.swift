/// The standard security handler (ISO 32000-1, 7.6.3 for R2 to R4; Adobe's extension level 3 for R5; ISO 32000-2, 7.6.4 for R6): computes
/// the file's key from /Encrypt and a password, and the ciphers of streams and strings. /P is ignored: the password permits reading.
struct StandardSecurity: Sendable {
    let streams: StreamCipher
    let strings: StreamCipher
    let encryptsMetadata: Bool
    private let key: [UInt8]

    enum Failure: Error {
        case needsPassword
        case unsupported(String)
    }

    /// - Parameter fileID: the first string of the trailer's /ID; empty if there is none.
    init(_ dictionary: PDFDictionary, fileID: [UInt8], password: String) throws(Failure) {
        if let filter = dictionary.name("Filter"), filter != "Standard" { throw .unsupported("the security handler \(filter)") }
        let version = dictionary["V"]?.integer ?? 0
        let revision = dictionary["R"]?.integer ?? 0
        guard (1...5).contains(version), version != 3, (2...6).contains(revision) else {
            throw .unsupported("encryption of version \(version), revision \(revision)")
        }
        var length = dictionary["Length"]?.integer ?? 40
        if length < 40 { length *= 8 }  // some writers count bytes
        if version == 1 || revision == 2 { length = 40 }
        // For version 4, writers disagree on which entry gives the length: the key that verifies is used.
        var lengths = [length]
        if version >= 4 {
            streams = try StandardSecurity.filter(dictionary.name("StmF"), dictionary)
            strings = try StandardSecurity.filter(dictionary.name("StrF"), dictionary)
            if version == 4 { lengths = [128, length, StandardSecurity.keyBits(dictionary)] }
        } else {
            (streams, strings) = (.rc4, .rc4)
        }
        if case .boolean(false)? = dictionary["EncryptMetadata"] { encryptsMetadata = false } else { encryptsMetadata = true }
        if streams == .none, strings == .none {
            key = []
            return
        }
        let fits = lengths.lazy.compactMap { [encryptsMetadata] length in
            Entries(
                revision: revision, keyBytes: max(5, min(length / 8, 16)), owner: dictionary.bytes("O"), user: dictionary.bytes("U"),
                ownerKey: dictionary.bytes("OE"), userKey: dictionary.bytes("UE"), permissions: dictionary["P"]?.integer ?? 0,
                fileID: fileID, encryptsMetadata: encryptsMetadata
            ).key(password)
        }
        guard let found = fits.first else { throw .needsPassword }
        key = found
    }

    /// /Length of the crypt filter for streams, in bits.
    private static func keyBits(_ dictionary: PDFDictionary) -> Int {
        guard case .dictionary(let filters)? = dictionary["CF"], let name = dictionary.name("StmF"),
            case .dictionary(let filter)? = filters[name], let length = filter["Length"]?.integer
        else { return 128 }
        return length < 40 ? length * 8 : length
    }

    /// The cipher of a crypt filter (7.6.5).
    private static func filter(_ name: String?, _ dictionary: PDFDictionary) throws(Failure) -> StreamCipher {
        guard let name, name != "Identity" else { return .none }
        guard case .dictionary(let filters)? = dictionary["CF"], case .dictionary(let filter)? = filters[name] else { return .none }
        switch filter.name("CFM") {
        case nil, "None": return .none
        case "V2": return .rc4
        case "AESV2": return .aes128
        case "AESV3": return .aes256
        case let other?: throw .unsupported("the crypt filter method \(other)")
        }
    }

    /// The key for an object's strings or stream (7.6.2, algorithm 1; ISO 32000-2, algorithm 1.A).
    func key(_ cipher: StreamCipher, number: Int, generation: Int) -> [UInt8] {
        if cipher == .aes256 { return key }
        var bytes = key
        for shift in [0, 8, 16] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
        for shift in [0, 8] { bytes.append(UInt8(truncatingIfNeeded: generation >> shift)) }
        if cipher == .aes128 { bytes += [0x73, 0x41, 0x6C, 0x54] }  // "sAlT"
        return Array(Digests.md5(bytes).prefix(min(key.count + 5, 16)))
    }

    /// The decryption filter for a stream; nil if it isn't encrypted.
    func decryptor(_ dictionary: PDFDictionary, number: Int, generation: Int) -> Decryptor? {
        guard streams != .none, dictionary.name("Type") != "XRef" else { return nil }
        if dictionary.name("Type") == "Metadata", !encryptsMetadata { return nil }
        if StandardSecurity.usesIdentity(dictionary) { return nil }
        return Decryptor(streams, key: key(streams, number: number, generation: generation))
    }

    /// Whether the stream's first filter is /Crypt with the name Identity or none (7.4.10).
    private static func usesIdentity(_ dictionary: PDFDictionary) -> Bool {
        func first(_ object: PDFObject?) -> PDFObject? { if case .array(let list)? = object { list.first } else { object } }
        guard case .name("Crypt")? = first(dictionary["Filter"]) else { return false }
        guard case .dictionary(let parameters)? = first(dictionary["DecodeParms"]) else { return true }
        return parameters.name("Name") ?? "Identity" == "Identity"
    }

    /// Decrypts a string of an object that is not in an object stream.
    func decrypted(_ string: [UInt8], number: Int, generation: Int) -> [UInt8] {
        switch strings {
        case .none: return string
        case .rc4: return RC4.apply(string, key: key(.rc4, number: number, generation: generation))
        case .aes128, .aes256:
            guard string.count >= 32, string.count % 16 == 0 else { return string.isEmpty ? string : [] }
            let own = key(strings, number: number, generation: generation)
            guard var plain = AESBlocks.decrypt(Array(string[16...]), key: own, iv: Array(string[..<16])) else { return [] }
            if let padding = plain.last, (1...16).contains(padding) { plain.removeLast(Int(padding)) }
            return plain
        }
    }
}

extension PDFDictionary {
    func bytes(_ key: String) -> [UInt8] {
        if case .string(let bytes)? = self[key] { return bytes }
        return []
    }
}
