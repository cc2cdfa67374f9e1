/// A checkbox with its label, in a form that has a submit button.
package enum Checkbox {
    /// Without a `value`, a browser sends "on".
    package static func html(_ label: String, name: String, value: String? = nil, isTicked: Bool = false) -> HTML {
        html(markup: "\(label)", name: name, value: value, isTicked: isTicked)
    }

    /// `attributes` are further attributes of the box, such as `required`.
    package static func html(
        markup label: HTML, name: String, value: String? = nil, isTicked: Bool = false, attributes: HTML? = nil
    ) -> HTML {
        let value: HTML? = value.map { #" value="\#($0)""# }
        return """
            <label class="check"><input type="checkbox" name="\(name)"\(value)\(isTicked ? " checked" : nil as HTML?)\(attributes)>\
            <span>\(label)</span></label>
            """
    }
}
