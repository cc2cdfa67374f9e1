/// A kind of programme: titles and durations.
struct DemoGuideKind: Sendable {
    let genre: String
    let lengths: [Int]
    let titles: [String]
    let texts: [String]
    var hasEpisodes = false
    var isFilm = false

    static let all = [
        DemoGuideKind(
            genre: "News", lengths: [10, 15, 30, 30],
            titles: ["Harbour News", "News at the Pier", "Shipping Forecast", "The Day in Brief", "Weather"],
            texts: [
                "What happened today along the coast.", "Reports from the region and the world.",
                "The news, with the weather for shipping.",
            ]),
        DemoGuideKind(
            genre: "Drama", lengths: [45, 50, 60, 60],
            titles: [
                "The Lighthouse Keeper", "Night Ferry", "Salt & Stone", "Saint-Éloi", "Low Water", "The Customs House", "Café Société",
            ],
            texts: [
                "A letter arrives that was posted thirty years ago.", "The ferry is held in port, and no one may leave it.",
                "Two sisters share a house, and a secret.", "The keeper refuses to put out the lamp.",
            ], hasEpisodes: true),
        DemoGuideKind(
            genre: "Film", lengths: [90, 100, 115, 130],
            titles: [
                "The Long Crossing", "A Winter in Brest", "Nine Fathoms", "The Clockmaker’s Daughter", "No Harbour for Thieves",
                "La Jetée du Nord",
            ],
            texts: [
                "A captain without a ship takes a last commission.", "A thief hides in a town where everyone knows everyone.",
                "A daughter looks for the man who taught her father.",
            ], isFilm: true),
        DemoGuideKind(
            genre: "Sport", lengths: [60, 90, 120],
            titles: ["Rowing: The Estuary Eights", "Sailing Live", "Football Focus", "Darts from the Dock"],
            texts: ["Live from the water.", "Highlights of the weekend.", "The final, with commentary."]),
        DemoGuideKind(
            genre: "Documentary", lengths: [30, 45, 60],
            titles: ["Secrets of the Deep", "How Bridges Stand", "Birds of the Skerries", "The Port at Night"],
            texts: ["Cameras follow what is rarely seen.", "An engineer explains what holds it up.", "A year among the cliffs."],
            hasEpisodes: true),
        DemoGuideKind(
            genre: "Children", lengths: [5, 10, 15, 25], titles: ["Captain Button", "Pip the Puffin", "Knots!", "Storytime Afloat"],
            texts: ["Pip learns to dive.", "Button loses her hat, and finds a friend.", "Tie it, try it, untie it."], hasEpisodes: true),
    ]

    static let endings = [
        "With an introduction.", "Nothing of it is real: this is a sample.", "Repeated on Sunday.", "“One to stay up for.”",
        "Audio description is available.",
    ]
    static let episodes = ["Fog", "The Letter", "Spring Tide", "A Debt", "Åsa’s Map", "The Third Bell", "Homecoming", "Cast Off"]
    static let roles = ["The keeper", "Captain", "Inspector Vale", "Narrator", "Åsa", "The stranger"]
    static let people = ["Mira Lund", "Tom Adair", "Inés Roca", "Jonas Weir", "Amélie Cotte", "Kofi Brandt", "Ruth O’Dell"]
}
