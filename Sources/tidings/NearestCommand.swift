import ArgumentParser

/// The command that was probably meant by a name that there isn't. The parser suggests options, but no commands.
struct NearestCommand {
    /// How many letters may differ: one in a short name, two in a longer one.
    private static func most(_ name: String) -> Int { name.count < 5 ? 1 : 2 }

    /// `tidings queue take`; nil if all names are known, or none is near.
    let path: String?

    init(to arguments: [String], of root: any ParsableCommand.Type) {
        var (command, names) = (root, [root.configuration.commandName ?? ""])
        for argument in arguments where argument != "help" {
            let below = command.configuration.subcommands
            guard !below.isEmpty, command.configuration.defaultSubcommand == nil, !argument.hasPrefix("-") else { break }
            if let known = below.first(where: { Self.names($0).contains(argument) }) {
                (command, names) = (known, names + [argument])
                continue
            }
            let near = below.flatMap(Self.names).map { ($0, Self.difference(argument, $0)) }.min { $0.1 < $1.1 }
            path = near.flatMap { name, letters in letters <= Self.most(name) ? (names + [name]).joined(separator: " ") : nil }
            return
        }
        path = nil
    }

    private static func names(_ command: any ParsableCommand.Type) -> [String] {
        (command.configuration.commandName.map { [$0] } ?? []) + command.configuration.aliases
    }

    /// Letters to insert, take out or replace; two that are swapped count as one.
    static func difference(_ one: String, _ other: String) -> Int {
        let (left, right) = (Array(one.lowercased().prefix(60)), Array(other))
        var (before, last) = ([Int](), Array(0...right.count))
        for (row, letter) in left.enumerated() {
            var next = [row + 1]
            for (column, wanted) in right.enumerated() {
                var least = min(next[column] + 1, last[column + 1] + 1, last[column] + (letter == wanted ? 0 : 1))
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == wanted { least = min(least, before[column - 1] + 1) }
                next.append(least)
            }
            (before, last) = (last, next)
        }
        return last[right.count]
    }
}
