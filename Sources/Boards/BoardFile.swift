package import Foundation
package import Records
import Yams

/// Reads `board.yaml` into a tree of declarations that know their lines.
///
/// Every value remains the file's text until the code that reads it gives it a type, so YAML never turns `off` or `1e3` into something
/// else. Limits: 256 KB, 5,000 nodes (each use of an alias counts), 20 levels.
package enum BoardFile {
    package static let name = "board.yaml"
    private static let byteLimit = 256 << 10
    private static let nodeLimit = 5_000
    private static let depthLimit = 20

    package static func declaration(at file: URL) throws(DeclarationError) -> Declaration {
        let data: Data
        do { data = try Data(contentsOf: file) } catch {
            throw failure(at: file, line: 1, "the file cannot be read: \(error.localizedDescription)")
        }
        guard data.count <= byteLimit else { throw failure(at: file, line: 1, "the file is larger than \(byteLimit >> 10) KB") }
        do throws(DeclarationError) { return try declaration(of: String(decoding: data, as: UTF8.self)) } catch {
            throw error.inFile(file)
        }
    }

    package static func declaration(of yaml: String) throws(DeclarationError) -> Declaration {
        let root: Node?
        // Without tag rules: every value is only its text, and `1` and "1" are the same key. The usual encoding argument would be looked up
        // in the environment.
        do { root = try Yams.compose(yaml: yaml, .basic, .default, .utf8) } catch let error as YamlError {
            throw DeclarationError(line: error.line, "this is not YAML: \(error)".replacing("\n", with: " "))
        } catch {
            throw DeclarationError(line: 1, "this is not YAML: \(error)")
        }
        guard let root else { throw DeclarationError(line: 1, "the file is empty") }
        var nodes = 0
        return try declaration(root, path: "", depth: 0, counting: &nodes)
    }

    private static func declaration(_ node: Node, path: String, depth: Int, counting nodes: inout Int) throws(DeclarationError)
        -> Declaration
    {
        let line = node.mark?.line ?? 1
        nodes += 1
        guard nodes <= nodeLimit else { throw DeclarationError(line: line, "more than \(nodeLimit) values") }
        guard depth <= depthLimit else { throw DeclarationError(line: line, "nested deeper than \(depthLimit)") }
        switch node {
        case .scalar(let scalar):
            return Declaration(.scalar(scalar.string), line: line, path: path)
        case .sequence(let sequence):
            var list: [Declaration] = []
            for piece in sequence { list.append(try declaration(piece, path: path, depth: depth + 1, counting: &nodes)) }
            return Declaration(.list(list), line: line, path: path)
        case .mapping(let mapping):
            var entries: [Declaration.Entry] = []
            for (key, value) in mapping {
                let keyLine = key.mark?.line ?? line
                guard let name = key.scalar?.string else { throw DeclarationError(line: keyLine, "a key must be plain text") }
                let below = try declaration(value, path: path.isEmpty ? name : "\(path).\(name)", depth: depth + 1, counting: &nodes)
                entries.append(Declaration.Entry(key: name, line: keyLine, value: below))
            }
            return Declaration(.map(entries), line: line, path: path)
        case .alias:
            throw DeclarationError(line: line, "aliases are not read here")
        }
    }

    private static func failure(at file: URL, line: Int, _ detail: String) -> DeclarationError {
        DeclarationError(line: line, detail).inFile(file)
    }
}

extension DeclarationError {
    package func inFile(_ file: URL) -> DeclarationError {
        var error = self
        error.file = file.path
        return error
    }
}

extension YamlError {
    fileprivate var line: Int {
        switch self {
        case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _): mark.line
        case .duplicatedKeysInMapping(_, let context): context.mark.line
        default: 1
        }
    }
}
