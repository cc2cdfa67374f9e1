import Localisation

/// The labels of settings on the page, and their expected formats.
struct SettingWords {
    typealias Name = ServerSettings.Name

    let words: Words

    func title(of part: ServerSettings.Part) -> String {
        switch part {
        case .address: words("Address")
        case .mail: words("Mail")
        case .contacts: words("Contacts")
        case .map: words("Street map")
        case .hosts: words("Your own network")
        case .boards: words("Boards")
        case .media: words("Films and music")
        case .addresses: words("Source addresses")
        }
    }

    func label(of name: Name) -> String {
        switch name {
        case .publicURL: words("Public address")
        case .mailHost: words("Mail server")
        case .mailPort: words("Port")
        case .mailSecurity: words("Encryption")
        case .mailUser: words("User name")
        case .mailPassword: words("Password")
        case .mailFrom: words("Sender")
        case .sourceContact: words("Contact for sources")
        case .pushContact: words("Contact for push services")
        case .tiles: words("Map tiles")
        case .tilesAttribution: words("Map credit")
        case .boardHosts: words("Allowed hosts for boards")
        case .channelHosts: words("Allowed hosts for channels")
        case .source: words("Source addresses")
        case .boards, .boardsOff, .publicBoards: words("Boards")
        case .media: words("Folders")
        case .mediaLookUps: words("Look up posters, covers and plots")
        case .tmdbKey: words("Key for The Movie Database")
        }
    }

    /// What to enter instead of an unusable text. `isEmpty`: a text is needed.
    func advice(on name: Name, isEmpty: Bool) -> String {
        switch name {
        case .publicURL where isEmpty: words("Enter the public address. Mail needs it for its links.")
        case .publicURL: words("Enter an address like https://home.example.")
        case .mailHost where isEmpty: words("Enter a mail server.")
        case .mailHost: words("Enter the name of the mail server, like mail.home.example.")
        case .mailPort: words("Enter a number from 1 to 65535, or leave it empty.")
        case .mailFrom: words("Enter the address that mail comes from, like tidings@home.example.")
        case .sourceContact where isEmpty: words("Enter a mail or web address. MusicBrainz needs it to reach you.")
        case .sourceContact: words("Enter a mail or web address like me@home.example or https://home.example.")
        case .pushContact: words("Enter an address like mailto:me@home.example or https://home.example.")
        case .tiles: words("Enter an address with {z}, {x} and {y}, like https://tile.example/{z}/{x}/{y}.png.")
        case .tilesAttribution: words("Say who made the map, in up to 500 characters.")
        case .source: words("Enter a web address like https://example.org/list.pdf.")
        case .boardHosts, .channelHosts:
            words("Enter hosts without http://, separated by commas, like nas.home.example or 192.168.1.20:8080.")
        case .tmdbKey where isEmpty: words("Enter the key. The Movie Database needs it.")
        case .tmdbKey: words("Enter a read token or an API key of The Movie Database.")
        case .mailSecurity, .mailUser, .mailPassword, .boards, .boardsOff, .publicBoards, .media, .mediaLookUps:
            words("This can’t be used. Check what you typed.")
        }
    }
}
