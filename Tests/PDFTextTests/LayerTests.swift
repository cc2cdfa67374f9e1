import Testing

@testable import PDFText

@Suite("Content of a layer that is off is no text of the page")
struct LayerTests {
    private static let content = """
        BT /F1 10 Tf 50 700 Td /OC/L1 BDC (on) Tj EMC 0 -20 Td /OC/L2 BDC (off) Tj /Span<</ActualText(said)>>BDC (more) Tj EMC EMC 0 -20 Td (plain) Tj ET
        """

    /// Groups 20, 21 and 22; /L1 to /L4 are properties of the page.
    private func file(
        _ configuration: String, content: String = LayerTests.content, lists: String = "/L1 20 0 R/L2 21 0 R/L3 23 0 R/L4 24 0 R",
        catalogFirst: Bool = false, more: String = "", _ others: (inout SamplePDF) -> Void = { _ in }
    ) -> [UInt8] {
        var file = SamplePDF()
        func catalog() {
            file.add(1, "<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[20 0 R 21 0 R 22 0 R]/D<<\(configuration)>>>>>>")
        }
        func groups() {
            file.add(20, "<</Type/OCG/Name(One)>>")
            file.add(21, "<</Type/OCG/Name(Two)/Usage<</View<</ViewState/OFF>>>>>>")
            file.add(22, "<</Type/OCG/Name(Three)>>")
        }
        if catalogFirst {
            catalog()
            groups()
        }
        file.add(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>")
        let resources = "/Font<</F1 4 0 R>>/XObject<</X 6 0 R/Y 7 0 R>>/Properties<<\(lists)>>"
        file.add(3, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 5 0 R/Resources<<\(resources)>>\(more)>>")
        file.add(4, SamplePDF.helvetica)
        file.addFlate(5, content)
        others(&file)
        if !catalogFirst {
            groups()
            catalog()
        }
        file.finish()
        return file.bytes
    }

    private func texts(_ bytes: [UInt8]) -> [String] {
        let reading = read(bytes)
        #expect(reading.error == nil)
        #expect(reading.warnings.isEmpty)
        return reading.kept.flatMap { $0.runs.map(\.text) }
    }

    @Test(
        "marked content of a group that is off is left out, wherever the catalog stands",
        arguments: [
            ("/OFF[21 0 R]", ["on", "plain"]), ("/BaseState/OFF/ON[20 0 R]", ["on", "plain"]), ("/OFF[20 0 R 21 0 R]", ["plain"]),
            ("/AS[<</Event/View/Category[/View]/OCGs[20 0 R 21 0 R]>>]", ["on", "plain"]),
            ("/AS[<</Event/Print/Category[/Print]/OCGs[21 0 R]>>]", ["on", "off", "said", "plain"]),
            ("/Order[(Name)20 0 R]", ["on", "off", "said", "plain"]),
        ], [true, false])
    func marked(_ state: (configuration: String, texts: [String]), catalogFirst: Bool) {
        let bytes = file(state.configuration, catalogFirst: catalogFirst)
        #expect(texts(bytes) == state.texts)
        // A layer that may be off is not shown until its state is known.
        #expect(read(bytes).provisionals.allSatisfy { page in page.runs.allSatisfy { state.texts.contains($0.text) } })
    }

    @Test(
        "memberships say by policy or expression whether their content is shown",
        arguments: [
            ("/OCGs[20 0 R 21 0 R]", true), ("/OCGs[20 0 R 21 0 R]/P/AllOn", false), ("/OCGs[20 0 R 21 0 R]/P/AnyOff", true),
            ("/OCGs 21 0 R", false), ("/OCGs 21 0 R/P/AllOff", true), ("/OCGs[]", true), ("/OCGs 30 0 R/P/AllOn", false),
            ("/OCGs 20 0 R/VE[/And 20 0 R[/Not 21 0 R]]", true), ("/VE[/Or 21 0 R[/Not 20 0 R]]", false), ("/VE[/Not[/Not 20 0 R]]", true),
        ])
    func memberships(_ membership: String, isShown: Bool) {
        let content = "BT /F1 10 Tf 50 700 Td /OC/L3 BDC (maybe) Tj EMC 0 -20 Td (plain) Tj ET"
        let bytes = file("/OFF[21 0 R]", content: content) { file in
            file.add(23, "<</Type/OCMD\(membership)>>")
            file.add(30, "[20 0 R 21 0 R]")
        }
        #expect(texts(bytes) == (isShown ? ["maybe", "plain"] : ["plain"]))
    }

    @Test("forms and annotations of a layer that is off aren't drawn, nor what is inside of it; a name in a form is one of its resources")
    func forms() {
        let content = "/X Do /Y Do BT /F1 10 Tf 50 700 Td /OC/L2 BDC (a) Tj /Y Do EMC (b) Tj ET"
        let annotations = "/Annots[10 0 R 11 0 R]"
        let bytes = file("/OFF[21 0 R]", content: content, more: annotations) { file in
            let form = "/Type/XObject/Subtype/Form/BBox[0 0 99 99]"
            file.addStream(6, "BT /F1 9 Tf 50 600 Td (hidden form) Tj ET", entries: form + "/OC 21 0 R")
            let own = "/Resources<</Font<</F1 4 0 R>>/Properties<</L2 20 0 R/L1 21 0 R>>>>"
            file.addStream(
                7, "BT /F1 9 Tf 50 600 Td /OC/L1 BDC (no) Tj EMC 0 -20 Td /OC/L2 BDC (form) Tj EMC /OC/L1 BDC (open) Tj ET",
                entries: form + own)
            file.add(10, "<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/OC 21 0 R/AP<</N 12 0 R>>>>")
            file.add(11, "<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/OC 20 0 R/AP<</N 13 0 R>>>>")
            file.addStream(12, "BT /F1 9 Tf (stamp) Tj ET", entries: form + "/Resources<</Font<</F1 4 0 R>>>>")
            file.addStream(13, "BT /F1 9 Tf (note) Tj ET", entries: form + "/Resources<</Font<</F1 4 0 R>>>>")
        }
        #expect(texts(bytes) == ["form", "b", "note"])
    }

    @Test("an update that turns a layer on makes the page again")
    func update() {
        var file = SamplePDF()
        file.bytes = self.file("/OFF[21 0 R]")
        file.add(1, "<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[20 0 R 21 0 R]/D<</OFF[20 0 R]>>>>>>")
        #expect(read(file.finished()).kept.flatMap { $0.runs.map(\.text) } == ["off", "said", "plain"])
    }

    @Test("a configuration and lists that are objects of their own count, with entries that text has no use for")
    func ownObjects() {
        var file = SamplePDF()
        file.add(1, "<</Type/Catalog/Pages 2 0 R/OCProperties 8 0 R>>")
        file.add(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>")
        file.add(
            3, "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>/Properties 11 0 R>>>>")
        file.add(4, SamplePDF.helvetica)
        file.addStream(5, "BT /F1 10 Tf 50 700 Td /OC/L1 BDC (on) Tj EMC /OC/L2 BDC (off) Tj EMC ET")
        file.add(8, "<</OCGs[20 0 R 21 0 R]/D 9 0 R>>")
        file.add(9, "<</Name(Usual)/Creator(Layers)/BaseState/ON/OFF 10 0 R/Order[20 0 R 21 0 R]>>")
        file.add(10, "[21 0 R]")
        file.add(11, "<</L1 20 0 R/L2 21 0 R>>")
        file.add(20, "<</Name(One)>>")
        file.add(21, "<</Name(Two)>>")
        file.finish()
        #expect(texts(file.bytes) == ["on"])
    }
}
