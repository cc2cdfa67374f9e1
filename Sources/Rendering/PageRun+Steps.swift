import Fetching
import Foundation
import Records

/// The steps before a page is read: opening, filling in, clicking, waiting. Each has a timeout, and its failure describes the page.
extension PageRun {
    func carryOutSteps() throws {
        guard !order.steps.isEmpty else { return }
        if !order.beginsElsewhere {
            try open(request.url)
            try settle(before: order.steps[0])
        }
        for (index, next) in order.steps.enumerated() {
            step = (index + 1, next.words)
            try carryOut(next)
            if next.stirs { try settle(before: index + 1 < order.steps.count ? order.steps[index + 1] : nil) }
            try checkAnswer()
        }
        step = nil
    }

    /// Whether the steps have passed the login: a field that a secret was filled into no longer exists.
    func checkLogin() throws {
        for case .fill(let selector, .secret(let name)) in order.steps {
            let glance = try glanced()
            guard glance.kind == .login, try called(PageScripts.find, [JSONLine.quoted(selector), "true"]) == "done" else { continue }
            throw BrowserFailure.step(
                "still shows its log-in page after all steps\(words(of: glance.said)): check the secret ‘\(name)’ and the other values")
        }
    }

    private func carryOut(_ step: RenderStep) throws {
        switch step {
        case .open(let text):
            guard let url = RenderStep.url(text, from: request.url) else {
                throw failed("that isn’t an address of the web", showing: false)
            }
            try open(url)
        case .fill(let selector, .value(let value)): try insist(PageScripts.fill, [selector, value].map(JSONLine.quoted) + ["null"])
        case .fill(let selector, .secret(let name)): try fill(selector, name)
        case .press(let selector):
            readiness.stirred(at: .now)
            try insist(PageScripts.press, [JSONLine.quoted(selector)])
        case .wait(let selector): try insist(PageScripts.find, [JSONLine.quoted(selector), "false"])
        case .arrive(let text):
            let goal = RenderStep.url(text, from: request.url)?.absoluteString ?? text
            try insist(PageScripts.arrive, [JSONLine.quoted(goal)])
        }
    }

    /// A secret is filled only into a page whose address the board names, as confirmed by the browser itself.
    private func fill(_ selector: String, _ name: String) throws {
        guard let secret = order.secrets[name] else { throw failed("the secret ‘\(name)’ isn’t given here", showing: false) }
        try insist(PageScripts.find, [JSONLine.quoted(selector), "true"])
        let origins = order.trustedOrigins(of: request.url)
        let place = shown.flatMap { try? WebAddress($0).origin }
        guard place.map(origins.contains) == true else { throw failed(Self.untrusted(place ?? "another page"), showing: false) }
        try insist(PageScripts.fill, [JSONLine.quoted(selector), JSONLine.quoted(secret.text), JSONLine.array(origins.sorted())])
    }

    private static func untrusted(_ origin: String) -> String {
        "the page is now of \(origin), and secrets are filled in only on the board’s own host and those of its steps; "
            + "name the host under render, hosts, if it should have it"
    }

    /// Calls one of our functions until it returns `done`. Otherwise it returns why not yet, or after `!` why never.
    private func insist(_ function: String, _ arguments: [String]) throws {
        let end = min(.now + limits.settling, session.deadline)
        while true {
            let answer = try called(function, arguments)
            if answer == "done" { return }
            if answer.first == "!" || ContinuousClock.now >= end { throw failed(sentence(of: answer)) }
            try session.wait(until: .now + Self.pause)
            try checkAnswer()
        }
    }

    private func sentence(of answer: String) -> String {
        let parts = answer.drop { $0 == "!" }.split(separator: " ", maxSplits: 1)
        let rest = parts.count > 1 ? String(parts[1]) : ""
        return switch parts.first {
        case "none": "nothing visible matches within \(limits.settling)"
        case "away": "the address is \(FetchError.withoutSecrets(rest)) after \(limits.settling)"
        case "locked": "what matches can’t be used within \(limits.settling)"
        case "kind": "what matches isn’t a field to fill in, but ‘\(rest)’"
        case "option": "what matches has no such choice"
        case "taken": "the field doesn’t take what is filled in"
        case "selector": "the selector can’t be read: \(rest)"
        case "origin": Self.untrusted(rest)
        default: "it can’t be carried out"
        }
    }

    /// Waits for the effects of a step, unless the next step does: until the page is quiet, or the time is up.
    private func settle(before next: RenderStep?) throws {
        if next?.waits == true { return }
        readiness.stirred(at: .now)
        let end = min(.now + limits.settling, session.deadline)
        while .now < end {
            _ = try looked(for: nil)
            if readiness.isReady(at: .now) { return }
            try session.wait(until: .now + Self.pause)
        }
    }

    /// A step's failure, with a description of the page.
    func failed(_ why: String, showing: Bool = true) -> BrowserFailure {
        let begun = step.map { "stops at step \($0.number), \($0.what): " } ?? ""
        guard showing, let glance = try? glanced() else { return .step("\(begun)\(hiding(why))") }
        return .step("\(begun)\(hiding(why)); \(words(of: glance))")
    }

    // MARK: The page's contents

    /// Why a page may have no rows, as half a sentence; nil if there is no indication.
    func obstacle() throws -> String? {
        let glance = try glanced()
        return glance.kind == .page ? nil : words(of: glance)
    }

    func glanced() throws -> PageGlance { PageGlance(try called(PageScripts.glance)) }

    private static let captcha =
        "the page asks whether a person is there (a captcha), which Tidings doesn’t answer: "
        + "use a feed or an API of the site, or ask its operator for access"

    func words(of glance: PageGlance) -> String {
        switch glance.kind {
        case .captcha: Self.captcha
        case .login where order.steps.isEmpty: "the page asks to sign in: add steps under render, or find a page that is open to all"
        case .login: "the page asks to sign in\(words(of: glance.said)): check what the steps fill in"
        case .page where glance.title.isEmpty: "the page has no title"
        case .page: "the page shows ‘\(hiding(glance.title))’\(words(of: glance.said))"
        }
    }

    private func words(of said: String) -> String { said.isEmpty ? "" : " and says ‘\(hiding(said))’" }
}

extension RenderStep {
    /// Whether the step may lead to another page.
    fileprivate var stirs: Bool {
        switch self {
        case .open, .press: true
        case .fill, .wait, .arrive: false
        }
    }

    fileprivate var waits: Bool {
        switch self {
        case .wait, .arrive: true
        case .open, .fill, .press: false
        }
    }

    /// A description of the step, without the value that is filled in.
    fileprivate var words: String {
        func shown(_ text: String) -> String { text.count > 80 ? text.prefix(79) + "…" : text }
        return switch self {
        case .open(let address): "open ‘\(shown(FetchError.withoutSecrets(address)))’"
        case .fill(let selector, _): "fill ‘\(shown(selector))’"
        case .press(let selector): "press ‘\(shown(selector))’"
        case .wait(let selector): "wait for ‘\(shown(selector))’"
        case .arrive(let address): "wait for the address ‘\(shown(FetchError.withoutSecrets(address)))’"
        }
    }
}
