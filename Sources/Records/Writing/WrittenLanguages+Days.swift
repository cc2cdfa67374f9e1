extension WrittenLanguages {
    /// The names of days, one language per line: wide and abbreviated, in a date and alone, in lower case and without a final
    /// full stop. Names of several words are left out.
    ///
    /// Source: Unicode CLDR, calendars "gregorian", contexts "format" and "stand-alone";
    /// with other English abbreviations, and forms without accents.
    static let dayTable = """
        en: sunday sun monday mon tuesday tue wednesday wed thursday thu friday fri saturday sat tues wednes thur thurs weds
        de: sonntag so montag mo dienstag di mittwoch mi donnerstag do freitag fr samstag sa sonnabend
        fr: dimanche dim lundi lun mardi mar mercredi mer jeudi jeu vendredi ven samedi sam
        es: domingo dom lunes lun martes mar miércoles mié jueves jue viernes vie sábado sáb mie sab miercoles sabado
        it: domenica dom lunedì lun martedì mar mercoledì mer giovedì gio venerdì ven sabato sab
        pt: domingo dom segunda-feira seg terça-feira ter quarta-feira qua quinta-feira qui sexta-feira sex sábado sáb \
        segunda terça quarta quinta sexta
        nl: zondag zo maandag ma dinsdag di woensdag wo donderdag do vrijdag vr zaterdag za
        pl: niedziela niedz poniedziałek pon wtorek wt środa śr czwartek czw piątek pt sobota sob
        cs: neděle ne pondělí po úterý út středa st čtvrtek čt pátek pá sobota so
        sk: nedeľa ne pondelok po utorok ut streda st štvrtok št piatok pi sobota so
        sv: söndag sön måndag mån tisdag tis onsdag ons torsdag tors fredag fre lördag lör
        da: søndag søn mandag man tirsdag tirs onsdag ons torsdag tors fredag fre lørdag lør
        nb: søndag søn mandag man tirsdag tir onsdag ons torsdag tor fredag fre lørdag lør
        fi: sunnuntai su maanantaina maanantai ma tiistaina tiistai ti keskiviikkona keskiviikko ke torstaina torstai to \
        perjantaina perjantai pe lauantaina lauantai la
        hu: vasárnap v hétfő h kedd k szerda sze csütörtök cs péntek p szombat szo
        ro: duminică dum luni lun marți mar miercuri mie joi vineri vin sâmbătă sâm
        tr: pazar paz pazartesi pzt salı sal çarşamba çar perşembe per cuma cum cumartesi cmt
        ru: воскресенье вс понедельник пн вторник вт среда ср четверг чт пятница пт суббота сб
        uk: неділя нд понеділок пн вівторок вт середа ср четвер чт пʼятниця пт субота сб
        el: κυριακή κυρ δευτέρα δευ τρίτη τρί τετάρτη τετ πέμπτη πέμ παρασκευή παρ σάββατο σάβ
        bg: неделя нд понеделник пн вторник вт сряда ср четвъртък чт петък пт събота сб
        hr: nedjelja ned ponedjeljak pon utorak uto srijeda sri četvrtak čet petak pet subota sub
        sr: недеља нед понедељак пон уторак уто среда сре четвртак чет петак пет субота суб
        sl: nedelja ned ponedeljek pon torek tor sreda sre četrtek čet petek pet sobota sob
        lt: sekmadienis sk pirmadienis pr antradienis an trečiadienis tr ketvirtadienis kt penktadienis pn šeštadienis št
        lv: svētdiena svētd pirmdiena pirmd otrdiena otrd trešdiena trešd ceturtdiena ceturtd piektdiena piektd sestdiena \
        sestd
        et: pühapäev p esmaspäev e teisipäev t kolmapäev k neljapäev n reede r laupäev l
        ca: diumenge dg dilluns dl dimarts dt dimecres dc dijous dj divendres dv dissabte ds
        ja: 日曜日 日 月曜日 月 火曜日 火 水曜日 水 木曜日 木 金曜日 金 土曜日 土 日曜 月曜 火曜 水曜 木曜 金曜 土曜
        zh: 星期日 周日 星期一 周一 星期二 周二 星期三 周三 星期四 周四 星期五 周五 星期六 周六
        ko: 일요일 일 월요일 월 화요일 화 수요일 수 목요일 목 금요일 금 토요일 토
        ar: الأحد أحد الاثنين اثنين الثلاثاء ثلاثاء الأربعاء أربعاء الخميس خميس الجمعة جمعة السبت سبت
        he: שבת
        fa: یکشنبه دوشنبه سه‌شنبه چهارشنبه پنجشنبه جمعه شنبه
        hi: रविवार रवि सोमवार सोम मंगलवार मंगल बुधवार बुध गुरुवार गुरु शुक्रवार शुक्र शनिवार शनि
        bn: রবিবার রবি সোমবার সোম মঙ্গলবার মঙ্গল বুধবার বুধ বৃহস্পতিবার বৃহস্পতি শুক্রবার শুক্র শনিবার শনি
        th: วันอาทิตย์ อา วันจันทร์ จ วันอังคาร อ วันพุธ พ วันพฤหัสบดี พฤ วันศุกร์ ศ วันเสาร์ ส
        vi: cn
        id: minggu min senin sen selasa sel rabu rab kamis kam jumat jum sabtu sab
        ms: ahad ahd isnin isn selasa sel rabu rab khamis kha jumaat jum sabtu sab
        """
}
