package import Foundation
import Records

/// The parameter values that a board's source is queried with: one binding, one feed.
///
/// Canonical: checked, with defaults filled in and omitted optional parameters left out. The same query always gives the same binding, and
/// so the same feed, however it is written. Only a board can make one.
package struct Binding: Hashable, Sendable {
    package let values: [String: String]
}

extension Board {
    /// The parameters that people can choose: all except `source.each`.
    package var chosenParameters: [Parameter] { parameters.filter { $0.name != source.each } }

    /// The chosen values, otherwise the defaults; without a value for `source.each`.
    package func binding(_ given: [String: String] = [:]) throws(ParameterError) -> Binding {
        if let each = source.each, given[each] != nil {
            throw ParameterError(parameter: each, detail: "is not for choosing; all of it is shown together")
        }
        return Binding(values: try chosenParameters.values(given, of: name))
    }

    /// The same for each choice of `source.each`, in order; a single binding if the board has no such parameter.
    package func bindings(_ given: [String: String] = [:]) throws(ParameterError) -> [Binding] {
        let chosen = try binding(given)
        guard let each = parameters.first(where: { $0.name == source.each }) else { return [chosen] }
        return each.choices.map { choice in Binding(values: chosen.values.merging([each.name: choice]) { $1 }) }
    }

    /// The binding that a feed was made with. Throws if the board's parameters have changed since.
    package func binding(stored values: [String: String]) throws(ParameterError) -> Binding {
        Binding(values: try parameters.values(values, of: name))
    }

    /// Whether several sources are shown together.
    package var isSeveral: Bool { (parameters.first { $0.name == source.each }?.choices.count ?? 1) > 1 }

    /// Adds a value for `source.each` if it has none: the first choice.
    package func complete(_ binding: Binding) -> Binding {
        guard let each = parameters.first(where: { $0.name == source.each }), binding.values[each.name] == nil else { return binding }
        return Binding(values: binding.values.merging([each.name: each.choices[0]]) { $1 })
    }

    /// The address of the binding's feed. Throws if the values lead elsewhere than to the board's source.
    package func url(_ binding: Binding) throws(ParameterError) -> URL {
        guard let url = source.address.url(complete(binding).values) else {
            throw ParameterError(
                parameter: binding.values.keys.sorted().joined(separator: ", "), detail: "makes no address with the value it has")
        }
        return url
    }

    /// The values that people chose: without defaults and `source.each`.
    package func chosen(in values: [String: String]) -> [String: String] {
        var chosen: [String: String] = [:]
        for parameter in chosenParameters where values[parameter.name] != (try? parameter.value(nil)) {
            chosen[parameter.name] = values[parameter.name]
        }
        return chosen
    }

    /// The same for display, in the file's order: the labels of parameter and value.
    package func described(_ values: [String: String]) -> [(label: String, value: String)] {
        let chosen = chosen(in: values)
        return chosenParameters.compactMap { parameter in
            chosen[parameter.name].map { (parameter.field.label, parameter.label(of: $0)) }
        }
    }

    /// Whether a stored feed belongs to the board's current file, and not to an address given by hand or used before.
    package func owns(_ url: String, _ values: [String: String]) -> Bool {
        guard let binding = try? binding(stored: values) else { return false }
        return (try? self.url(binding))?.absoluteString == url
    }
}
