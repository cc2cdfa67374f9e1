package import Foundation
import Records

/// The values that a board's source is asked with: one binding, one feed.
///
/// Canonical: checked, defaults filled in, what may be left out and was is not there. The same question gives the same binding, and so
/// the same feed, however many people ask it in however many ways. Only a board makes one.
package struct Binding: Hashable, Sendable {
    package let values: [String: String]
}

extension Board {
    /// The parameters that people choose: all but the one that `source.each` goes through.
    package var chosenParameters: [Parameter] { parameters.filter { $0.name != source.each } }

    /// What was chosen, or the standard; without a value for `source.each`.
    package func binding(_ given: [String: String] = [:]) throws(ParameterError) -> Binding {
        if let each = source.each, given[each] != nil {
            throw ParameterError(parameter: each, detail: "is not for choosing; all of it is shown together")
        }
        return Binding(values: try chosenParameters.values(given, of: name))
    }

    /// The same for each choice of `source.each`, in their order; one where a board has no such parameter.
    package func bindings(_ given: [String: String] = [:]) throws(ParameterError) -> [Binding] {
        let chosen = try binding(given)
        guard let each = parameters.first(where: { $0.name == source.each }) else { return [chosen] }
        return each.choices.map { choice in Binding(values: chosen.values.merging([each.name: choice]) { $1 }) }
    }

    /// The binding with which a feed was made. Throws where the board's parameters have become others since.
    package func binding(stored values: [String: String]) throws(ParameterError) -> Binding {
        Binding(values: try parameters.values(values, of: name))
    }

    /// Whether several sources are shown together.
    package var isSeveral: Bool { (parameters.first { $0.name == source.each }?.choices.count ?? 1) > 1 }

    /// With a value for `source.each` too: the first where there is none.
    package func complete(_ binding: Binding) -> Binding {
        guard let each = parameters.first(where: { $0.name == source.each }), binding.values[each.name] == nil else { return binding }
        return Binding(values: binding.values.merging([each.name: each.choices[0]]) { $1 })
    }

    /// The address of the binding's feed. Throws for values that lead elsewhere than the board means.
    package func url(_ binding: Binding) throws(ParameterError) -> URL {
        guard let url = source.address.url(complete(binding).values) else {
            throw ParameterError(
                parameter: binding.values.keys.sorted().joined(separator: ", "), detail: "makes no address with the value it has")
        }
        return url
    }

    /// Of a binding's values those that somebody chose: neither standard nor of `source.each`.
    package func chosen(in values: [String: String]) -> [String: String] {
        var chosen: [String: String] = [:]
        for parameter in chosenParameters where values[parameter.name] != (try? parameter.value(nil)) {
            chosen[parameter.name] = values[parameter.name]
        }
        return chosen
    }

    /// The same as people read it, in the file's order: the parameter's label and the value's.
    package func described(_ values: [String: String]) -> [(label: String, value: String)] {
        let chosen = chosen(in: values)
        return chosenParameters.compactMap { parameter in
            chosen[parameter.name].map { (parameter.field.label, parameter.label(of: $0)) }
        }
    }

    /// Whether a stored feed is one of the board's as it is now, and not of an address that was given by hand or held before.
    package func owns(_ url: String, _ values: [String: String]) -> Bool {
        guard let binding = try? binding(stored: values) else { return false }
        return (try? self.url(binding))?.absoluteString == url
    }
}
