import Extraction
import JSONReading

/// JSON in the scripts of a page: linked data, a framework's state, objects assigned to variables.
struct ScriptData {
    private(set) var linked: [JSONValue] = []
    private(set) var states: [State] = []

    /// Data in a script, and how a board finds it: by the path to the script, or by the name of the variable.
    struct State {
        let value: JSONValue
        var path: String?
        var variable: String?
    }

    /// Smaller assignments are settings.
    private static let (leastAssigned, assignedLimit) = (2000, 8)

    init(_ scripts: [PageTree.Script], _ steps: Steps) {
        var pieces: [[UInt8]] = []
        for script in scripts {
            guard steps.take(1 + script.text.utf8.count / 64) else { break }
            let type = script.type.lowercased()
            if type.contains("ld+json") {
                if let value = Self.json(script.text) { linked.append(value) }
            } else if type.contains("json") || script.id.hasPrefix("__N") {
                if let value = Self.json(script.text) {
                    let isNamed = StepChoice.isLasting(script.id) || script.id.hasPrefix("__")
                    let path = isNamed ? StepChoice.quoted(script.id).map { "//script[@id=\($0)]" } : nil
                    states.append(State(value: value, path: path))
                }
            } else if type.isEmpty || type.contains("javascript") || type == "module" {
                if script.text.contains(FlightText.variable) { pieces.append(Array(script.text.utf8)) }
                guard script.text.utf8.count >= Self.leastAssigned else { continue }
                let assigned = ScriptText.assigned(in: Array(script.text.utf8), least: Self.leastAssigned, limit: Self.assignedLimit)
                states += assigned.compactMap { assigned in
                    (try? JSONDocument(assigned.json).root).map {
                        State(value: $0, variable: assigned.name.isEmpty ? nil : assigned.name)
                    }
                }
            }
        }
        if let stream = FlightText.json(in: pieces), let value = try? JSONDocument(stream).root {
            states.append(State(value: value, variable: FlightText.variable))
        }
    }

    private static func json(_ text: String) -> JSONValue? {
        ScriptText.json(in: Array(text.utf8), variable: nil).flatMap { try? JSONDocument($0).root }
    }
}
