import Boards
import Fetching
import Localisation
import Records
import Serving

/// The steps as typed, and the result of a trial.
struct StepsModel: Sendable {
    private(set) var steps: [TypedStep]
    /// Sentences by field name.
    private(set) var problems: [String: String] = [:]
    var problem: String?
    /// Whether the problem is a server setting.
    var isForSettings = false
    var found: Found?
    /// The screenshot of the trial, as WebP; nil if there is none.
    var picture: [UInt8]?

    struct Found: Sendable {
        let schema: Schema
        let records: [Record]
    }

    /// A control of a step.
    enum Part: String, CaseIterable {
        case kind, place, input

        func name(_ step: Int) -> String { "\(rawValue).\(step)" }
    }

    /// One empty step if there is none.
    init(_ steps: [TypedStep]) { self.steps = steps.isEmpty ? [TypedStep()] : steps }

    /// As submitted.
    init(_ form: Form) {
        let count = min(RenderOrder.stepLimit, max(0, Int(form["count"]) ?? 0))
        let steps = (0..<count).map { step -> TypedStep in
            func text(_ part: Part, _ length: Int) -> String { String(form[part.name(step)].trimmingWhitespace().prefix(length)) }
            return TypedStep(
                TypedStep.Kind(rawValue: form[Part.kind.name(step)]) ?? .press, text(.place, TypedStep.placeLength),
                text(.input, TypedStep.inputLength))
        }
        self.init(steps)
    }

    var canAdd: Bool { steps.count < RenderOrder.stepLimit }

    mutating func add() { if canAdd { steps.append(TypedStep()) } }

    /// Applies `remove-2` or `up-2`, with a step's index from 0. Returns false for anything else.
    mutating func change(_ act: String) -> Bool {
        let words = act.split(separator: "-", omittingEmptySubsequences: false)
        guard words.count == 2, let place = Int(words[1]), steps.indices.contains(place) else { return false }
        switch words[0] {
        case "remove":
            steps.remove(at: place)
            if steps.isEmpty { add() }
        case "up" where place > 0: steps.swapAt(place - 1, place)
        default: return false
        }
        return true
    }

    /// The steps without empty ones; nil, with errors at the fields, if a step is invalid.
    mutating func read(_ words: Words) -> [RenderStep]? {
        var read: [RenderStep] = []
        for (place, step) in steps.enumerated() where !step.isEmpty {
            do throws(TypedStep.Problem) { read.append(try step.step()) } catch {
                let wrong: (part: Part, sentence: String) =
                    switch error {
                    case .noPlace: (.place, words("Fill this in."))
                    case .noInput: (.input, words("Fill this in."))
                    case .notAddress: (.place, words("Enter an address like /login or https://example.org/login."))
                    case .notSecretName: (.input, words("Enter a name in lower-case letters, digits and underscores, like shop_login."))
                    case .tooLong: (step.place.utf8.count > TypedStep.selectorLimit ? .place : .input, words("This is too long."))
                    }
                problems[wrong.part.name(place)] = wrong.sentence
            }
        }
        return problems.isEmpty ? read : nil
    }
}
