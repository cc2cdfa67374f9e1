import BoardPages
import Localisation
import Records
import Serving

/// The changes of a number's rows, newest first: when they were detected, and what was added, changed and removed.
struct LookupHistory {
    let words: Words

    private var shown: ValueView { ValueView(words) }

    func html(_ model: LookupModel) -> HTML {
        if model.history.isEmpty { return "" }
        let entries = model.history.map { entry($0, model) }
        return #"<h2 class="history-title">\#(words("Changes"))</h2><ol>\#(entries)</ol>"#
    }

    private func entry(_ entry: HistoryEntry, _ model: LookupModel) -> HTML {
        """
        <li class="history-entry is-\(entry.change.kind.rawValue)"><p class="history-what">\(name(of: entry.change.kind))</p>\
        <p class="history-when">\(shown.time(entry.seen))</p>\
        <dl class="history-values">\(values(entry.change, model))</dl></li>
        """
    }

    private func values(_ change: Change, _ model: LookupModel) -> [HTML] {
        let fields = model.schema.fields
        func pair(_ place: Int, _ value: HTML) -> HTML { "<dt>\(fields[place].label)</dt><dd>\(value)</dd>" }
        switch change {
        case .appeared(let record), .gone(let record):
            return fields.indices.filter { fields[$0].name != model.field.name }.map {
                pair($0, shown.html(record.values[at: $0], of: fields[$0]))
            }
        case .altered(let before, let after):
            return change.alteredFields.filter(fields.indices.contains).map { place in
                pair(
                    place,
                    """
                    <span class="unseen">\(words("before:")) </span><del>\(shown.html(before.values[at: place], of: fields[place]))</del> \
                    <span class="history-arrow" aria-hidden="true">→</span> \
                    <span class="unseen">\(words("now:")) </span><ins>\(shown.html(after.values[at: place], of: fields[place]))</ins>
                    """)
            }
        }
    }

    private func name(of kind: Change.Kind) -> String {
        switch kind {
        case .appeared: words("Appeared on the list")
        case .altered: words("Changed")
        case .gone: words("No longer on the list")
        }
    }
}
