/// Words that may accompany a date: `14 de marzo`, `on 3/14/2026 at 9:30`, `Updated: 2026-03-14`. With any other word, the text counts as a
/// sentence.
enum DateWords {
    /// The known words, in lower case.
    static let known: Set<String> = Set(
        """
        t of the on at in from since until by de del d la le las a à às al alle il ore dalle den der dem am um uhr vom ab seit \
        bis zum h op om te u tot van vanaf \
        el los o hrs hs horas hora heures ngày năm lúc kl klo klokken den dne dnia od do w godz г года год г в от до с о року р і \
        na v z ob ora orele la ziua \
        e ja an at-ul évi το του στις από pukul pada tanggal jam saat tarih
        date dated day updated update published posted added created modified released revised edited issued joined listed due \
        expires ends starts deadline last \
        datum stand aktualisiert aktualisierung veröffentlicht veröffentlichung geändert erstellt gepostet erschienen hinzugefügt \
        beginn ende frist \
        publié publiée mis mise jour modifié modifiée ajouté ajoutée créé créée posté date du \
        publicado publicada actualizado actualizada fecha creado modificado añadido pubblicato aggiornato aggiornamento data \
        creato modificato \
        atualizado gepubliceerd bijgewerkt geplaatst dodano opublikowano zaktualizowano aktualizacja utworzono publikacji opublikowane \
        publicerad uppdaterad opdateret oppdatert publisert julkaistu päivitetty опубликовано обновлено добавлено дата створено оновлено
        年 月 日 時 分 秒 时 更新 更新日 更新日時 公開 公開日 掲載日 投稿日 登録日 発売日 最終更新 最終更新日 发布 发布于 发布时间 更新于 更新时间 日期 時間 \
        년 월 일 시 분 초 등록일 게시일 작성일 수정일
        بتاريخ تاريخ في من نشر نشرت تحديث آخر الساعة م ه میلادی
        """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
