/// The most common words of languages, used for language detection.
enum SmallWords {
    /// Languages keyed by lower-case word.
    static let languages: [String: [String]] = {
        var found: [String: [String]] = [:]
        for line in lists.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            for word in words.dropFirst() { found[word, default: []].append(words[0]) }
        }
        return found
    }()

    /// Each line has a language and some of its words.
    private static let lists = """
        en the and of to is that it was for with this are not be have from which you in on as by at his he they
        en but or has were had been will would can their its an we there what she her
        de der die und das ist nicht ein eine zu den mit sich auf für von dem auch werden in im an es er sie wir ich
        de hat wird sind war nach bei aus wie aber oder nur noch über einen einer dass des
        fr le les et des est une pour dans que qui pas sur au avec ce il du elle la de à un en ne se son
        fr sa ses plus par nous vous je cette ou mais sont aux leur
        es el los y las es una para que en por con no se del su lo como más de la un al le sus ha fue
        es pero sobre este esta entre cuando también muy sin son
        it il gli e di che è una per non con sono della nel dei alla più anche ma la le un da in si come i
        it al ha questo questa delle degli nella lo
        pt o os e das é uma para que não com em do da no na se mais ao de um a as dos pelo pela foi
        pt são seu sua mas como nos nas à ele ela por
        nl de het een en van is dat niet op te voor met zijn aan er ook maar bij in die was om als door nog wordt
        nl heeft naar uit over ik hij ze
        pl i w nie na się z do jest to że jak od po przez dla ale był oraz ze ma są tego tym które który tylko
        pl już o a za co jego
        sv och att det som en på är av för med den till inte om har ett var de jag han vi så från men kan när
        sv ut i
        da og at det som en på er af for med den til ikke men har et jeg de var blev hvor efter ved i han kan
        da fra
        nb og at det som en på er av for med den til ikke men har et jeg de var ble hvor etter ved i han kan
        nb fra
        fi ja on ei se että oli hän mutta kun niin myös ovat tai joka ole kuin sen mitä vain jos nyt hänen
        cs a v se na je že to s z do o i za by ve si jako ale pro jeho po od jsem byl také nebo
        cs která který jsou není
        hu a az és hogy nem is egy ez volt de van meg már csak mint el még vagy ha ki azt kell
        ro și în de la a cu pe nu că este o se din care mai un pentru ca să au fi sunt prin dar
        tr ve bir bu için ile de da olarak daha olan gibi kadar çok ne en her o ama değil var sonra
        ru и в не на что с он как это по но из у за от к о так его для же бы было мы вы
        uk і в не на що з він як це по але із у за від до та його для ж би було ми ви є
        bg и в не на да се за от са е с по но като че със ще към при или беше си го му
        be і ў не на што з ён як гэта па але у за ад да яго для ж бы было мы вы
        sr и у не на да се је за од са су као али што или био би из по
        mk и во не на да се за од со е но како што или беше си го му ќе ги
        """
}
