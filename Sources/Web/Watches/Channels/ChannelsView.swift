import Localisation
import Notifying
import Records
import Storage

/// `/notices/channels`: each way to be told with how it is doing, a test and the ways to alter it; below, the forms for others.
struct ChannelsView {
    let model: ChannelsModel
    let words: Words

    func page(_ reader: Reader, assets: String) -> HTML {
        let title = words("How you are told")
        let lines = model.channels.map { line -> HTML in
            "<li class=\"watch-card channel\" id=\"channel-\(line.channel.id)\"><channel-line>\(content(of: line))</channel-line></li>"
        }
        return PageShell(title: title, assets: assets, reader: reader).page(
            """
            <div class="watch-page">
            <header class="watch-intro"><p class="detail-way"><a href="\(WatchPaths.notices)">\(words("Notices"))</a></p><h1>\(title)</h1>\
            <p class="lead">\(words("What you watch is always in your list of notices here. These ways reach you besides."))</p></header>
            \(word)\(secret)
            \(lines.isEmpty ? nil : "<ul class=\"watches\">\(lines)</ul>" as HTML?)\(waiting)
            <section class="why-part"><h2>\(words("Add a way"))</h2>\(push)\(forms)</section>
            </div>
            """)
    }

    // MARK: A channel

    /// What a card shows; a script puts it in anew after a test. `tested` is what just came of one.
    func content(of line: ChannelLine, tested: Delivery? = nil) -> HTML {
        let channel = line.channel
        return """
            <p class="watch-board">\(ChannelKind(channel.kind)?.label(words) ?? channel.kind)</p><h2 class="watch-sentence"><bdi>\(channel.name)</bdi></h2>\
            <div class="channel-state" role="status">\(state(channel, tested))</div>\
            <p class="watch-facts">\(uses(line))</p>\
            <div class="watch-buttons">\(form(channel, "test", "<button class=\"quiet-button\" type=\"submit\" data-test>\(WatchSymbols.bell)<span>\(words("Send a test"))</span></button>"))\
            \(use(line))\(rename(channel))\(remove(channel))</div>
            """
    }

    private func state(_ channel: Channel, _ tested: Delivery?) -> HTML {
        switch tested {
        case .delivered?: return "<p class=\"state is-fresh\">\(words("The test was delivered."))</p>"
        case .later(_, let reason)?: return failing(words("The test was not delivered: \(reason)."))
        case .refused(let reason)?: return failing(words("The test was refused: \(reason)."))
        case .gone(let reason)?: return failing(words("The address is no more: \(reason)."))
        case nil: break
        }
        let last = channel.lastDelivered.map { "\(words("Last delivered")) \(ValueView(words).time($0))" } as HTML?
        if channel.isGone { return failing(words("The address is no more, and nothing is sent there."), channel.failure) }
        if let failure = channel.failure { return failing(words("The last notice did not get through."), failure) }
        return last.map { "<p class=\"state is-fresh\"><span>\($0)</span></p>" } ?? "<p class=\"state\">\(words("Not used yet"))</p>"
    }

    private func failing(_ sentence: String, _ reason: String? = nil) -> HTML {
        "<p class=\"state is-failing\">\(sentence)</p>\(reason.map { "<p class=\"why-failure\"><bdi lang=\"en\">\($0.asSentence)</bdi></p>" } as HTML?)"
    }

    private func uses(_ line: ChannelLine) -> HTML {
        guard line.watches > 0 else { return "" }
        return
            "<span>\(line.uses == line.watches ? words("All your watches use it") : words("\(line.uses) of \(line.watches) watches use it"))</span>"
    }

    private func use(_ line: ChannelLine) -> HTML {
        guard line.uses < line.watches, !line.channel.isGone else { return "" }
        return form(
            line.channel, nil,
            "<button class=\"quiet-button\" type=\"submit\" name=\"do\" value=\"use\">\(words("Use it for all"))</button>")
    }

    private func rename(_ channel: Channel) -> HTML {
        let id: HTML = "channel-\(channel.id)-name"
        return """
            <details class="removal"><summary class="quiet-button">\(words("Rename"))</summary>\
            \(form(channel, nil, "<label class=\"field-label\" for=\"\(id)\">\(words("Name"))</label><input class=\"field-input\" id=\"\(id)\" name=\"name\" value=\"\(channel.name)\" maxlength=\"60\" required><button class=\"button\" type=\"submit\" name=\"do\" value=\"rename\">\(words("Save"))</button>"))</details>
            """
    }

    private func remove(_ channel: Channel) -> HTML {
        """
        <details class="removal"><summary class="quiet-button">\(words("Remove"))</summary>\
        \(form(channel, nil, "<p>\(words("Nothing more is sent there, also what waits to be sent."))</p><button class=\"button is-harsh\" type=\"submit\" name=\"do\" value=\"remove\">\(words("Remove this way"))</button>"))</details>
        """
    }

    private func form(_ channel: Channel, _ action: HTML?, _ content: HTML) -> HTML {
        let path = WatchPaths.channel(channel.id)
        return "<form method=\"post\" action=\"\(path)\(action.map { "/\($0)" } as HTML?)\">\(model.token)\(content)</form>"
    }

    // MARK: What was just done

    private var word: HTML {
        guard let word = model.word else { return "" }
        let isProblem = [.nameTaken, .tooMany, .linkFailed].contains(word)
        let text =
            switch word {
            case .linkSent: words("A mail is on its way to that address. Follow the link in it, and notices come there too.")
            case .added: words("Added. Send a test to see that it works.")
            case .renamed: words("Renamed.")
            case .removed: words("Removed.")
            case .nameTaken: words("It keeps its name: the other one is taken.")
            case .tooMany: words("Too many addresses wait to be confirmed already. Try again in a few days.")
            case .linkFailed: words("The mail could not be sent, so the address was not added.")
            }
        return "<p class=\"word\(isProblem ? " is-problem" : nil as HTML?)\" role=\"status\">\(text)</p>"
    }

    private var secret: HTML {
        guard let (name, secret) = model.secret else { return "" }
        return """
            <div class="word" role="status"><p>\(words("“\(name)” is added. This is its secret, shown this once: its receiver checks the signature of what comes with it."))</p>\
            <p><code class="secret">\(secret)</code></p></div>
            """
    }

    private var waiting: HTML {
        guard !model.waiting.isEmpty else { return "" }
        let lines = model.waiting.map {
            "<li><bdi>\($0.name)</bdi> <small>\(words("waits for its link to be followed"))</small></li>" as HTML
        }
        return "<ul class=\"deliveries waiting\">\(lines)</ul>"
    }

    // MARK: Others

    /// Filled by the page's script where the browser can do it.
    private var push: HTML {
        model.kinds.contains(.push) ? "<push-device class=\"watch-card\" hidden></push-device>" : ""
    }

    private var forms: HTML {
        let forms = model.kinds.filter { $0 != .push }.map(new)
        guard forms.isEmpty else { return "\(forms)" }
        return model.kinds.isEmpty ? "<p class=\"empty\">\(words("Whoever runs this server has not set up any way yet."))</p>" : ""
    }

    private func new(_ kind: ChannelKind) -> HTML {
        let form = model.form.kind == kind ? model.form : NewChannel(kind)
        let isOpen = form.problem != nil
        let problem =
            form.problem.map {
                "<p class=\"field-problem\" role=\"alert\" id=\"new-\(kind.rawValue)-problem\">\(Symbols.caution)<span>\($0)</span></p>"
            } as HTML?
        return """
            <details class="new-channel watch-card"\(isOpen ? " open" : nil as HTML?)><summary>\(kind.label(words))</summary>\
            <form class="watch-form" method="post" action="\(WatchPaths.channels)">\(model.token)<input type="hidden" name="kind" value="\(kind.rawValue)">\
            \(problem)\(inputs(kind, form))\
            \(input(kind, "name", words("Name, if you like"), form.name, "type=\"text\" maxlength=\"60\""))\
            \(kind == .email ? nil : all(form))\
            <div class="watch-actions"><button class="button" type="submit">\(kind == .email ? words("Send the link") : words("Add", sense: "verb"))</button></div></form></details>

            """
    }

    private func inputs(_ kind: ChannelKind, _ form: NewChannel) -> HTML {
        switch kind {
        case .push: return ""
        case .email:
            return """
                \(input(kind, "address", words("Mail address"), form.address, "type=\"email\" autocomplete=\"email\" required"))\
                <p class="field-hint">\(words("A link is sent there first. Notices follow when you have tapped it."))</p>
                """
        case .webhook:
            let bodies: [(NewChannel.Body, String)] = [
                (.own, words("The JSON of Tidings, signed")), (.apprise, words("Apprise, which passes it on to a hundred services")),
                (.template, words("A template of my own")),
            ]
            let choices = bodies.map { body -> HTML in
                """
                <label class="choice"><input type="radio" name="body" value="\(body.0.rawValue)"\(form.body == body.0 ? " checked" : nil as HTML?)>\
                <span>\(body.1)</span></label>
                """
            }
            return """
                \(input(kind, "address", words("Address"), form.address, "type=\"url\" placeholder=\"https://\" required"))\
                <fieldset class="choices"><legend>\(words("What it is sent"))</legend>\(choices)</fieldset>\
                <div class="field template"><label class="field-label" for="new-webhook-template">\(words("Template"))</label>\
                <textarea class="field-input is-code" id="new-webhook-template" name="template" rows="4" spellcheck="false">\(form.template)</textarea>\
                <p class="field-hint">\(words("JSON with holes in its texts: {id}, {title}, {body}, {link}, {board}, {time}, {urgency}."))</p></div>
                """
        case .ntfy:
            return """
                \(input(kind, "topic", words("Topic"), form.topic, "type=\"text\" maxlength=\"64\" required"))\
                <p class="field-hint">\(words("Whoever knows the topic can read it: choose one that cannot be guessed."))</p>\
                \(input(kind, "address", words("Server"), form.address, "type=\"url\" placeholder=\"https://ntfy.sh\""))\
                \(input(kind, "token", words("Access token, where the server wants one"), "", "type=\"password\" autocomplete=\"off\""))
                """
        }
    }

    private func input(_ kind: ChannelKind, _ name: String, _ label: String, _ value: String, _ attributes: HTML) -> HTML {
        let id: HTML = "new-\(kind.rawValue)-\(name)"
        return """
            <div class="field"><label class="field-label" for="\(id)">\(label)</label>\
            <input class="field-input" id="\(id)" name="\(name)" value="\(value)" \(attributes) autocapitalize="none" spellcheck="false"></div>
            """
    }

    private func all(_ form: NewChannel) -> HTML {
        """
        <label class="choice is-switch"><input type="checkbox" name="all"\(form.isForAll ? " checked" : nil as HTML?)>\
        <span>\(words("Use it for all my watches"))</span></label>
        """
    }
}

/// Where the link in a mail leads.
enum ConfirmationView {
    static func page(_ token: String, _ reader: Reader, assets: String) -> HTML {
        let words = reader.words
        let title = words("Confirm this address")
        return PageShell(title: title, assets: assets, reader: reader).page(
            """
            <div class="watch-page"><header class="watch-intro"><h1>\(title)</h1>\
            <p class="lead">\(words("From now on, notices of what you watch come to this address too."))</p></header>
            <form method="post" action="\(WatchPaths.channels)/confirm/\(token)">\(reader.formField)<button class="button" type="submit">\(words("Yes, send them here"))</button></form></div>
            """)
    }
}
