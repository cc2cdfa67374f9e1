import Foundation
import Records

extension Discovery.Findings {
    /// One JSON object: the candidates with their rows, types, keys and paths, and the parts left out.
    package var json: String {
        var line = JSONLine()
        line.add("candidates", candidates.map(\.json))
        line.add("left_out", leftOut.map(\.description))
        if !alternates.isEmpty { line.add("alternates", alternates.map(\.json)) }
        if !frames.isEmpty { line.add("frames", frames.map(\.address.absoluteString)) }
        return line.closed
    }
}

extension Alternate {
    fileprivate var json: JSONLine {
        var line = JSONLine()
        line.add("address", address.absoluteString)
        line.add("type", kind.rawValue)
        if !title.isEmpty { line.add("title", title) }
        return line
    }
}

extension Candidate {
    fileprivate var json: JSONLine {
        var line = JSONLine()
        line.add("count", rowCount)
        line.add("score", points: score)
        line.add("key", key.map { fields[$0].name })
        var types = JSONLine()
        for field in fields { types.add(field.name, field.json) }
        line.add("types", types)
        if let path { line.add("path", path) }
        line.add("rows", rows.map { json(ofRow: $0) })
        return line
    }

    private func json(ofRow row: [Value?]) -> JSONLine {
        var line = JSONLine()
        for (field, value) in zip(fields, row) { line.add(field.name, value) }
        return line
    }
}

extension Candidate.Field {
    fileprivate var json: JSONLine {
        var line = JSONLine()
        line.add("type", kind.rawValue)
        if let unit { line.add("unit", unit) }
        if let currency { line.add("currency", currency) }
        if isOptional { line.add("optional", true) }
        if !nothings.isEmpty { line.add("none", nothings) }
        if let dates { line.add("format", dates.source) }
        if let language = dates?.language { line.add("language", language) }
        if let numbers, numbers.decimal != "." || numbers.group != nil {
            line.add("decimal", String(numbers.decimal))
            if let group = numbers.group { line.add("group", String(group)) }
        }
        if !paths.isEmpty { line.add("paths", paths) }
        return line
    }
}
