/// A drawing for each kind of board and part of the app, in the colour of the text around it.
package enum BoardSymbols {
    package static let home = Symbols.drawing(
        """
        <path d="M3 9.25l7-6 7 6v6.25a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 15.5z"/><path d="M8 17v-4.5h4V17"/>
        """)
    package static let lookup = Symbols.lens
    package static let people = Symbols.person
    package static let table = Symbols.drawing(
        """
        <rect x="2.75" y="3.5" width="14.5" height="13" rx="2"/><path d="M2.75 8h14.5M2.75 12.25h14.5M8 8v8.5"/>
        """)
    package static let gauge = Symbols.drawing(#"<path d="M4.25 15.5a7.5 7.5 0 1 1 11.5 0"/><path d="M10 11.5l3-4"/>"#)
    package static let pump = Symbols.drawing(
        """
        <path d="M4 17V5a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v12M2.75 17h10.5M4 8.75h8"/>\
        <path d="M12 11h1a1.5 1.5 0 0 1 1.5 1.5v1.25a1.25 1.25 0 0 0 2.5 0V7.5L14.5 5"/>
        """)
    package static let television = Symbols.drawing(
        """
        <rect x="2.75" y="6.25" width="14.5" height="10" rx="2"/><path d="M6.75 2.75L10 6.25l3.25-3.5"/>
        """)
    package static let ticket = Symbols.drawing(
        """
        <path d="M2.75 7.75V5.5a1.5 1.5 0 0 1 1.5-1.5h11.5a1.5 1.5 0 0 1 1.5 1.5v2.25a2.25 2.25 0 0 0 0 4.5v2.25a1.5 1.5 0 0 1-1.5 1.5\
        H4.25a1.5 1.5 0 0 1-1.5-1.5v-2.25a2.25 2.25 0 0 0 0-4.5"/><path d="M12.25 7.5v.01M12.25 10v.01M12.25 12.5v.01"/>
        """)
    package static let headphones = Symbols.drawing(
        """
        <path d="M3.5 12v-1.75a6.5 6.5 0 0 1 13 0V12"/><rect x="2.75" y="11.5" width="3.5" height="5" rx="1.25"/>\
        <rect x="13.75" y="11.5" width="3.5" height="5" rx="1.25"/>
        """)
    package static let film = Symbols.drawing(
        #"<rect x="2.75" y="4" width="14.5" height="12" rx="2"/><path d="M8.5 7.5v5l4-2.5z"/>"#)
}
