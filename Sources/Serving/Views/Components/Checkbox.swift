/// A checkbox and its label, of a form that is sent with a button.
package enum Checkbox {
    /// Without a `value`, a browser sends "on".
    package static func html(_ label: String, name: String, value: String? = nil, isTicked: Bool = false) -> HTML {
        html(markup: "\(label)", name: name, value: value, isTicked: isTicked)
    }

    /// `attributes` are the box's others, such as `required`.
    package static func html(
        markup label: HTML, name: String, value: String? = nil, isTicked: Bool = false, attributes: HTML? = nil
    ) -> HTML {
        let value: HTML? = value.map { " value=\"\($0)\"" }
        return """
            <label class="check"><input type="checkbox" name="\(name)"\(value)\(isTicked ? " checked" : nil as HTML?)\(attributes)>\
            <span>\(label)</span></label>
            """
    }
}
