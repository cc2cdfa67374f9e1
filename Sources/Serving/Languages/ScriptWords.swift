import HTTPTypes
package import Hummingbird
package import Localisation
import Records
import Synchronization

/// `/l10n/<language>-<hash>.json`: the texts of scripts, in one language; `js/words.js` reads it.
///
/// The hash is of the texts, so the file may be cached for ever, also offline. Built for the first request of a page in the language.
///
///     {"All": "Alle", "%lld rows": {"forms": {"one": "%lld Zeile", "other": "%lld Zeilen"}}}
///
/// A text with two counts also has `"substitutions": {"rows": {"argument": 2, "forms": {…}}}`.
package enum ScriptWords {
    private struct File: Sendable {
        let path: String
        let body: ByteBuffer
    }

    private static let files = Mutex<[Language: File]>([:])

    /// The path of the file for these words.
    package static func path(for words: Words) -> String { file(for: words.catalogue).path }

    /// The answer to `/l10n/<name>`; an old hash gets the current texts.
    package static func response(to request: Request, name: String?) throws -> Response {
        let code = (name ?? "").split(separator: "-").dropLast().joined(separator: "-")
        guard name?.hasSuffix(".json") == true, let language = Language.allCases.first(where: { $0.code == code }) else {
            throw Refusal(.notFound)
        }
        let file = file(for: Catalogues.installed.catalogue(for: language))
        let isCurrent = request.uri.path == file.path
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/json", .cacheControl: isCurrent ? "public, max-age=31536000, immutable" : "no-cache",
            ], body: ResponseBody(byteBuffer: file.body))
    }

    private static func file(for catalogue: Catalogue) -> File {
        files.withLock { files in
            if let known = files[catalogue.language] { return known }
            var line = JSONLine()
            for (key, sentence) in catalogue.ofScripts { line.add(key, sentence) }
            let text = line.closed
            let file = File(path: "/l10n/\(catalogue.language.code)-\(Fingerprint(text)).json", body: ByteBuffer(string: text))
            files[catalogue.language] = file
            return file
        }
    }
}

extension JSONLine {
    fileprivate mutating func add(_ key: String, _ sentence: Sentence) {
        guard sentence.forms.count > 1 || !sentence.substitutions.isEmpty else { return add(key, sentence.forms[.other] ?? "") }
        var whole = JSONLine()
        whole.add("forms", Self.forms(sentence.forms))
        if !sentence.substitutions.isEmpty {
            var parts = JSONLine()
            for (name, part) in sentence.substitutions.sorted(by: { $0.key < $1.key }) {
                var one = JSONLine()
                one.add("argument", part.argument)
                one.add("forms", Self.forms(part.forms))
                parts.add(name, one)
            }
            whole.add("substitutions", parts)
        }
        add(key, whole)
    }

    private static func forms(_ forms: Sentence.Forms) -> JSONLine {
        var line = JSONLine()
        for category in PluralCategory.allCases { forms[category].map { line.add(category.rawValue, $0) } }
        return line
    }
}
