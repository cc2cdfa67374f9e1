import Extraction

/// JSON in the scripts of a page: linked data, the state of a framework, objects that a script assigns.
struct ScriptData {
    private(set) var linked: [JSONValue] = []
    private(set) var states: [JSONValue] = []

    /// A script that assigns less is a setting.
    private static let (leastAssigned, mostAssigned) = (2000, 8)

    init(_ scripts: [PageTree.Script], _ steps: Steps) {
        for script in scripts {
            guard steps.take(1 + script.text.utf8.count / 64) else { break }
            let type = script.type.lowercased()
            if type.contains("ld+json") {
                if let value = Self.json(script.text) { linked.append(value) }
            } else if type.contains("json") || script.id.hasPrefix("__N") {
                if let value = Self.json(script.text) { states.append(value) }
            } else if type.isEmpty || type.contains("javascript") || type == "module" {
                guard script.text.utf8.count >= Self.leastAssigned else { continue }
                let assigned = ScriptText.assigned(in: Array(script.text.utf8), least: Self.leastAssigned, most: Self.mostAssigned)
                states += assigned.compactMap { try? JSONDocument($0.json).root }
            }
        }
    }

    private static func json(_ text: String) -> JSONValue? {
        ScriptText.json(in: Array(text.utf8), variable: nil).flatMap { try? JSONDocument($0).root }
    }
}
