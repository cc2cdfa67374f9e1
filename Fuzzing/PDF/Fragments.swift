/// Pieces of the language that mutations put where a token begins.
enum Fragments {
    static let all = [
        "<<", ">>", "[", "]", "(", ")", "<", ">", "{", "}", "%", " R", " 0 R", " 3 0 R", "\nendobj\n", "\n3 0 obj\n",
        "\n9 0 obj<<", "stream\n", "\nendstream", "endstream endobj", "\ntrailer\n<</Root 1 0 R>>", "\n%%EOF\n",
        "\nstartxref\n9\n", "\nxref\n0 9\n", "%PDF-1.4\n", "/Filter/FlateDecode", "/Filter[/ASCIIHexDecode/FlateDecode]",
        "/Filter/LZWDecode", "/Filter/RunLengthDecode", "/Filter/ASCII85Decode", "/Filter/Crypt",
        "/DecodeParms<</Predictor 12/Columns 7>>",
        "/DecodeParms<</Predictor 2/Colors 4/BitsPerComponent 16/Columns 99999999>>", "/Length 9999999", "/Length 0",
        "/Length 3 0 R", "/Type/ObjStm/N 9/First 40", "/Type/XRef/W[1 2 1]/Index[0 9]", "/Type/Page", "/Type/Pages",
        "/Kids[3 0 R 2 0 R]", "/Parent 2 0 R", "/Contents[5 0 R 5 0 R]", "/Resources 3 0 R", "/Font<</F1 4 0 R>>",
        "/XObject<</X 5 0 R/Y 6 0 R>>", "/Subtype/Form", "/Subtype/Type0", "/Subtype/Type3", "/Subtype/CIDFontType2",
        "/Encoding/Identity-H", "/Encoding/UniGB-UTF16-V", "/Encoding<</Differences[0/A 200/uni0041/g9]>>", "/ToUnicode 6 0 R",
        "/DescendantFonts[4 0 R]", "/W[0 65535 500]", "/W[1[2 3 4]]", "/DW 1e300", "/W2[1 2 3 4 5]", "/DW2[880 -1000]",
        "/Widths[1 2 3]", "/FirstChar -1", "/FirstChar 255", "/FontMatrix[0 0 0 0 0 0]", "/FontFile2 8 0 R",
        "/FontFile3 8 0 R", "/Annots[9 0 R]", "/AP<</N 6 0 R>>", "/Rect[0 0 1e38 -1e38]", "/Matrix[1e30 0 0 1e-30 1e300 -1]",
        "/Encrypt 7 0 R", "/V 5", "/R 6", "/ID[()()]", "/Prev 9", "/XRefStm 9", "/Outlines 9 0 R", "/Next 9 0 R",
        "/First 9 0 R", "/PageLabels 9 0 R", "/Nums[0<</S/r/St 99999999>>]", "/S/A", "/ActualText(abc)", "/ActualText 3 0 R",
        " BT ", " ET ", " q ", " Q ", " (x) Tj ", " [(a)-9999(b)1e30]TJ ", " 1e38 Tc ", " 0 Tz ", " -1 Tr 7 Tr ",
        " 1e308 0 0 1e308 1e308 0 cm ", " 0 0 0 0 0 0 Tm ", " nan inf Td ", " /X Do ", " BI ", " ID ", " EI ",
        " /Span<</ActualText(\u{FE}\u{FF})>>BDC ", " EMC ", " /F1 1e30 Tf ", " /F1 0 Tf ", " /F1 -9 Tf ", " T* ", " ' ",
        " \" ", " 99999999 TL ", "begincodespacerange", "<00> <FFFFFFFF>", "beginbfrange", "endbfrange", "beginbfchar",
        "<0000> <FFFF> <0000>", "begincidrange", "usecmap ",
    ]
}
