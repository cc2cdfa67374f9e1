package import Drafting
package import Localisation

extension Words {
    package func name(of subject: ImportedWatch.Subject) -> String {
        switch subject {
        case .page: self("The text of the page")
        case .part: self("The text of a part of the page")
        case .list: self("A list")
        case .values: self("Values in JSON data")
        case .feed: self("A feed")
        case .price: self("Price and availability")
        case .calendar: self("A calendar")
        case .board: self("A board of another Tidings")
        }
    }

    /// Why nothing can be imported from a file.
    package func sentence(for fault: WatchImport.Fault) -> String {
        switch fault {
        case .unknown:
            self("Choose a backup of changedetection.io, urls.yaml of urlwatch, feeds as OPML, or a list of addresses.")
        case .empty: self("This file has nothing to carry over.")
        case .tooLarge: self("The file is larger than \(bytes(WatchImport.byteLimit)). Choose a smaller one.")
        case .damaged(let detail): self("The file is damaged: \(detail)")
        }
    }

    package func sentence(for remark: ImportRemark) -> String {
        switch remark {
        case .noAddress(let text): self("“\(text)” isn’t a web address.")
        case .command: self("It runs a command. Boards only read web addresses.")
        case .unknownKind(let text): self("Tidings has no equivalent of “\(text)”.")
        case .template: self("Its address is a template that is filled in at each check.")
        case .sends: self("It sends data to its address. Boards only read.")
        case .document: self("It is a PDF or a table. Add its address as a new board, and Tidings finds the rows in it.")
        case .unreadable(let detail): self("It can’t be read: \(detail)")
        case .unwritable(let detail): self("Tidings can’t make a board of it: \(detail)")
        case .board(let refusal): sentence(for: refusal)
        case .paused: self("It is paused there.")
        case .password: self("The user name and password in its address aren’t carried over. Give them to the board under “auth”.")
        case .secretInAddress(let text): self("“\(text)” in its address may be a secret. The board would contain it.")
        case .selection(let text): self("“\(text)” can’t be used here, so the whole page is watched.")
        case .browser: self("It’s opened in a browser there. Here the page is read as it is sent, which may not be enough.")
        case .header(let text): self("The header “\(text)” isn’t carried over: it may hold a secret.")
        case .proxy: self("Its proxy isn’t carried over.")
        case .condition: self("Its conditions aren’t carried over. Set them when you watch the board.")
        case .notifications: self("Its notifications aren’t carried over. Choose a channel when you watch the board.")
        case .times: self("Its times of day aren’t carried over.")
        case .faster: self("It was checked more often. Once a minute is the limit here.")
        case .left(let text): self("“\(text)” isn’t carried over.")
        }
    }
}
