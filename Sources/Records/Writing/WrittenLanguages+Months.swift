extension WrittenLanguages {
    /// Month names, one language per line: wide and abbreviated, in a date and alone, in lower case and without a final full stop.
    ///
    /// Source: Unicode CLDR 49, calendars "gregorian", contexts "format" and "stand-alone"; with those of regions that differ.
    static let monthTable = """
        en: january/jan|february/feb|march/mar|april/apr|may|june/jun|july/jul|august/aug|september/sep/sept|october/oct|\
        november/nov|december/dec
        de: januar/jan/jänner/jän|februar/feb|märz/mär|april/apr|mai|juni/jun|juli/jul|august/aug|september/sept/sep|\
        oktober/okt|november/nov|dezember/dez
        fr: janvier/janv|février/févr|mars|avril/avr|mai|juin|juillet/juil/juill|août|septembre/sept|octobre/oct|\
        novembre/nov|décembre/déc
        es: enero/ene|febrero/feb|marzo/mar|abril/abr|mayo/may|junio/jun|julio/jul|agosto/ago|septiembre/sept/sep|\
        octubre/oct|noviembre/nov|diciembre/dic
        it: gennaio/gen|febbraio/feb|marzo/mar|aprile/apr|maggio/mag|giugno/giu|luglio/lug|agosto/ago|settembre/set|\
        ottobre/ott|novembre/nov|dicembre/dic
        pt: janeiro/jan|fevereiro/fev|março/mar|abril/abr|maio/mai|junho/jun|julho/jul|agosto/ago|setembro/set|outubro/out|\
        novembro/nov|dezembro/dez
        nl: januari/jan|februari/feb|maart/mrt|april/apr|mei|juni/jun|juli/jul|augustus/aug|september/sep|oktober/okt|\
        november/nov|december/dec
        pl: stycznia/sty/styczeń|lutego/lut/luty|marca/mar/marzec|kwietnia/kwi/kwiecień|maja/maj|czerwca/cze/czerwiec|\
        lipca/lip/lipiec|sierpnia/sie/sierpień|września/wrz/wrzesień|października/paź/październik|listopada/lis/listopad|\
        grudnia/gru/grudzień
        cs: ledna/led/leden|února/úno/únor|března/bře/březen|dubna/dub/duben|května/kvě/květen|června/čvn/červen|\
        července/čvc/červenec|srpna/srp/srpen|září/zář|října/říj/říjen|listopadu/lis/listopad|prosince/pro/prosinec
        sk: januára/jan/január|februára/feb/február|marca/mar/marec|apríla/apr/apríl|mája/máj|júna/jún|júla/júl|\
        augusta/aug/august|septembra/sep/september|októbra/okt/október|novembra/nov/november|decembra/dec/december
        sv: januari/jan|februari/feb|mars|april/apr|maj|juni|juli|augusti/aug|september/sep|oktober/okt|november/nov|\
        december/dec
        da: januar/jan|februar/feb|marts/mar|april/apr|maj|juni/jun|juli/jul|august/aug|september/sep|oktober/okt|\
        november/nov|december/dec
        nb: januar/jan|februar/feb|mars/mar|april/apr|mai|juni/jun|juli/jul|august/aug|september/sep|oktober/okt|\
        november/nov|desember/des
        fi: tammikuuta/tammi/tammikuu|helmikuuta/helmi/helmikuu|maaliskuuta/maalis/maaliskuu|huhtikuuta/huhti/huhtikuu|\
        toukokuuta/touko/toukokuu|kesäkuuta/kesä/kesäkuu|heinäkuuta/heinä/heinäkuu|elokuuta/elo/elokuu|\
        syyskuuta/syys/syyskuu|lokakuuta/loka/lokakuu|marraskuuta/marras/marraskuu|joulukuuta/joulu/joulukuu
        hu: január/jan|február/febr|március/márc|április/ápr|május/máj|június/jún|július/júl|augusztus/aug|\
        szeptember/szept|október/okt|november/nov|december/dec
        ro: ianuarie/ian|februarie/feb|martie/mar|aprilie/apr|mai|iunie/iun|iulie/iul|august/aug|septembrie/sept|\
        octombrie/oct|noiembrie/nov|decembrie/dec
        tr: ocak/oca|şubat/şub|mart/mar|nisan/nis|mayıs/may|haziran/haz|temmuz/tem|ağustos/ağu|eylül/eyl|ekim/eki|\
        kasım/kas|aralık/ara
        ru: января/янв/январь|февраля/февр/февраль|марта/мар/март|апреля/апр/апрель|мая/май|июня/июн/июнь|июля/июл/июль|\
        августа/авг/август|сентября/сент/сентябрь|октября/окт/октябрь|ноября/нояб/ноябрь|декабря/дек/декабрь
        uk: січня/січ/січень|лютого/лют/лютий|березня/бер/березень|квітня/квіт/квітень|травня/трав/травень|\
        червня/черв/червень|липня/лип/липень|серпня/серп/серпень|вересня/вер/вересень|жовтня/жовт/жовтень|\
        листопада/лист/листопад|грудня/груд/грудень
        el: ιανουαρίου/ιαν/ιανουάριος|φεβρουαρίου/φεβ/φεβρουάριος|μαρτίου/μαρ/μάρτιος/μάρ|απριλίου/απρ/απρίλιος|\
        μαΐου/μαΐ/μάιος/μάι|ιουνίου/ιουν/ιούνιος/ιούν|ιουλίου/ιουλ/ιούλιος/ιούλ|αυγούστου/αυγ/αύγουστος/αύγ|\
        σεπτεμβρίου/σεπ/σεπτέμβριος|οκτωβρίου/οκτ/οκτώβριος|νοεμβρίου/νοε/νοέμβριος/νοέ|δεκεμβρίου/δεκ/δεκέμβριος
        bg: януари/яну|февруари/фев|март|април/апр|май|юни|юли|август/авг|септември/сеп|октомври/окт|ноември/ное|\
        декември/дек
        hr: siječnja/sij/siječanj|veljače/velj/veljača|ožujka/ožu/ožujak|travnja/tra/travanj|svibnja/svi/svibanj|\
        lipnja/lip/lipanj|srpnja/srp/srpanj|kolovoza/kol/kolovoz|rujna/ruj/rujan|listopada/lis/listopad|\
        studenoga/stu/studeni|prosinca/pro/prosinac
        sr: јануар/јан/januar/jan|фебруар/феб/februar/feb|март/мар/mart/mar|април/апр/april/apr|мај/maj|јун/jun|јул/jul|\
        август/авг/avgust/avg|септембар/сеп/septembar/sep|октобар/окт/oktobar/okt|новембар/нов/novembar/nov|\
        децембар/дец/decembar/dec
        sl: januar/jan|februar/feb|marec/mar|april/apr|maj|junij/jun|julij/jul|avgust/avg|september/sep|oktober/okt|\
        november/nov|december/dec
        lt: sausio/saus/sausis|vasario/vas/vasaris|kovo/kov/kovas|balandžio/bal/balandis|gegužės/geg/gegužė|\
        birželio/birž/birželis|liepos/liep/liepa|rugpjūčio/rugp/rugpjūtis|rugsėjo/rugs/rugsėjis|spalio/spal/spalis|\
        lapkričio/lapkr/lapkritis|gruodžio/gruod/gruodis
        lv: janvāris/janv|februāris/febr|marts|aprīlis/apr|maijs|jūnijs/jūn|jūlijs/jūl|augusts/aug|septembris/sept|\
        oktobris/okt|novembris/nov|decembris/dec
        et: jaanuar/jaan|veebruar/veebr|märts|aprill/apr|mai|juuni|juuli|august/aug|september/sept|oktoober/okt|\
        november/nov|detsember/dets
        ca: de gener/de gen/gener/gen|de febrer/de febr/febrer/febr|de març/març|d’abril/d’abr/abril/abr|de maig/maig|\
        de juny/juny|de juliol/de jul/juliol/jul|d’agost/d’ag/agost/ag|de setembre/de set/setembre/set|\
        d’octubre/d’oct/octubre/oct|de novembre/de nov/novembre/nov|de desembre/de des/desembre/des
        ja: 1月|2月|3月|4月|5月|6月|7月|8月|9月|10月|11月|12月
        zh: 一月/1月|二月/2月|三月/3月|四月/4月|五月/5月|六月/6月|七月/7月|八月/8月|九月/9月|十月/10月|十一月/11月|十二月/12月
        ko: 1월|2월|3월|4월|5월|6월|7월|8월|9월|10월|11월|12월
        ar: يناير/كانون الثاني/جانفي|فبراير/شباط/فيفري|مارس/آذار|أبريل/نيسان/أفريل|مايو/أيار/ماي|يونيو/حزيران/جوان|\
        يوليو/تموز/جويلية/يوليوز|أغسطس/آب/أوت/غشت|سبتمبر/أيلول/شتنبر|أكتوبر/تشرين الأول|نوفمبر/تشرين الثاني/نونبر|\
        ديسمبر/كانون الأول/دجنبر
        he: ינואר/ינו׳|פברואר/פבר׳|מרץ|אפריל/אפר׳|מאי|יוני|יולי|אוגוסט/אוג׳|ספטמבר/ספט׳|אוקטובר/אוק׳|נובמבר/נוב׳|דצמבר/דצמ׳
        fa: ژانویه|فوریه|مارس|آوریل|مه|ژوئن|ژوئیه|اوت|سپتامبر|اکتبر|نوامبر|دسامبر
        hi: जनवरी/जन॰|फ़रवरी/फ़र॰|मार्च|अप्रैल|मई|जून|जुलाई/जुल॰|अगस्त/अग॰|सितंबर/सित॰|अक्टूबर/अक्टू॰|नवंबर/नव॰|दिसंबर/दिस॰
        bn: জানুয়ারি/জানু|ফেব্রুয়ারি/ফেব|মার্চ|এপ্রিল/এপ্রি|মে|জুন|জুলাই/জুল|আগস্ট/আগ|সেপ্টেম্বর/সেপ/সেপ্ট|অক্টোবর/অক্টো|\
        নভেম্বর/নভে|ডিসেম্বর/ডিসে
        th: มกราคม/ม.ค.|กุมภาพันธ์/ก.พ.|มีนาคม/มี.ค.|เมษายน/เม.ย.|พฤษภาคม/พ.ค.|มิถุนายน/มิ.ย.|กรกฎาคม/ก.ค.|สิงหาคม/ส.ค.|\
        กันยายน/ก.ย.|ตุลาคม/ต.ค.|พฤศจิกายน/พ.ย.|ธันวาคม/ธ.ค.
        vi: tháng 1/thg 1|tháng 2/thg 2|tháng 3/thg 3|tháng 4/thg 4|tháng 5/thg 5|tháng 6/thg 6|tháng 7/thg 7|\
        tháng 8/thg 8|tháng 9/thg 9|tháng 10/thg 10|tháng 11/thg 11|tháng 12/thg 12
        id: januari/jan|februari/feb|maret/mar|april/apr|mei|juni/jun|juli/jul|agustus/agu|september/sep|oktober/okt|\
        november/nov|desember/des
        ms: januari/jan|februari/feb|mac|april/apr|mei|jun|julai/jul|ogos/ogo|september/sep|oktober/okt|november/nov|\
        disember/dis
        """
}
