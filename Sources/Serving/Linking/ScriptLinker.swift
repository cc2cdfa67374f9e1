/// Bundles our modules into one script, in dependency order.
///
/// Each module becomes a function that runs once and returns its exports, so names of different modules can't collide; an import reads
/// them from there. Lines are preserved, below their file's name, so an error in the browser is easy to find. Only the forms that our
/// own modules use are parsed, each on a line of its own:
///
///     import "./other.js";
///     import { one, two as other } from "./other.js";
///     export const one = …    export function two() …    export async function …    export class Three …
///
/// Anything else that begins with `import` or `export` is refused, as are cycles and unknown modules or names. A module mustn't `await`
/// outside of functions. `import(…)` of an address computed at run time remains a separate request.
struct ScriptLinker {
    private let modules: [String: Module]

    /// `sources` is keyed by file name.
    init(_ sources: [String: String]) throws(LinkProblem) {
        var modules: [String: Module] = [:]
        for (name, source) in sources { modules[name] = try Module(name, source) }
        self.modules = modules
    }

    /// The script that runs these modules, after all their imports.
    func link(_ entries: [String]) throws(LinkProblem) -> String {
        var order: [Module] = []
        for entry in entries { try add(entry, to: &order, for: []) }
        return order.map(\.text).joined()
    }

    /// `importers` are the modules whose imports led here, to detect cycles.
    private func add(_ name: String, to order: inout [Module], for importers: [String]) throws(LinkProblem) {
        guard !order.contains(where: { $0.name == name }) else { return }
        let chain = importers + [name]
        guard !importers.contains(name) else {
            throw LinkProblem(file: name, detail: "imports itself: \(chain.joined(separator: " → "))")
        }
        guard let module = modules[name] else { throw LinkProblem(file: name, detail: "is not there") }
        for needed in module.imports {
            try add(needed.module, to: &order, for: chain)
            for taken in needed.names where modules[needed.module]?.exports.contains(taken) != true {
                throw LinkProblem(file: name, line: needed.line, detail: "imports \(taken), which \(needed.module) doesn't export")
            }
        }
        order.append(module)
    }
}

extension ScriptLinker {
    /// A parsed module.
    private struct Module {
        struct Import {
            var names: [String] = []
            let module: String
            let line: Int
        }

        let name: String
        private(set) var imports: [Import] = []
        private(set) var exports: [String] = []
        /// Its text in the bundle.
        private(set) var text = ""

        init(_ name: String, _ source: String) throws(LinkProblem) {
            self.name = name
            var lines: [Substring] = []
            for (index, line) in source.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                let start = line.utf8.drop { $0 == UInt8(ascii: " ") }
                guard start.starts(with: "import".utf8) || start.starts(with: "export".utf8) else {
                    lines.append(line)
                    continue
                }
                if start.starts(with: "import(".utf8) {
                    lines.append(line)
                } else if let exported = Self.exported(line) {
                    exports.append(exported)
                    lines.append(line.dropFirst("export ".count))
                } else if let (pattern, one) = Self.imported(line, number: index + 1) {
                    imports.append(one)
                    lines.append(pattern.isEmpty ? "" : "const { \(pattern) } = \(Self.variable(one.module));")
                } else {
                    throw LinkProblem(file: name, line: index + 1, detail: "is written in a form that isn't linked: \(line)")
                }
            }
            text = """
                // js/\(name)
                const \(Self.variable(name)) = (() => {
                \(lines.joined(separator: "\n"))
                return { \(exports.joined(separator: ", ")) };
                })();

                """
        }

        /// The name in `export const name` and similar declarations.
        private static func exported(_ line: Substring) -> String? {
            for form in ["const ", "class ", "function ", "function* ", "async function "] where line.hasPrefix("export \(form)") {
                let name = line.dropFirst("export \(form)".count).prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
                return name.isEmpty ? nil : String(name)
            }
            return nil
        }

        /// Parses `import { one, two as other } from "./other.js";` and returns it with its destructuring pattern: `one, two: other`.
        private static func imported(_ line: Substring, number: Int) -> (pattern: String, Import)? {
            guard line.hasPrefix("import "), line.hasSuffix(#".js";"#) else { return nil }
            let parts = line.dropFirst("import ".count).dropLast(#"";"#.count).split(separator: #""./"#, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[1].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." }) else { return nil }
            var one = Import(module: String(parts[1]), line: number)
            guard !parts[0].isEmpty else { return ("", one) }
            guard parts[0].hasPrefix("{ "), parts[0].hasSuffix(" } from ") else { return nil }
            var taken: [String] = []
            for name in parts[0].dropFirst(2).dropLast(" } from ".count).split(separator: ", ") {
                let words = name.split(separator: " ")
                guard words.count == 1 || (words.count == 3 && words[1] == "as") else { return nil }
                one.names.append(String(words[0]))
                taken.append(words.count == 3 ? "\(words[0]): \(words[2])" : String(name))
            }
            return (taken.joined(separator: ", "), one)
        }

        private static func variable(_ name: String) -> String {
            "$" + name.dropLast(".js".count).split(separator: "-").joined(separator: "_")
        }
    }
}

/// Why files can't be linked.
struct LinkProblem: Error, CustomStringConvertible {
    var file: String
    /// From 1.
    var line: Int?
    var detail: String

    var description: String { "\(file)\(line.map { ":\($0)" } ?? "") \(detail)" }
}
