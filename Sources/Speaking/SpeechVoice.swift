/// A voice of an engine.
package struct SpeechVoice: Hashable, Sendable {
    /// The engine's identifier: `gmw/en-US`, `piper/en_US-joe-medium`.
    package let identifier: String
    /// For people: `English (America)`.
    package let name: String
    /// The languages it speaks (BCP 47, lower case) with the engine's priority; lowest number first.
    package let languages: [Language]

    package struct Language: Hashable, Sendable {
        package let code: String
        package let priority: Int

        package init(_ code: String, priority: Int) { (self.code, self.priority) = (code.lowercased(), priority) }
    }

    package init(identifier: String, name: String, languages: [Language]) {
        self.identifier = identifier
        self.name = name
        self.languages = languages.sorted { $0.priority < $1.priority }
    }

    /// Parses a helper's frame: identifier, name, then alternating priority and code, each terminated by a zero byte.
    init?(frame bytes: ArraySlice<UInt8>) {
        let words = bytes.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
        guard words.count >= 2, !words[0].isEmpty else { return nil }
        let pairs = stride(from: 2, to: words.count - 1, by: 2).map { Language(words[$0 + 1], priority: Int(words[$0]) ?? 99) }
        self.init(identifier: words[0], name: words[1], languages: pairs)
    }

    /// Part of the cache key. Increase the number when the engine is given texts differently.
    package var edition: String { SpeechProcess.Program.Engine(of: self) == .espeak ? "\(identifier) 2" : identifier }

    /// The cache key for whole documents, which also covers the rules for values.
    package var documentEdition: String { "\(edition) values \(ValueLanguages.edition)" }

    /// Whether it is a Piper voice.
    package var isNatural: Bool { identifier.hasPrefix("piper/") }

    /// Whether it can't read its language's script: eSpeak NG's Japanese says "Chinese letter" for each kanji.
    var lacksScript: Bool { SpeechProcess.Program.Engine(of: self) == .espeak && languages.first?.code == "ja" }

    /// Whether it speaks a language, in any country's variant. MBROLA voices need another program and are excluded.
    package func speaks(_ language: String) -> Bool {
        guard !identifier.hasPrefix("mb/") else { return false }
        return languages.contains { $0.code == language || $0.code.hasPrefix("\(language)-") }
    }
}

extension [SpeechVoice] {
    /// Finds a voice by its identifier, its name, or a language it speaks, ignoring case.
    package func named(_ name: String) -> SpeechVoice? {
        let wanted = name.lowercased()
        return first { $0.identifier.lowercased() == wanted } ?? first { $0.name.lowercased().trimmingBlanks == wanted }
            ?? first { $0.identifier.lowercased().split(separator: "/").last.map(String.init) == wanted } ?? best(speaking: wanted)
    }

    /// The voice for a language (BCP 47): `pt-BR`, otherwise `pt`; natural voices are preferred.
    package func voice(for language: String) -> SpeechVoice? {
        var code = language.lowercased().replacing("_", with: "-")
        while true {
            if let found = best(speaking: code) { return found }
            guard let last = code.lastIndex(of: "-") else { return nil }
            code = String(code[..<last])
        }
    }

    private func best(speaking code: String) -> SpeechVoice? {
        // MBROLA voices need another program.
        let able = filter { !$0.identifier.hasPrefix("mb/") }.compactMap { voice in
            voice.languages.first { $0.code == code }.map { (voice: voice, priority: $0.priority) }
        }
        return able.min { ($0.voice.isNatural ? 0 : 1, $0.priority) < ($1.voice.isNatural ? 0 : 1, $1.priority) }?.voice
    }
}

extension String {
    fileprivate var trimmingBlanks: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
