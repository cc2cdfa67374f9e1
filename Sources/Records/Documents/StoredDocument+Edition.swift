extension StoredDocument {
    /// Identifies everything that determines its audio, including the voice and its person's rules.
    package func edition(by voice: String, _ rules: [Pronunciation.Rule]) -> String {
        var print = Fingerprint()
        print.add("\(content)\n\(voice)\n\(followsLanguages)\n")
        print.add("\(leaving.kinds.map(\.rawValue).sorted()) \(leaving.read.sorted())\n")
        for rule in rules { print.add("\(rule.kind.rawValue)\n\(rule.text)\n\(rule.said)\n\(rule.matchesCase)\n") }
        return print.description
    }
}
