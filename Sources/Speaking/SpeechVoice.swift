/// A voice of an engine.
package struct SpeechVoice: Hashable, Sendable {
    /// What the engine finds it by: `gmw/en-US`, `piper/en_US-joe-medium`.
    package let identifier: String
    /// For people: `English (America)`.
    package let name: String
    /// Languages that it speaks (BCP 47, lower case) with the engine's priority; the lowest number first.
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

    /// Of the helper: identifier, name, then priority and code by turns, each ended by a zero byte.
    init?(frame bytes: ArraySlice<UInt8>) {
        let words = bytes.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
        guard words.count >= 2, !words[0].isEmpty else { return nil }
        let pairs = stride(from: 2, to: words.count - 1, by: 2).map { Language(words[$0 + 1], priority: Int(words[$0]) ?? 99) }
        self.init(identifier: words[0], name: words[1], languages: pairs)
    }

    /// What its sound is kept by: another way to have a text said by its engine, another number.
    package var edition: String { SpeechProcess.Program.Engine(of: self) == .espeak ? "\(identifier) 2" : identifier }

    /// What the sound of whole documents is kept by: of how it says texts, and of the rules for values too.
    package var documentEdition: String { "\(edition) values \(ValueLanguages.edition)" }

    /// Whether it is one of Piper's.
    package var isNatural: Bool { identifier.hasPrefix("piper/") }

    /// Whether it has no words for the script of its language: eSpeak NG's Japanese says "Chinese letter" for each kanji.
    var lacksScript: Bool { SpeechProcess.Program.Engine(of: self) == .espeak && languages.first?.code == "ja" }

    /// Whether it is one for a language, whatever the country. Voices of MBROLA need another program.
    package func speaks(_ language: String) -> Bool {
        guard !identifier.hasPrefix("mb/") else { return false }
        return languages.contains { $0.code == language || $0.code.hasPrefix("\(language)-") }
    }
}

extension [SpeechVoice] {
    /// By its identifier, its name, or a language it speaks, whatever the case.
    package func named(_ name: String) -> SpeechVoice? {
        let wanted = name.lowercased()
        return first { $0.identifier.lowercased() == wanted } ?? first { $0.name.lowercased().trimmingBlanks == wanted }
            ?? first { $0.identifier.lowercased().split(separator: "/").last.map(String.init) == wanted } ?? best(speaking: wanted)
    }

    /// The one for a language (BCP 47): `pt-BR`, else `pt`; a natural one where there is one.
    package func voice(for language: String) -> SpeechVoice? {
        var code = language.lowercased().replacing("_", with: "-")
        while true {
            if let found = best(speaking: code) { return found }
            guard let last = code.lastIndex(of: "-") else { return nil }
            code = String(code[..<last])
        }
    }

    private func best(speaking code: String) -> SpeechVoice? {
        // Those of MBROLA need another program.
        let able = filter { !$0.identifier.hasPrefix("mb/") }.compactMap { voice in
            voice.languages.first { $0.code == code }.map { (voice: voice, priority: $0.priority) }
        }
        return able.min { ($0.voice.isNatural ? 0 : 1, $0.priority) < ($1.voice.isNatural ? 0 : 1, $1.priority) }?.voice
    }
}

extension String {
    fileprivate var trimmingBlanks: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
