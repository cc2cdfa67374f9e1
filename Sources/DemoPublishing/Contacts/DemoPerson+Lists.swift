/// The lists from which people are generated. The numbers of given and family names of a region are coprime, so a name repeats only after a
/// thousand others.
extension DemoPerson {
    struct Place: Sendable {
        /// The first `feminineCount` are feminine.
        let given: [String]
        let family: [String]
    }

    static let feminineCount = 5

    static let places = [
        Place(
            given: ["Amelia", "Harriet", "Isla", "Niamh", "Rosalind", "Callum", "Edwin", "Rhys", "Tobias"],
            family: [
                "Ashdown", "Birtwhistle", "Carrick", "Dunmore", "Ellery", "Fairweather", "Kestle", "Penhallow", "Thornbury", "O’Hanrahan",
            ]),
        Place(
            given: ["Aurélie", "Clémence", "Héloïse", "Margaux", "Zoé", "Étienne", "Gaël", "Loïc", "Rémi"],
            family: [
                "Aubrac", "Beaufrère", "Chênevert", "Delcôte", "Gaillard-Mével", "Lacombe", "Maréchaux", "Périgny", "Vauclair", "Noëlmont",
            ]),
        Place(
            given: ["Annelie", "Käthe", "Liesbeth", "Ronja", "Trude", "Bernhard", "Götz", "Jörn", "Ulrich"],
            family: [
                "Altmühl", "Brückner", "Dornbusch", "Eichstätt", "Grünwald", "Kreßmann", "Lindhorst", "Oberhäuser", "Schönfeld",
                "Wiesengrund",
            ]),
        Place(
            given: ["Begoña", "Inés", "Lucía", "Marisol", "Ximena", "Álvaro", "Íñigo", "Joaquín", "Néstor"],
            family: [
                "Arístegui", "Bermúdez", "Cañizares", "Echevarne", "Ibáñez", "Montoya Peña", "Quiñones", "Rosales", "Urrutia", "Zaldívar",
            ]),
        Place(
            given: ["Agnieszka", "Bożena", "Ludmiła", "Věra", "Zdenka", "Kazimierz", "Łukasz", "Radomír", "Tadeusz"],
            family: [
                "Błaszczyk", "Dvořáček", "Gajewska", "Jabłoński", "Krátký", "Mazurek", "Niedźwiedź", "Ostrowski", "Šimůnek", "Wiśniak",
            ]),
        Place(
            given: ["Ayşe", "Defne", "Gülay", "Nilüfer", "Şebnem", "Barış", "Çağlar", "Okan", "Ümit"],
            family: ["Akgün", "Bozdağ", "Çelikel", "Demirtaş", "Güneş", "Işıksoy", "Karaçay", "Öztunç", "Sağlamer", "Yıldıran"]),
        Place(
            given: ["Adaeze", "Folasade", "Ngozi", "Temitope", "Yewande", "Babajide", "Chukwuma", "Ifeanyi", "Olumide"],
            family: ["Adebowale", "Balogun", "Ekwueme", "Fashola", "Igwebuike", "Madueke", "Nwachukwu", "Ogunlesi", "Uzoma", "Òjó"]),
        Place(
            given: ["Anjali", "Kavya", "Meenakshi", "Padma", "Shreya", "Arvind", "Devraj", "Harish", "Rohan"],
            family: [
                "Bhattacharjee", "Chandran", "Deshpande", "Iyengar", "Kulkarni", "Nambiar", "Pillai", "Raghavan", "Sengupta", "Varma",
            ]),
        Place(
            given: ["Diễm", "Hạnh", "Ngọc", "Thảo", "Xuân", "Bảo", "Đức", "Khánh", "Tuấn"],
            family: ["Bùi", "Châu", "Đặng", "Hoàng", "Lương", "Nguyễn", "Phạm", "Trịnh", "Vũ", "Tạ"]),
        Place(
            given: ["Beatriz", "Conceição", "Iracema", "Lívia", "Tainá", "Caetano", "Fábio", "João", "Otávio"],
            family: ["Abrantes", "Brandão", "Cavalcanti", "Figueirôa", "Guimarães", "Lobão", "Magalhães", "Nóbrega", "Queirós", "Simões"]),
        Place(
            given: ["Åsa", "Frøydis", "Ingrid", "Sólveig", "Tuuli", "Bjørn", "Eskil", "Jökull", "Väinö"],
            family: [
                "Ålander", "Bergström", "Dahlgård", "Fjeldstad", "Hämäläinen", "Kjærgaard", "Lindqvist", "Møllerup", "Sæther",
                "Þorleifsdal",
            ]),
        Place(
            given: ["Aroha", "Lupe", "Mele", "Sina", "Tiare", "Kahu", "Malakai", "Sefo", "Tane"],
            family: ["Fa‘alogo", "Hēnare", "Kahanamoe", "Leilua", "Manuʻa", "Ngatai", "Pōmare", "Rangihuna", "Tuilagi", "Whetū"]),
    ]

    static let jobs = [
        "Accountant", "Archivist", "Baker", "Bee keeper", "Bicycle mechanic", "Bridge inspector", "Cartographer", "Cellist", "Chemist",
        "Court interpreter", "Crane operator", "Data analyst", "Dentist", "Ferry captain", "Forester", "Geologist", "Glass blower",
        "Head of purchasing", "Illustrator", "Librarian", "Lighthouse guide", "Midwife", "Nurse", "Optician", "Piano tuner", "Plumber",
        "Product manager", "Quantity surveyor", "Radio producer", "Software engineer", "Teacher", "Tram driver", "Vet", "Watchmaker",
    ]

    static let companies = [
        "Aurora Freight", "Bluefern Clinic", "Cobalt & Daughters", "Deltaworks Cooperative", "Evergreen Printing", "Foxglove Theatre",
        "Grünspan Optik", "Harbour Light Radio", "Ibex Mapping", "Juniper School", "Kiteworks Studio", "Lantern Books",
        "Marble Arch Dental",
        "Northwind Ferries", "Osprey Instruments", "Pêche & Fils", "Quillfeather Press", "Redwood Veterinary", "Saltmarsh Bakery",
        "Tern Analytics",
    ]

    static let streets = [
        "Alder Lane", "Brickfield Road", "rue des Tilleuls", "Calle del Molino", "Dockside", "Elm Terrace", "Fischerweg", "Garden Square",
        "Harbour Street", "Jasmine Close", "Kirchgasse", "Lime Avenue", "Mill Row", "North Parade", "Orchard Hill", "Quay Street",
        "Rua das Flores", "Storgatan", "Tanner’s Yard", "Willow Walk",
    ]

    static let cities = [
        "Aberwen", "Bad Lindach", "Cabo Sereno", "Dunmarrow", "Eastvale", "Fort Alder", "Grönhamn", "Hollowell", "Isla Verde", "Kingsferry",
        "Lac-Bleu", "Mount Tarrin", "Novy Brod", "Port Meridian", "Saint-Aubrec", "Três Pontes", "Ulverbridge", "Westering",
    ]

    static let notes = [
        "Prefers to be called in the morning.", "Met at the harbour festival.", "On leave until further notice; write to the office.",
        "Speaks four languages, and answers in all of them at once.", "Deliveries: side entrance, ring twice.", "Vegetarian.",
        "Has the key to the archive.", "Ask about the boat.", "Please use the new address from now on.", "Brings cake.",
    ]

    /// Plain forms of the lists' accented letters, as used in addresses.
    static let foldings: [Character: String] = {
        let groups = [
            "a": "áàâãåāạảăặằấầẩ", "ae": "äæ", "c": "çčć", "d": "ďđð", "e": "éèêëěēễếềẹ", "g": "ğ", "i": "íìîïıịī", "l": "ł",
            "n": "ñňń", "o": "óòôõōọộơ", "oe": "öø", "r": "ř", "s": "šśş", "ss": "ß", "th": "þ", "u": "úùûůūụưũ", "ue": "ü", "y": "ýỳ",
            "z": "žźż",
        ]
        return groups.reduce(into: [:]) { foldings, group in
            for letter in group.value { foldings[letter] = group.key }
        }
    }()

    /// A trait of a single person: an unusual name, an unexpected element.
    struct Peculiarity: Sendable {
        /// The name of a woman.
        var name: String?
        var company: String?
        var notes: String?
        var elements: [Element] = []
    }

    static let peculiar: [Int: Peculiarity] = [
        2: Peculiarity(name: "ليلى الحكيم"),
        4: Peculiarity(elements: [.text("assistant", "Odile Marchbanks, +44 1632 960099")]),
        5: Peculiarity(name: "朝倉 美月"),
        6: Peculiarity(elements: [.text("pronouns", "they/them")]),
        8: Peculiarity(name: "Θάλεια Ανεμογιάννη"),
        9: Peculiarity(elements: [
            .group("office_hours", [.text("monday", "09:00–12:30"), .text("thursday", "14:00–18:00"), .text("friday", "by appointment")])
        ]),
        11: Peculiarity(
            name:
                "Maria Anunciação da Conceição Aparecida dos Prazeres e Silva de Albuquerque Vasconcelos Montenegro do Nascimento Figueirôa"
        ),
        13: Peculiarity(name: "O"),
        15: Peculiarity(elements: [.text("favourite_colour", "the green of old copper roofs"), .text("ham-radio", "X0XXX")]),
        17: Peculiarity(company: "Bolt & Nut <Fasteners> Ltd", elements: [.text("department", "R&D <3rd floor>")]),
        19: Peculiarity(notes: "Says \"hello\" & means it: 2 < 3 > 1, ]]> and 'so on' 👋🏽\nSecond line."),
    ]
}
