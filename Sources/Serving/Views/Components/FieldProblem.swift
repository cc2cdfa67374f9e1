/// The error message beside a field or a form.
package enum FieldProblem {
    /// With an `id`, the field refers to it as `id-problem` (`aria-describedby`).
    package static func html(_ sentence: String, of id: String? = nil) -> HTML { html(markup: "\(sentence)", of: id) }

    package static func html(markup sentence: HTML, of id: String? = nil) -> HTML {
        let id: HTML? = id.map { #" id="\#($0)-problem""# }
        return #"<p class="field-problem"\#(id) role="alert">\#(Symbols.caution)<span>\#(sentence)</span></p>"#
    }
}
