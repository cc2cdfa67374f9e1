package import Foundation
package import Records

/// The gallery: bundled boards that people can turn on, in `Ready/<group>/<name>`.
package struct ReadyBoards: Sendable {
    /// By group, then by name.
    package let all: [ReadyBoard]
    /// The errors of boards that are left out.
    package let problems: [DeclarationError]

    package static let installed = ReadyBoards(in: Installation.folder("Ready", of: "Boards"))

    package init(in folder: URL?) {
        var (all, problems): ([ReadyBoard], [DeclarationError]) = ([], [])
        for group in ReadyBoard.Group.allCases {
            guard let place = folder?.appendingPathComponent(group.rawValue) else { continue }
            let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
            for name in names.sorted() {
                do throws(DeclarationError) {
                    all.append(try ReadyBoard(folder: place.appendingPathComponent(name), group: group))
                } catch {
                    problems.append(error)
                }
            }
        }
        (self.all, self.problems) = (all, problems)
    }

    package subscript(name: String) -> ReadyBoard? { all.first { $0.name == name } }

    /// The boards with all words of a search in their title, name or description, in this language or in English.
    package func matching(_ search: String, in language: String) -> [ReadyBoard] {
        let words = Self.folded(search).split(whereSeparator: \.isWhitespace)
        guard !words.isEmpty else { return all }
        return all.filter { ready in
            let texts = [ready.board, ready.translated(to: language)].flatMap { [$0.title, $0.about] } + [ready.name]
            let text = Self.folded(texts.joined(separator: " "))
            return words.allSatisfy { text.contains($0) }
        }
    }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}
