/// Selects the elements of a document that are its rows: `//item`, `/rss/channel/item`, `/tv/channel | /tv/programme`, `//item[@type='a']`.
///
/// The subset of XPath 1.0 that can be decided at an element's start tag: downward steps by name, conditions on attributes, unions. A row
/// inside a row is part of it, not a row itself. At most 64 steps in all.
public struct RowPath: Hashable, Sendable, CustomStringConvertible {
    /// As written.
    public let source: String
    /// The steps of all branches in sequence, with the ranges of the branches.
    let steps: [LocationPath.Step]
    /// A bit for the first step of each branch.
    let firsts: UInt64
    /// A bit for the last step of each branch.
    let lasts: UInt64

    /// - Parameter namespaces: URIs by the path's prefixes. As in XPath 1.0, a name without prefix is in no namespace.
    public init(_ source: String, namespaces: [String: String] = [:]) throws(MarkupError) {
        let words = try PathLexer.words(of: source)
        guard !words.isEmpty else { throw MarkupError(.path, "the path is empty") }
        try XPath.check(words, namespaces: namespaces)
        guard let path = LocationPath(words, namespaces: namespaces), path.branches.allSatisfy(\.isRowPath) else {
            throw MarkupError(
                .path,
                "'\(source)' is not a path of rows: steps by names from the top, like //item, /rss/channel/item or //item[@type='a'], "
                    + "joined by | where there are several")
        }
        self.source = source
        var (steps, firsts, lasts): ([LocationPath.Step], UInt64, UInt64) = ([], 0, 0)
        for branch in path.branches {
            guard steps.count + branch.steps.count <= 64 else { throw MarkupError(.path, "'\(source)' has more than 64 steps") }
            firsts |= 1 << UInt64(steps.count)
            steps += branch.steps
            lasts |= 1 << UInt64(steps.count - 1)
        }
        (self.steps, self.firsts, self.lasts) = (steps, firsts, lasts)
    }

    /// As written.
    public var description: String { source }

    /// The names of rows if the path consists only of names in no namespace; otherwise nil.
    var plainNames: [String]? {
        guard steps.allSatisfy(\.conditions.isEmpty) else { return nil }
        let names = rowNames.filter { $0.namespace == nil }.map(\.local)
        return names.count == lasts.nonzeroBitCount ? names : nil
    }

    /// Names of rows, for messages.
    var rowNames: [(local: String, namespace: String?)] {
        steps.indices.filter { lasts & 1 << UInt64($0) != 0 }.compactMap {
            if case .name(let local, let namespace) = steps[$0].test { (local, namespace) } else { nil }
        }
    }
}

extension LocationPath.Branch {
    fileprivate var isRowPath: Bool {
        isAbsolute && !steps.isEmpty
            && steps.allSatisfy { step in
                guard step.axis != .attribute, step.test != .text else { return false }
                return step.conditions.allSatisfy { if case .attribute = $0 { true } else { false } }
            }
    }
}
