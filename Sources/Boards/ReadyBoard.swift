import Fetching
package import Foundation
package import Records

/// A board of the gallery: a board file whose parameters are filled in when a person turns it on.
///
/// It is a folder like any board's, with a made-up sample; its parameters have the sample's values as their defaults. Once turned on, it is
/// a plain board file: the parameters are gone, `source.url` is the whole address, and the title ends with the chosen values.
package struct ReadyBoard: Sendable {
    /// The board's topic: the parent of its folder.
    package enum Group: String, CaseIterable, Sendable {
        case nature, money, travel, reading, work, software, security
    }

    /// As declared, for its texts and parameters.
    package let board: Board
    package let group: Group
    private let lines: [Substring]
    private let entries: [Declaration.Entry]

    /// The most bytes of a title.
    package static let titleLimit = 200

    package var name: String { board.name }
    package var parameters: [Parameter] { board.parameters }

    package init(folder: URL, group: Group) throws(DeclarationError) {
        let file = folder.appendingPathComponent(BoardFile.name)
        let text: String
        do { text = try String(contentsOf: file, encoding: .utf8) } catch {
            throw DeclarationError(line: 1, "the file cannot be read: \(error.localizedDescription)").inFile(file)
        }
        board = try Board(folder: folder)
        self.group = group
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        entries = try BoardFile.declaration(of: text).entries()
    }

    /// The board with its texts in another language.
    package func translated(to language: String) -> Board { board.translated(to: language) }

    // MARK: Turning it on

    /// Whether a parameter's default is only an example, which people replace.
    package static func isAsked(_ parameter: Parameter) -> Bool { parameter.choices.isEmpty && !parameter.field.isOptional }

    /// A board file with the chosen values filled in, and its board.
    package struct Made: Sendable {
        package let yaml: String
        package let board: Board
    }

    /// - Parameters:
    ///   - given: By parameter, as a person typed it. Each parameter without choices needs a value, unless it is optional.
    ///   - title: Replaces the board's own in all languages; empty: its own, followed by the chosen values.
    /// - Throws: `ParameterError` with the invalid parameter.
    package func made(with given: [String: String], titled title: String = "") throws(ParameterError) -> Made {
        if let error = mistakes(in: given).first { throw error }
        let binding = try board.binding(Self.completed(given, parameters))
        guard let address = try? WebAddress(try board.url(binding).absoluteString) else {
            throw ParameterError(
                parameter: parameters.first?.name ?? "", detail: "makes no address; check what you typed")
        }
        let yaml = file(at: address.description, titled: title, binding.values)
        do throws(DeclarationError) {
            return Made(yaml: yaml, board: try Board(try BoardFile.declaration(of: yaml), name: name, folder: board.folder))
        } catch {
            throw ParameterError(parameter: parameters.first?.name ?? "", detail: "can't be written into a board: \(error)")
        }
    }

    /// The first mistake of each parameter.
    package func mistakes(in given: [String: String]) -> [ParameterError] {
        let given = Self.completed(given, parameters)
        return parameters.compactMap { parameter in
            do throws(ParameterError) { try Self.check(given[parameter.name] ?? "", for: parameter) } catch { return error }
            return nil
        }
    }

    private static func check(_ text: String, for parameter: Parameter) throws(ParameterError) {
        guard !text.trimmingWhitespace().isEmpty || !isAsked(parameter) else {
            throw ParameterError(parameter: parameter.name, detail: "is missing" + (parameter.field.hint.map { ". \($0)" } ?? ""))
        }
        guard let value = try parameter.value(text), parameter.field.kind == .url else { return }
        do throws(FetchError) { _ = try WebAddress(value) } catch { throw ParameterError(parameter: parameter.name, detail: error.detail) }
    }

    /// With `https://` before addresses without a scheme.
    private static func completed(_ given: [String: String], _ parameters: [Parameter]) -> [String: String] {
        var given = given
        for parameter in parameters where parameter.field.kind == .url && parameter.choices.isEmpty {
            let text = (given[parameter.name] ?? "").trimmingWhitespace()
            if !text.isEmpty, !text.contains("://") { given[parameter.name] = "https://\(text)" }
        }
        return given
    }

    /// The file without its parameters, with another title and address.
    private func file(at address: String, titled title: String, _ values: [String: String]) -> String {
        var changes: [Int: [String]] = [:]
        for (place, entry) in entries.enumerated() {
            let end = place + 1 < entries.count ? entries[place + 1].line : lines.count + 1
            switch entry.key {
            case "title":
                for line in entry.line..<end { changes[line] = [] }
                changes[entry.line] = titleLines(title, values)
            case "parameters": for line in entry.line..<end { changes[line] = [] }
            case "source":
                for part in (try? entry.value.entries()) ?? [] where part.key == "url" {
                    changes[part.line] = ["  url: \(Self.quoted(address))"]
                }
            default: break
            }
        }
        return lines.enumerated().flatMap { changes[$0.offset + 1] ?? [String($0.element)] }.joined(separator: "\n")
    }

    private func titleLines(_ title: String, _ values: [String: String]) -> [String] {
        let title = Self.onOneLine(title)
        guard title.isEmpty else { return ["title: \(Self.quoted(title))"] }
        let languages = board.translations.filter { $0.value["title"] != nil }.keys.sorted()
        return ["title:"]
            + (["en"] + languages).map { language in
                let board = board.translated(to: language)
                let chosen = board.parameters.compactMap { parameter in values[parameter.name].map { Self.shown($0, of: parameter) } }
                let text = chosen.isEmpty ? board.title : "\(board.title): \(chosen.joined(separator: ", "))"
                return "  \(language): \(Self.quoted(Self.onOneLine(text)))"
            }
    }

    /// For an address, only its host.
    private static func shown(_ value: String, of parameter: Parameter) -> String {
        parameter.field.kind == .url ? URL(string: value)?.host ?? value : parameter.label(of: value)
    }

    private static func onOneLine(_ text: String) -> String {
        let text = text.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
        let visible = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
        return String(String.UnicodeScalarView(visible)).limited(to: titleLimit)
    }

    /// A YAML scalar in single quotes (YAML 1.2, section 7.3.2).
    private static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }
}

extension ReadyBoard {
    /// A board in `boards` that reads the same data from the same address.
    package static func twin(of made: Board, in boards: [Board]) -> Board? {
        boards.first { board in
            !board.comesAlong && board.source.url == made.source.url && board.schema.fields.map(\.name) == made.schema.fields.map(\.name)
        }
    }
}
