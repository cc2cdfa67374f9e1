/// A part of a page that its summary opens: settings and details that most visits don't need.
package enum Disclosure {
    /// `name` is an additional class for the style sheet.
    package static func html(
        _ summary: String, name: String? = nil, id: String? = nil, isOpen: Bool = false, _ content: HTML
    ) -> HTML {
        html(markup: "\(summary)", name: name, id: id, isOpen: isOpen, content)
    }

    /// `hooks` are attributes for scripts.
    package static func html(
        markup summary: HTML, name: String? = nil, id: String? = nil, hooks: HTML? = nil, isOpen: Bool = false, _ content: HTML
    ) -> HTML {
        let name: HTML? = name.map { " \($0)" }
        let id: HTML? = id.map { #" id="\#($0)""# }
        return """
            <details class="more\(name)"\(id)\(hooks)\(isOpen ? " open" : nil as HTML?)><summary>\(summary)</summary>\
            \(content)</details>
            """
    }

    /// A quiet button that asks for confirmation: `content` describes the effect and has the form. `isHarsh`: it removes something.
    package static func removal(_ label: String, isHarsh: Bool = true, _ content: HTML) -> HTML {
        """
        <details class="removal"><summary class="quiet-button\(isHarsh ? " is-harsh" : nil as HTML?)">\(label)</summary>\(content)</details>
        """
    }
}
