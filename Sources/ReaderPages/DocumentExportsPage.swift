import HTTPTypes
package import Hummingbird
package import Records
package import Serving
import Speaking
import Storage

/// `/reader/documents/<number>/exports`: creates and downloads exports. The view is a section of the document's page.
package struct DocumentExportsPage: Sendable {
    private let feature: ReaderFeature
    private let context: PageContext
    private let exports: DocumentExports
    private let id: StoredDocument.ID

    /// Throws "not found" if there is no such document.
    package init(_ feature: ReaderFeature, _ context: PageContext) throws {
        (self.feature, self.context) = (feature, context)
        exports = DocumentExports(feature, try context.knownPerson())
        guard let id = context.parameters.get("document").flatMap({ Int64($0) }) else { throw DocumentPage.missing }
        self.id = id
    }

    /// The list that a script reloads while a file is being made.
    package func list(for request: Request) async throws -> Response {
        guard let document = try await feature.store.documents.document(id, of: try context.knownPerson().id) else {
            throw DocumentPage.missing
        }
        guard request.wantsJSON else { return .on(to: back) }
        var answer = JSONLine()
        answer.add("html", try await view(of: document).list.description)
        return .json(answer.closed)
    }

    package func view(of document: StoredDocument) async throws -> DocumentExportsView {
        DocumentExportsView(
            words: context.words, document: document, exports: try await exports.all(of: document.id),
            canMake: feature.exporter?.canMake == true, token: context.formTokenField)
    }

    package func change(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        if let format = DocumentExport.Format(rawValue: form["remove"]) {
            guard try await exports.remove(format, of: id) else { throw DocumentPage.missing }
        } else if let format = DocumentExport.Format(rawValue: form["make"]) {
            _ = try await exports.add(format, of: id)
        } else if let format = DocumentExport.Format(rawValue: form["again"]) {
            _ = try await exports.add(format, of: id, anew: true)
        }
        return .on(to: back)
    }

    package func file(for request: Request) async throws -> Response {
        guard let format = context.parameters.get("format").flatMap(DocumentExport.Format.init(rawValue:)) else {
            throw DocumentPage.missing
        }
        return try await exports.answer(format, of: id, to: request)
    }

    private var back: String { "\(ReaderPage.path(of: id))#export" }
}
