import PDFText

/// Point 5: forms, annotations, and replacement text of marked content.
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
        PDFSample(
            "annotation-field-value",
            "the values of fields that have no appearance: a text of two lines, a choice by its parent's value, and not a password",
            "Name:\nAda\nLovelace\nBlue"
        ) { file in
            file.start(more: "/Annots[9 0 R 10 0 R 12 0 R]")
            file.addStream(5, "BT /F1 9 Tf 50 700 Td (Name:) Tj ET")
            file.add(9, "<</Type/Annot/Subtype/Widget/FT/Tx/Ff 4096/T(name)/V(Ada\\rLovelace)/Rect[50 640 250 680]>>")
            file.add(10, "<</Type/Annot/Subtype/Widget/Parent 11 0 R/Rect[50 600 250 620]>>")
            file.add(11, "<</FT/Ch/T(colour)/V(Blue)/Kids[10 0 R]>>")
            file.add(12, "<</Type/Annot/Subtype/Widget/FT/Tx/Ff 8192/T(word)/V(secret)/Rect[50 500 250 520]>>")
            file.finish()
        },
        PDFSample(
            "annotation-field-choices",
            "lists without an appearance: all that may be chosen, in a field too small for it, and of objects of their own; a closed one: its value",
            "Colour\n" + (1...9).map { "Shade \($0)" }.joined(separator: "\n") + "\nOak\nRed\nBlue\nOne\nTwo"
        ) { file in
            let shades = (1...9).map { "[(s\($0))(Shade \($0))]" }.joined()
            file.start(more: "/Annots[9 0 R 10 0 R 11 0 R 12 0 R]")
            file.addStream(5, "BT /F1 9 Tf 50 700 Td (Colour) Tj ET")
            file.add(8, "[(Red)(Blue)]")
            file.add(9, "<</Type/Annot/Subtype/Widget/FT/Ch/T(shade)/V(s2)/Opt[\(shades)]/Rect[50 665 250 695]>>")
            file.add(10, "<</Type/Annot/Subtype/Widget/FT/Ch/Ff 131072/T(wood)/V(Oak)/Opt[(Ash)(Oak)]/Rect[50 640 250 660]>>")
            file.add(11, "<</Type/Annot/Subtype/Widget/FT/Ch/T(colour)/Opt 8 0 R/Rect[50 590 250 620]>>")
            file.add(12, "<</Type/Annot/Subtype/Widget/Parent 13 0 R/Rect[50 540 250 570]>>")
            file.add(13, "<</FT/Ch/T(number)/Opt 14 0 R/Kids[12 0 R]>>")
            file.add(14, "[[(1)(One)][(2)(Two)]]")
            file.finish()
        },
        PDFSample(
            "annotation-field-closed-choice",
            "closed choices without an appearance: what their values stand for, and a value that stands for itself",
            "Country\nFrance\nOther"
        ) { file in
            file.start(more: "/Annots[9 0 R 10 0 R]")
            file.addStream(5, "BT /F1 9 Tf 50 700 Td (Country) Tj ET")
            file.add(8, "[[(de)(Germany)][(fr)(France)]]")
            file.add(9, "<</Type/Annot/Subtype/Widget/FT/Ch/Ff 131072/T(country)/V(fr)/Opt 8 0 R/Rect[50 640 250 660]>>")
            file.add(10, "<</Type/Annot/Subtype/Widget/FT/Ch/Ff 131072/T(more)/V(Other)/Opt 8 0 R/Rect[50 610 250 630]>>")
            file.finish()
        },
        PDFSample("layer-off", "marked content of a layer that is off when the document is opened", "Price 21.00") { file in
            file.add(1, "<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[9 0 R]/D<</OFF[9 0 R]>>>>>>")
            file.add(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>")
            let resources = "/Font<</F1 4 0 R>>/Properties<</L1 9 0 R>>"
            file.add(3, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 5 0 R/Resources<<\(resources)>>>>")
            file.add(4, SamplePDF.helvetica)
            file.addStream(5, "BT /F1 10 Tf 50 700 Td (Price 21.00) Tj /OC/L1 BDC ( 19.00 DRAFT) Tj EMC ET")
            file.add(9, "<</Type/OCG/Name(Draft)>>")
            file.finish()
        },
        marked(
            "actual-text", "marked content that says what its text is", "Druck é",
            "/Span<</ActualText(Druck)>>BDC (Druk-) Tj EMC /Span<</Lang(fr)/ActualText<FEFF002000E9>>>BDC ( e) Tj EMC"),
        PDFSample("actual-text-property-list", "marked content whose text a property list of the resources tells", "ß here") { file in
            file.start(resources: "/Font<</F1 4 0 R>>/Properties<</P1 9 0 R/P2<</Metadata 1>>>>")
            file.addStream(5, "BT /F1 10 Tf 50 700 Td /Span/P1 BDC (ss) Tj EMC /Span/P2 BDC ( here) Tj EMC /OC/P3 BDC EMC ET")
            file.add(9, "<</ActualText<FEFF00DF>>>")
            file.finish()
        },
        PDFSample(
            "actual-text-structure", "marked content whose text an element of the structure tree tells", "Initial letter"
        ) { file in
            file.start()
            file.addStream(
                5, "BT /F1 10 Tf 50 700 Td /P<</MCID 0>>BDC (I) Tj EMC /P<</MCID 1>>BDC (nit.) Tj EMC /P<</MCID 2>>BDC ( letter) Tj EMC ET")
            file.add(9, "<</Type/StructElem/S/Span/P 10 0 R/Pg 3 0 R/K[0<</Type/MCR/Pg 3 0 R/MCID 1>>]/ActualText(Initial)>>")
            file.add(10, "<</Type/StructElem/S/P/P 11 0 R/K[9 0 R]>>")
            file.finish()
        },
    ]

    private static func marked(_ name: String, _ shows: String, _ text: String, _ operators: String) -> PDFSample {
        PDFSample(name, shows, text) { $0.page("BT /F1 10 Tf 50 700 Td \(operators) ET") }
    }
}
