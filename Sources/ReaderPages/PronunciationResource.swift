import JSONReading
package import Records
package import Serving

/// The JSON form of a pronunciation rule in the API and a person's export.
package enum PronunciationResource {
    /// The changes that a request body asks for.
    package struct Wish {
        fileprivate var kind: Pronunciation.Kind?
        fileprivate var text = ""
        fileprivate var said = ""
        fileprivate var matchesCase = false

        init() {}

        /// nil without a kind.
        var rule: Pronunciation.Rule? { kind.map { Pronunciation.Rule($0, text, said: said, matchesCase: matchesCase) } }
    }

    /// A scalar has at most four bytes.
    package static let members = Resource<Pronunciation, Wish>([
        .told("id", .identifier) { $1.add("id", Int($0.id)) },
        .set(
            "kind", .choice(Pronunciation.Kind.allCases.map(\.rawValue)),
            about: "word: whole words; text: anywhere, even inside words; pattern: a regular expression (PCRE2)."
        ) {
            $1.add("kind", $0.rule.kind.rawValue)
        } read: {
            $1.kind = Pronunciation.Kind(rawValue: $0.text)
        },
        .set("text", .text(1...4 * Pronunciation.Limits.text), about: "What is written, or the pattern.") {
            $1.add("text", $0.rule.text)
        } read: {
            $1.text = $0.text
        },
        .set(
            "said", .text(0...4 * Pronunciation.Limits.said),
            about: "What is said instead; empty: nothing. In a pattern, $0 to $9 stand for the match and its groups."
        ) {
            $1.add("said", $0.rule.said)
        } read: {
            $1.said = $0.text
        },
        .set("matchesCase", .flag, isRequired: false, about: "Whether case matters; false by default.") {
            $1.add("matchesCase", $0.rule.matchesCase)
        } read: {
            $1.matchesCase = $0.flag ?? false
        },
    ])

    static let asked = JSONSchema.object(members.asked(requiring: ["kind", "text", "said"]))
}
