import type { PEOPLE_ENGLISH } from './people.en.js';

/** The same in German. */
export const PEOPLE_GERMAN: typeof PEOPLE_ENGLISH = {
  people: {
    by_passkey: 'Mit einem Passkey anmelden',
    no_passkey: 'Mit dem Passkey hat es nicht geklappt. Versuche es noch einmal, oder nimm dein Passwort.',
    forgotten: 'Passwort vergessen?',
    forgotten_help: 'Du bekommst eine E-Mail mit einem Link für ein neues Passwort.',
    mail_link: 'Link schicken',
    link_mailed: 'Wenn es so ein Konto gibt, ist die E-Mail unterwegs. Sieh in deinen Posteingang.',
    needs_factor:
      'Deine Rolle braucht einen zweiten Faktor. Füge jetzt den ersten hinzu; er wird bei der Anmeldung abgefragt.',
    forms: {
      title: 'Nachrichten aus Formularen',
      about: 'Was Besucher über die Formulare der Website geschickt haben.',
      none: 'Kein Formular speichert, was geschickt wird.',
      nothing: 'Noch nichts wurde geschickt, oder nichts passt zu den Filtern.',
      count: '1 Nachricht |||| %{smart_count} Nachrichten',
      sent: 'Geschickt',
      last: 'die letzte am %{date}',
      all: 'Alle Nachrichten',
      reply: 'Per E-Mail antworten',
      delete_question: 'Die Nachricht löschen? Sie kommt nicht zurück.',
    },
    history: {
      show: 'Zeigen',
      records: 'Datensätze der Änderung',
      pruned: 'Ihre Datensätze sind nicht mehr aufgehoben.',
    },
    files: {
      title: 'Dateien',
      about: 'Bilder und andere Dateien der Website, und wo sie benutzt werden.',
      unused: 'Unbenutzt',
      none: 'Es gibt keine Dateien.',
      uses: 'An 1 Stelle benutzt |||| An %{smart_count} Stellen benutzt',
      nowhere: 'Nirgends benutzt',
      where: 'Wo sie benutzt wird',
      in_data: 'In Seitendaten, oder wo du nicht hinsehen darfst.',
      choose: 'Auswählen',
      question:
        'Was du ausgewählt hast, wird mit seinen Dateien gelöscht, wenn es dann nicht benutzt wird. Dateien kommen nicht zurück.',
    },
    parameters: {
      title: 'Einstellungen der Website',
      about:
        'Werte, die die Website unter ihrem Schlüssel liest. Alle können sie lesen: nichts Geheimes gehört hierher.',
      none: 'Es gibt keine Einstellungen.',
      key: 'Schlüssel',
      value: 'Wert',
      kind: 'Art',
      text: 'Text',
      list: 'Liste',
      object: 'Objekt',
      other_kind: 'Das ist JSON einer anderen Art.',
      make: 'Neue Einstellung',
      delete_question: '„%{key}“ löschen? Websites, die sie lesen, finden dann nichts.',
    },
    qr_code: 'QR-Code mit dem Geheimnis',
  },
};
