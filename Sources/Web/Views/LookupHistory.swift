import Records

/// How the rows of a number changed, newest first: when it was seen, and what appeared, what became what, what went.
enum LookupHistory {
    static func html(_ model: LookupModel) -> HTML {
        if model.history.isEmpty { return "" }
        let entries = model.history.map { entry($0, model) }
        return "<h2 class=\"history-title\">\(Words.title)</h2><ol>\(entries)</ol>"
    }

    private static func entry(_ entry: HistoryEntry, _ model: LookupModel) -> HTML {
        """
        <li class="history-entry is-\(entry.change.kind.rawValue)"><p class="history-what">\(Words.name(of: entry.change.kind))</p>\
        <p class="history-when">\(ValueView.time(entry.seen, Wording.dateTime(entry.seen)))</p>\
        <dl class="history-values">\(values(entry.change, model))</dl></li>
        """
    }

    private static func values(_ change: Change, _ model: LookupModel) -> [HTML] {
        let fields = model.schema.fields
        func pair(_ place: Int, _ value: HTML) -> HTML { "<dt>\(fields[place].label)</dt><dd>\(value)</dd>" }
        switch change {
        case .appeared(let record), .gone(let record):
            return fields.indices.filter { fields[$0].name != model.field.name }.map { pair($0, ValueView.html(record.values[at: $0])) }
        case .altered(let before, let after):
            return change.alteredFields.filter(fields.indices.contains).map { place in
                pair(
                    place,
                    """
                    <span class="unseen">\(Words.before) </span><del>\(ValueView.html(before.values[at: place]))</del> \
                    <span class="history-arrow" aria-hidden="true">→</span> \
                    <span class="unseen">\(Words.after) </span><ins>\(ValueView.html(after.values[at: place]))</ins>
                    """)
            }
        }
    }

    private enum Words {
        static let title = "What has changed"
        static let before = "before:"
        static let after = "now:"

        static func name(of kind: Change.Kind) -> String {
            switch kind {
            case .appeared: "Appeared in the list"
            case .altered: "Changed"
            case .gone: "No longer in the list"
            }
        }
    }
}
