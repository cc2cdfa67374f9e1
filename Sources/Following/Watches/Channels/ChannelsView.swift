import Localisation
import Notifying
import Records
import Serving

/// `/notices/channels`: each channel with its health, a test and actions; below, forms to add others.
struct ChannelsView {
    let model: ChannelsModel
    let words: Words

    func page(_ reader: Reader, assets: String) -> HTML {
        let title = words("Channels")
        let lines = model.channels.map { line -> HTML in
            #"<li class="watch-card channel" id="channel-\#(line.channel.id)"><channel-line>\#(content(of: line))</channel-line></li>"#
        }
        return PageShell(title: title, assets: assets, kind: .watches, reader: reader).page(
            """
            <div class="watch-page">
            \(PageHeading.html(
                title, back: BackLink.html(words("Notices"), to: WatchPaths.notices),
                lead: words("You always see notices here. Channels also send them to your phone, mail or other apps.")))
            \(word)\(secret)
            \(lines.isEmpty ? nil : #"<ul class="watches">\#(lines)</ul>"# as HTML?)\(waiting)
            <section class="why-part"><h2>\(words("Add a channel"))</h2>\(push)\(forms)</section>
            </div>
            """)
    }

    // MARK: A channel

    /// The content of a card, which a script replaces after a test. `tested` is the result of the test; `refused` says that its host can't
    /// be reached.
    func content(of line: ChannelLine, tested: Delivery? = nil, refused: String? = nil) -> HTML {
        let channel = line.channel
        let test: HTML = """
            <button class="quiet-button" type="submit" data-test>\(WatchSymbols.bell)<span>\(words("Send a test"))</span></button>
            """
        return """
            <p class="watch-board">\(ChannelKind(channel.kind).map { words($0.label) } ?? channel.kind)</p><h2 class="watch-sentence"><bdi>\
            \(channel.name)</bdi></h2>\
            <div class="channel-state" role="status">\
            \(refused.map { failing("\(words("Test not delivered.")) \($0)") } ?? state(channel, tested))</div>\
            <p class="watch-facts">\(uses(line))</p>\
            <div class="watch-buttons">\
            \(form(channel, "test", test))\
            \(use(line))\(rename(channel))\(remove(channel))</div>
            """
    }

    private func state(_ channel: Channel, _ tested: Delivery?) -> HTML {
        switch tested {
        case .delivered?: return #"<p class="state is-fresh">\#(words("Test delivered."))</p>"#
        case .later(_, let reason)?: return failing(words("Test not delivered: \(reason)."))
        case .refused(let reason)?: return failing(words("Test refused: \(reason)."))
        case .gone(let reason)?: return failing(words("This address no longer exists: \(reason)."))
        case nil: break
        }
        let last = channel.lastDelivered.map { "\(words("Last delivered")) \(ValueView(words).time($0))" } as HTML?
        if channel.isGone { return failing(words("This address no longer exists. Tidings sends nothing there."), channel.failure) }
        if let failure = channel.failure { return failing(words("The last notice didn’t get through."), failure) }
        return last.map { #"<p class="state is-fresh"><span>\#($0)</span></p>"# } ?? #"<p class="state">\#(words("Not used yet"))</p>"#
    }

    private func failing(_ sentence: String, _ reason: String? = nil) -> HTML {
        """
        <p class="state is-failing">\(sentence)</p>\
        \(reason.map { #"<p class="why-failure"><bdi lang="en">\#($0.asSentence)</bdi></p>"# } as HTML?)
        """
    }

    private func uses(_ line: ChannelLine) -> HTML {
        guard line.watches > 0 else { return "" }
        return
            """
            <span>\
            \(line.uses == line.watches ? words("Used by all your watches") : words("\(line.uses) of \(line.watches) watches use it"))\
            </span>
            """
    }

    private func use(_ line: ChannelLine) -> HTML {
        guard line.uses < line.watches, !line.channel.isGone else { return "" }
        return form(
            line.channel, nil,
            #"<button class="quiet-button" type="submit" name="do" value="use">\#(words("Use it for all"))</button>"#)
    }

    private func rename(_ channel: Channel) -> HTML {
        let id: HTML = "channel-\(channel.id)-name"
        let fields: HTML = """
            <label class="field-label" for="\(id)">\(words("Name"))</label>\
            <input class="field-input" id="\(id)" name="name" value="\(channel.name)" maxlength="60" required>\
            <button class="button" type="submit" name="do" value="rename">\(words("Save"))</button>
            """
        return Disclosure.removal(words("Rename"), isHarsh: false, form(channel, nil, fields))
    }

    private func remove(_ channel: Channel) -> HTML {
        let warning: HTML = """
            <p>\(words("Tidings sends nothing more there, including waiting notices."))</p>\
            <button class="button is-harsh" type="submit" name="do" value="remove">\(words("Remove channel"))</button>
            """
        return Disclosure.removal(words("Remove"), form(channel, nil, warning))
    }

    private func form(_ channel: Channel, _ action: HTML?, _ content: HTML) -> HTML {
        let path = WatchPaths.channel(channel.id)
        return #"<form method="post" action="\#(path)\#(action.map { "/\($0)" } as HTML?)">\#(model.token)\#(content)</form>"#
    }

    // MARK: The last action

    private var word: HTML {
        guard let word = model.word else { return "" }
        let isProblem = [.nameTaken, .tooMany, .linkFailed].contains(word)
        let text =
            switch word {
            case .linkSent: words("We’ve sent a message to that address. Open its link to start getting notices there.")
            case .added: words("Added. Send a test to see that it works.")
            case .renamed: words("Renamed.")
            case .removed: words("Removed.")
            case .nameTaken: words("That name is taken, so the old one stays.")
            case .tooMany: words("Too many unconfirmed addresses. Try again in a few days.")
            case .linkFailed: words("Tidings couldn’t send the message, so it didn’t add the address.")
            }
        return #"<p class="word\#(isProblem ? " is-problem" : nil as HTML?)" role="status">\#(text)</p>"#
    }

    private var secret: HTML {
        guard let (name, secret) = model.secret else { return "" }
        return """
            <div class="word" role="status"><p>\
            \(words("“\(name)” has been added. Copy its secret now; the receiver uses it to check signatures. You won’t see it again."))\
            </p>\
            <p><code class="secret" tabindex="0">\(secret)</code>\(CopyButton.html(words))</p></div>
            """
    }

    private var waiting: HTML {
        guard !model.waiting.isEmpty else { return "" }
        let lines = model.waiting.map {
            "<li><bdi>\($0.name)</bdi> <small>\(words("waiting for confirmation"))</small></li>" as HTML
        }
        return #"<ul class="deliveries waiting">\#(lines)</ul>"#
    }

    // MARK: Other kinds

    /// Filled in by the page's script if the browser supports push.
    private var push: HTML {
        model.kinds.contains { $0.name == WebPush.kind } ? #"<push-device class="watch-card"></push-device>"# : ""
    }

    private var forms: HTML {
        guard !model.kinds.isEmpty else {
            return EmptyState.html(words("No channels are set up on this server yet. Ask your administrator."))
        }
        return "\(ChannelKind.all.filter(\.isTyped).map { model.kinds.contains($0) ? new($0) : missing($0) })"
    }

    /// A kind that isn't configured on this server, with a link to the settings.
    private func missing(_ kind: ChannelKind) -> HTML {
        let link: HTML =
            model.mayServe
            ? "<a class=\"quiet-button\" href=\"\(MainWays.server)#\(kind.setting ?? "")\">\(words("Set up"))</a>"
            : "<p class=\"field-hint\">\(words("Ask your administrator to set it up."))</p>"
        return """
            <div class="watch-card is-missing"><strong>\(words(kind.label))</strong>\
            <p class="field-hint">\(words("Not set up on this server yet."))</p>\(link)</div>

            """
    }

    private func new(_ kind: ChannelKind) -> HTML {
        let form = model.form.kind == kind ? model.form : NewChannel(kind)
        let isOpen = form.problem != nil || !form.problems.isEmpty
        let problem = form.problem.map { FieldProblem.html(markup: "\($0)\(form.isForSettings ? settings : nil)", of: "new-\(kind.name)") }
        let inputs = kind.fields.filter(\.isTyped).map {
            ChannelInput(kind: kind, field: $0, problem: form.problems[$0.name], words: words).html(form.values[$0.name])
        }
        let named = ChannelInput(
            kind: kind, field: ChannelField("name", Phrase("Name (optional)"), length: 0...60, isRequired: false), words: words)
        return """
            <details class="new-channel watch-card"\(isOpen ? " open" : nil as HTML?)><summary>\(words(kind.label))</summary>\
            <form class="watch-form" method="post" action="\(WatchPaths.channels)">\(model.token)\
            <input type="hidden" name="kind" value="\(kind.name)">\
            \(problem)\(inputs)\(named.html(form.name))\
            \(kind.isConfirmed ? nil : all(form))\
            <div class="watch-actions"><button class="button" type="submit">\
            \(kind.isConfirmed ? words("Send the link") : words("Add"))</button></div></form></details>

            """
    }

    private var settings: HTML? {
        model.mayServe ? FormView.hostSettings(words) : nil
    }

    private func all(_ form: NewChannel) -> HTML {
        """
        <label class="choice"><input type="checkbox" name="all"\(form.isForAll ? " checked" : nil as HTML?)>\
        <span>\(words("Use it for all my watches"))</span></label>
        """
    }
}

/// The input for a field of a new channel.
private struct ChannelInput {
    let kind: ChannelKind
    let field: ChannelField
    var problem: String?
    let words: Words

    private var id: HTML { "new-\(kind.name)-\(field.name)" }
    private var wrong: HTML? { problem.map { _ in " aria-invalid=\"true\" aria-describedby=\"\(id)-problem\"" } }

    /// Secrets aren't prefilled.
    func html(_ value: String?) -> HTML {
        let about = field.hint.map { "<p class=\"field-hint\">\(words($0))</p>" } as HTML?
        let hint: HTML = "\(about)\(FormView.fieldProblem(problem, of: "new-\(kind.name)-\(field.name)"))"
        switch field.input {
        case .choice(let choices):
            let chosen = value ?? choices.first?.value
            let inputs = choices.map { choice -> HTML in
                """
                <label class="choice"><input type="radio" name="\(field.name)" \
                value="\(choice.value)"\(chosen == choice.value ? " checked" : nil as HTML?)>\
                <span>\(words(choice.label))</span></label>
                """
            }
            return #"<fieldset class="choices"><legend>\#(words(field.label))</legend>\#(inputs)</fieldset>\#(hint)"#
        case .code:
            return labelled(
                """
                <textarea class="field-input is-code" id="\(id)" name="\(field.name)" rows="4" \
                spellcheck="false"\(wrong)>\(value ?? "")</textarea>\
                \(hint)
                """)
        case .text: return "\(input(#"type="text""#, value))\(hint)"
        case .url: return "\(input(#"type="url""#, value))\(hint)"
        case .mailAddress: return "\(input(#"type="email" autocomplete="email""#, value))\(hint)"
        case .secret: return "\(input(#"type="password" autocomplete="off""#, nil))\(hint)"
        case .ignored: return ""
        }
    }

    private func labelled(_ content: HTML) -> HTML {
        #"<div class="field of-\#(field.name)"><label class="field-label" for="\#(id)">\#(words(field.label))</label>\#(content)</div>"#
    }

    private func input(_ attributes: HTML, _ value: String?) -> HTML {
        labelled(
            """
            <input class="field-input" id="\(id)" name="\(field.name)" value="\(value ?? "")" \(attributes) \
            maxlength="\(field.length.upperBound)"\
            \(field.example.map { " placeholder=\"\($0)\"" } as HTML?)\(field.isRequired ? " required" : nil as HTML?) \
            autocapitalize="none" spellcheck="false"\(wrong)>
            """)
    }
}

/// The page that a confirmation link opens.
enum ConfirmationView {
    static func page(_ token: String, _ reader: Reader, assets: String) -> HTML {
        let words = reader.words
        let title = words("Confirm address")
        return PageShell(title: title, assets: assets, kind: .watches, reader: reader).page(
            """
            <div class="watch-page">\(PageHeading.html(title, lead: words("Notices now come to this address too.")))
            \(ButtonForm.html(
                words("Yes, send them here"), to: "\(WatchPaths.channels)/confirm/\(token)", reader.formField, kind: .main))</div>
            """)
    }
}
