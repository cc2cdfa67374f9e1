/// The state of the document's encryption (ISO 32000-1, 7.6.1). Until it is known, streams that can't be decoded as stored are held,
/// because the /Encrypt entry may come with the trailer at the end.
struct SecurityState {
    /// A held stream.
    struct Held {
        let stream: Document.OpenStream
        let raw: [UInt8]
        let isTruncated: Bool
        let sequence: Int
    }

    var handler: StandardSecurity?
    /// Dictionaries that look like /Encrypt, by object number. There are few.
    var candidates: [Int: PDFDictionary] = [:]
    /// The object number of the trailer's /Encrypt if it hasn't arrived.
    var wanted: Int?
    var fileID: [UInt8]?
    /// Whether a complete Flate stream was valid as stored, so the document isn't encrypted, or its streams aren't.
    var isPlain = false
    var isUndecided: Bool { handler == nil && !isPlain }
    var held: [Held] = []
    var heldBytes = 0
    /// The offset of the first stream that was too long to hold.
    var lostAt: Int?

    /// Whether the start of an unfiltered stream is text: ciphertext hardly ever has sixteen such bytes in a row.
    static func looksPlain(_ bytes: Span<UInt8>) -> Bool {
        for index in bytes.indices.prefix(16) where bytes[index] > 0x7E || (bytes[index] < 0x20 && !Bytes.isWhiteSpace(bytes[index])) {
            return false
        }
        return bytes.count >= 16
    }
}

extension Document {
    /// Holds the stream until the encryption is known, if it can't be decoded as stored. Returns whether it did.
    func hold(_ ended: OpenStream, _ raw: [UInt8], _ program: TextProgram?, _ chain: FilterChain, _ isTruncated: Bool) throws -> Bool {
        if chain.damage == nil, chain.isVerified || raw.isEmpty || (chain.isUnfiltered && SecurityState.looksPlain(raw.span)) {
            // A complete Flate stream with a valid checksum can't be ciphertext.
            if chain.isVerified { security.isPlain = true }
            return false
        }
        if chain.damage == nil, raw.count < 16, chain.isUnfiltered { return false }
        guard security.heldBytes + raw.count <= limits.heldStreamBytes, security.isUndecided, !isFinishing else { return false }
        var waits = ended
        waits.whole = []
        security.held.append(.init(stream: waits, raw: raw, isTruncated: isTruncated, sequence: nextSequence()))
        security.heldBytes += raw.count + 400
        return true
    }

    /// Reads the encryption entries of a trailer.
    func noteEncryption(_ dictionary: PDFDictionary, at offset: Int, _ receive: (PDFTextEvent) throws -> Void) throws {
        if case .array(let list)? = dictionary["ID"], case .string(let first)? = list.first { security.fileID = first }
        guard security.handler == nil else { return }
        switch dictionary["Encrypt"] {
        case .reference(let number):
            if let found = security.candidates[number] { return try decrypt(found, at: offset, receive) }
            security.wanted = number
        case .dictionary(let direct): try decrypt(direct, at: offset, receive)
        default: break
        }
    }

    /// Handles an object that looks like an /Encrypt dictionary.
    func takeEncryption(_ number: Int, _ dictionary: PDFDictionary, at offset: Int, _ receive: (PDFTextEvent) throws -> Void) throws {
        guard security.handler == nil, security.candidates.count < 100 else { return }
        if number == security.wanted { return try decrypt(dictionary, at: offset, receive) }
        security.candidates[number] = dictionary
    }

    private func decrypt(_ dictionary: PDFDictionary, at offset: Int, _ receive: (PDFTextEvent) throws -> Void) throws {
        var values = PDFDictionary()
        var missing: [Int] = []
        for entry in dictionary.entries { values.entries.append(.init(key: entry.key, value: resolve(entry.value, &missing) ?? .null)) }
        do throws(StandardSecurity.Failure) {
            security.handler = try StandardSecurity(values, fileID: security.fileID ?? [], password: password)
        } catch {
            switch error {
            case .needsPassword:
                let given = password.isEmpty ? "needs a password" : "needs another password than the one given"
                throw PDFError(.needsPassword, at: offset, "the document is encrypted and \(given)")
            case .unsupported(let what): throw PDFError(.unsupported, at: offset, "not supported: \(what)")
            }
        }
        if let lost = security.lostAt, security.handler?.streams != StreamCipher.none {
            throw PDFError.limit("bytes of streams held until the encryption is known", limits.heldStreamBytes, at: lost)
        }
        try releaseHeld(receive)
    }

    /// Processes the held streams in order of arrival: decrypted, or as stored if there is no key.
    func releaseHeld(_ receive: (PDFTextEvent) throws -> Void) throws {
        let held = security.held
        security.held = []
        security.heldBytes = 0
        let outer = (ahead.isKnown, ahead.isReading)
        (ahead.isKnown, ahead.isReading) = (false, false)
        if security.handler == nil { security.isPlain = true }
        for entry in held {
            let old = entry.stream
            stream = try opened(old.number, old.generation, old.dictionary, old.offset, kind(old.number, old.dictionary))
            var start = 0
            while start < entry.raw.count {
                let end = min(start + Window.size, entry.raw.count)
                _ = try takeData(entry.raw.span.extracting(start..<end), receive)
                start = end
            }
            try endStream(isTruncated: entry.isTruncated, sequence: entry.sequence, receive)
        }
        (ahead.isKnown, ahead.isReading) = outer
    }
}
