import DemoPublishing
import Hummingbird
import Serving

extension Feature {
    /// What a demo publishes, for its own boards to read.
    static func demo(_ demo: DemoPublisher) -> Feature {
        let contacts = DemoContactsFiles(demo)
        return Feature(
            "demo",
            routes: [
                .get("/demo/visa.pdf", .anyone) { _, request, _ in await DemoFiles(demo).visaList(for: request) },
                .post("/demo/edition", .anyone) { _, request, _ in try await DemoFiles(demo).setEdition(for: request) },
                .get("/demo/contacts.xml", .anyone) { _, request, _ in try await contacts.list(for: request) },
                .get("/demo/contacts.json", .anyone) { _, request, _ in try await contacts.listJSON(for: request) },
                .get("/demo/contact.xml", .anyone) { _, request, _ in try await contacts.contact(for: request) },
                .get("/demo/photos/:photo", .anyone) { try await contacts.photo($2.parameters.get("photo"), for: $1) },
                .get("/demo/fuel.xml", .anyone) { _, request, _ in DemoFuelFiles(demo).prices(for: request) },
                .get("/demo/guide.xml", .anyone) { _, request, _ in DemoGuideFiles(demo).xmltv(for: request) },
                .get("/demo/guide/:file", .anyone) { try DemoGuideFiles(demo).file($2.parameters.get("file"), for: $1) },
                .get("/demo/guide/logos/:logo", .anyone) { try DemoGuideFiles(demo).logo($2.parameters.get("logo"), for: $1) },
            ])
    }
}
