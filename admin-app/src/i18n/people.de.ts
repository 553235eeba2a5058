import type { PEOPLE_ENGLISH } from './people.en.js';

/** German messages of sign-in, submissions, media and site settings. */
export const PEOPLE_GERMAN: typeof PEOPLE_ENGLISH = {
  people: {
    by_passkey: 'Mit einem Passkey anmelden',
    no_passkey:
      'Die Anmeldung mit dem Passkey ist fehlgeschlagen. Versuche es erneut oder verwende dein Passwort.',
    forgotten: 'Passwort vergessen?',
    forgotten_help: 'Du bekommst eine E-Mail mit einem Link, um ein neues Passwort festzulegen.',
    mail_link: 'Link senden',
    link_mailed: 'Wenn das Konto existiert, bekommst du eine E-Mail. Prüfe deinen Posteingang.',
    needs_factor: 'Deine Rolle erfordert Zwei-Faktor-Authentifizierung. Richte sie ein, um fortzufahren.',
    forms: {
      title: 'Formulareingänge',
      about: 'Nachrichten, die Besucher über die Formulare der Website gesendet haben.',
      none: 'Kein Formular speichert seine Eingänge.',
      nothing: 'Keine Formulareingänge gefunden.',
      count: '1 Eingang |||| %{smart_count} Eingänge',
      sent: 'Gesendet',
      last: 'letzter Eingang am %{date}',
      all: 'Alle Eingänge',
      reply: 'Per E-Mail antworten',
      delete_question: 'Diesen Formulareingang endgültig löschen?',
    },
    history: {
      show: 'Einträge anzeigen',
      records: 'Geänderte Einträge',
      pruned: 'Die geänderten Einträge sind nicht mehr gespeichert.',
    },
    files: {
      title: 'Medien',
      about: 'Bilder und andere Dateien und wo sie verwendet werden.',
      unused: 'Unbenutzt',
      none: 'Noch keine Dateien.',
      uses: 'An 1 Stelle verwendet |||| An %{smart_count} Stellen verwendet',
      nowhere: 'Nicht verwendet',
      where: 'Verwendung',
      in_data: 'In Seitendaten oder in Inhalten, die du nicht ansehen darfst.',
      choose: 'Auswählen',
      question:
        'Ausgewählte Elemente und ihre Dateien endgültig löschen? Wieder verwendete Elemente bleiben erhalten.',
    },
    parameters: {
      title: 'Einstellungen',
      about:
        'Werte, die die Website über ihren Schlüssel liest. Sie sind öffentlich: Speichere hier keine Geheimnisse.',
      none: 'Noch keine Einstellungen.',
      key: 'Schlüssel',
      value: 'Wert',
      kind: 'Typ',
      text: 'Text',
      list: 'Liste',
      object: 'Objekt',
      other_kind: 'Der JSON-Wert passt nicht zum gewählten Typ.',
      make: 'Einstellung hinzufügen',
      delete_question: '„%{key}“ löschen? Websites können den Wert dann nicht mehr lesen.',
    },
    qr_code: 'QR-Code mit dem Schlüssel',
  },
};
