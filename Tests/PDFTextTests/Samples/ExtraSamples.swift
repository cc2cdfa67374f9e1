import PDFText

/// Point 5: forms, annotations, and text that marked content stands for.
extension PDFSample {
    private static let form = "/Type/XObject/Subtype/Form/BBox[0 0 200 50]"

    static let extras: [PDFSample] = [
        PDFSample("form-matrix", "a form with its matrix, drawn in a scaled state", "form\npage") { file in
            file.start()
            file.addStream(5, "q 2 0 0 2 100 0 cm /X Do Q BT /F1 9 Tf 100 200 Td (page) Tj ET")
            file.addStream(6, "BT /F1 9 Tf 1 100 Td (form) Tj ET", entries: form + "/Matrix[1 0 0 1 5 7]")
            file.finish()
        },
        PDFSample("form-resources", "a form with a font of its own that has the name of the page's", "A\n2") { file in
            file.start()
            file.addStream(5, "/X Do BT /F1 9 Tf 50 600 Td (2) Tj ET")
            file.addStream(6, "BT /F1 9 Tf 50 700 Td (2) Tj ET", entries: form + "/Resources<</Font<</F1 8 0 R>>>>")
            file.add(8, named("Own", "/Encoding<</Differences[50/A]>>"))
            file.finish()
        },
        PDFSample("form-recursive", "forms that draw each other: each once on a way", "one\ntwo\nend") { file in
            file.start()
            let own = form + "/Resources<</Font<</F1 4 0 R>>/XObject<</X 6 0 R/Y 7 0 R>>>>"
            file.addStream(5, "/X Do BT /F1 9 Tf 50 600 Td (end) Tj ET")
            file.addStream(6, "BT /F1 9 Tf 50 700 Td (one) Tj ET /Y Do", entries: own)
            file.addStream(7, "BT /F1 9 Tf 50 650 Td (two) Tj ET /X Do /Y Do", entries: own)
            file.finish()
        },
        PDFSample("annotation-free-text", "a note on the page, by its appearance", "page\nA note") { file in
            file.start(more: "/Annots[9 0 R]")
            file.addStream(5, "BT /F1 9 Tf 50 700 Td (page) Tj ET")
            file.add(9, "<</Type/Annot/Subtype/FreeText/Rect[50 500 250 550]/Contents(A note)/AP<</N 8 0 R>>>>")
            file.addStream(8, "BT /F1 9 Tf 2 20 Td (A note) Tj ET", entries: form)
            file.finish()
        },
        PDFSample("annotation-field", "a form field by the appearance of its state; one that is hidden", "Name: Ada") { file in
            file.start(more: "/Annots[9 0 R 10 0 R]")
            file.addStream(5, "BT /F1 9 Tf 50 700 Td (Name: ) Tj ET")
            file.add(9, "<</Type/Annot/Subtype/Widget/F 4/Rect[78 698 278 748]/AS/On/AP<</N<</On 8 0 R/Off 7 0 R>>>>>>")
            file.addStream(8, "/Tx BMC BT /F1 9 Tf 2 2 Td (Ada) Tj ET EMC", entries: form)
            file.addStream(7, "BT /F1 9 Tf 2 2 Td (nobody) Tj ET", entries: form)
            file.add(10, "<</Type/Annot/Subtype/Widget/F 2/Rect[78 698 278 748]/AP<</N 7 0 R>>>>")
            file.finish()
        },
        marked(
            "actual-text", "marked content that says what its text is", "Druck é",
            "/Span<</ActualText(Druck)>>BDC (Druk-) Tj EMC /Span<</Lang(fr)/ActualText<FEFF002000E9>>>BDC ( e) Tj EMC"),
    ]

    private static func marked(_ name: String, _ shows: String, _ text: String, _ operators: String) -> PDFSample {
        PDFSample(name, shows, text) { $0.page("BT /F1 10 Tf 50 700 Td \(operators) ET") }
    }
}
