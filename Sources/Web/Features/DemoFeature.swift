import DemoPublishing
import Hummingbird
import Serving

/// The sample sources that a demo publishes, for its own boards to read.
struct DemoFeature: Feature {
    /// nil without a demo.
    let demo: DemoPublisher?

    var routes: [Route] {
        guard let demo else { return [] }
        let contacts = DemoContactsFiles(demo)
        return [
            .get("/demo/visa.pdf", .anyone) { request, _ in await DemoFiles(demo).visaList(for: request) },
            .post("/demo/edition", .anyone) { request, _ in try await DemoFiles(demo).setEdition(for: request) },
            .get("/demo/contacts.xml", .anyone) { request, _ in try await contacts.list(for: request) },
            .get("/demo/contacts.json", .anyone) { request, _ in try await contacts.listJSON(for: request) },
            .get("/demo/contact.xml", .anyone) { request, _ in try await contacts.contact(for: request) },
            .get("/demo/photos/:photo", .anyone) { try await contacts.photo($1.parameters.get("photo"), for: $0) },
            .get("/demo/fuel.xml", .anyone) { request, _ in DemoFuelFiles(demo).prices(for: request) },
            .get("/demo/guide.xml", .anyone) { request, _ in DemoGuideFiles(demo).xmltv(for: request) },
            .get("/demo/guide/:file", .anyone) { try DemoGuideFiles(demo).file($1.parameters.get("file"), for: $0) },
            .get("/demo/guide/logos/:logo", .anyone) { try DemoGuideFiles(demo).logo($1.parameters.get("logo"), for: $0) },
        ]
    }
}
