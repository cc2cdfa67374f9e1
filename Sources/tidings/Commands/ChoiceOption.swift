import ArgumentParser

/// `--set product=2 --set suburb=Subiaco`: what a board's source is asked with. What is left out is as the board says.
struct ChoiceOption: ParsableArguments {
    @Option(name: .customLong("set"), help: "A parameter of the board: NAME=VALUE. May be repeated.") var pairs: [String] = []

    func values() throws -> [String: String] {
        var values: [String: String] = [:]
        for pair in pairs {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty else { throw Failure(.badUse, "set: '\(pair)' is not NAME=VALUE") }
            guard values.updateValue(parts[1], forKey: parts[0]) == nil else { throw Failure(.badUse, "set: '\(parts[0])' is there twice") }
        }
        return values
    }
}
