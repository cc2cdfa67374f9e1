import HTTPTypes
import Localisation
import Serving

/// `/api`: the endpoints and the kinds of problems, for programmers. In English, like the OpenAPI document that it is made from.
enum APIPage {
    static func page(_ api: API, _ reader: Reader, assets: String) -> HTML {
        let words = reader.words
        let document = OpenAPIDocument(endpoints: api.endpoints, components: api.components)
        return PageShell(title: words("The API"), assets: assets, kind: .watches, reader: reader).page(
            """
            <article class="api">
            <h1>\(words("The API"))</h1>
            <p class="lead">\(words("Everything the pages can do, as JSON."))
            \(words("Send a token in the header “Authorization: Bearer …”."))</p>
            <p><a href="/api/openapi.json">\(words("OpenAPI document"))</a></p>
            <div lang="en" dir="ltr">\(document.topics.map { section($0, api.endpoints) })</div>
            <section id="problems">
            <h2>\(words("Problems"))</h2>
            <p>\(words("Errors are problems (RFC 9457) of these types:"))</p>
            <dl lang="en" dir="ltr">\(Problem.kinds.map(kind))</dl>
            </section>
            </article>
            """)
    }

    private static func section(_ topic: String, _ endpoints: [Endpoint]) -> HTML {
        """
        <section>
        <h2>\(topic)</h2>
        \(endpoints.filter { $0.topic == topic }.map(entry))
        </section>

        """
    }

    private static func entry(_ endpoint: Endpoint) -> HTML {
        """
        <section class="api-endpoint" id="\(endpoint.name)">
        <h3><code>\(endpoint.method.rawValue) \(endpoint.path)</code></h3>
        <p>\(endpoint.summary). \(access(endpoint.access))</p>
        \(endpoint.parameters.isEmpty ? nil : "<dl>\(endpoint.parameters.map(parameter))</dl>" as HTML?)
        \(body(endpoint))
        <p>\(endpoint.outcomes.map(outcome).joined(by: " "))</p>
        </section>

        """
    }

    private static func access(_ access: Access) -> HTML {
        switch access {
        case .anyone, .readers: "Open without an account for what is public."
        case .people, .browsers: ""
        case .clerks: "For counter staff and administrators."
        case .administrators: "For administrators."
        }
    }

    private static func parameter(_ parameter: Endpoint.Parameter) -> HTML {
        let name: HTML = [.rest, .choice].contains(parameter.place) ? "<i>\(parameter.name)</i>" : "<code>\(parameter.name)</code>"
        return "<dt>\(name)</dt><dd>\(parameter.about)</dd>"
    }

    private static func body(_ endpoint: Endpoint) -> HTML? {
        guard let body = endpoint.body else { return nil }
        guard case .object(let members)? = body.schema else { return "<p>\(bodyLabel)\(body.types.joined(separator: ", "))</p>" }
        let names: [HTML] = members.map { $0.isRequired ? "<code>\($0.name)</code>" : "<code>\($0.name)</code>?" }
        return "<p>\(bodyLabel)\(names.joined(by: ", "))</p>"
    }

    /// Not translated, like the endpoint descriptions around it.
    private static let bodyLabel = "Body: "

    private static func outcome(_ outcome: Endpoint.Outcome) -> HTML {
        "<b>\(outcome.status.code)</b> \(outcome.about)."
    }

    private static func kind(_ kind: Problem.Kind) -> HTML {
        #"<dt id="\#(kind.name)">\#(kind.status.code) \#(kind.title)</dt><dd>\#(kind.about)</dd>"#
    }
}
