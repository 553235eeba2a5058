import type { Translations } from '../../kernel/contract/message.js';

/** German translations of the feature's messages. */
export const GERMAN: Translations = {
  'This form should not contain extra fields.': 'Dieses Formular sollte keine zusätzlichen Felder enthalten.',
  'This form should not contain more than {{ limit }} new entries.':
    'Dieses Formular sollte nicht mehr als {{ limit }} neue Einträge enthalten.',
  'Please enter a valid search term.': 'Bitte geben Sie einen gültigen Suchbegriff ein.',
  'Please enter a valid email address.': 'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
  'Please provide a valid phone number.': 'Bitte geben Sie eine gültige Telefonnummer ein.',
  'Please select a valid color.': 'Bitte wählen Sie eine gültige Farbe.',
  'Please choose a valid range.': 'Bitte wählen Sie einen gültigen Bereich.',
  'The password is invalid.': 'Das Passwort ist ungültig.',
  'The hidden field is invalid.': 'Das versteckte Feld ist ungültig.',
  'Please enter a valid URL.': 'Bitte geben Sie eine gültige URL ein.',
  'Please enter an integer.': 'Bitte geben Sie eine ganze Zahl ein.',
  'Expected an integer such as 12.': 'Erwartet wird eine ganze Zahl wie 12.',
  'Please enter a number.': 'Bitte geben Sie eine Zahl ein.',
  'Please enter a valid money amount.': 'Bitte geben Sie einen gültigen Geldbetrag ein.',
  'Expected an amount such as 12.50.': 'Erwartet wird ein Betrag wie 12.50.',
  'Please enter a percentage value.': 'Bitte geben Sie einen Prozentwert ein.',
  'Expected a percentage such as 25.': 'Erwartet wird ein Prozentwert wie 25.',
  'Please enter a valid UUID.': 'Bitte geben Sie eine gültige UUID ein.',
  'Please enter a valid ULID.': 'Bitte geben Sie eine gültige ULID ein.',
  'Expected a ULID such as 01ARZ3NDEKTSV4RRFFQ69G5FAV.':
    'Erwartet wird eine ULID wie 01ARZ3NDEKTSV4RRFFQ69G5FAV.',
  'The checkbox has an invalid value.': 'Das Kontrollkästchen hat einen ungültigen Wert.',
  'Please select a valid option.': 'Bitte wählen Sie eine gültige Möglichkeit.',
  'The selected choice is invalid.': 'Die getroffene Auswahl ist ungültig.',
  'Please select a valid country.': 'Bitte wählen Sie ein gültiges Land.',
  'Please select a valid language.': 'Bitte wählen Sie eine gültige Sprache.',
  'Please select a valid locale.': 'Bitte wählen Sie ein gültiges Gebietsschema.',
  'Please select a valid currency.': 'Bitte wählen Sie eine gültige Währung.',
  'Please select a valid timezone.': 'Bitte wählen Sie eine gültige Zeitzone.',
  'Please enter a valid date.': 'Bitte geben Sie ein gültiges Datum ein.',
  'Please enter a valid date and time.': 'Bitte geben Sie ein gültiges Datum mit Uhrzeit ein.',
  'Expected a date and time such as 2026-11-23T10:00.':
    'Erwartet wird ein Datum mit Uhrzeit wie 2026-11-23T10:00.',
  'Please enter a valid time.': 'Bitte geben Sie eine gültige Uhrzeit ein.',
  'Please enter a valid week.': 'Bitte geben Sie eine gültige Woche ein.',
  'Expected a week such as 2026-W48.': 'Erwartet wird eine Woche wie 2026-W48.',
  'Please choose a valid date interval.': 'Bitte wählen Sie einen gültigen Zeitraum.',
  'Expected an interval such as P1DT12H.': 'Erwartet wird ein Zeitraum wie P1DT12H.',
  'Please enter a valid birthdate.': 'Bitte geben Sie ein gültiges Geburtsdatum ein.',
  'Please select a valid file.': 'Bitte wählen Sie eine gültige Datei.',
  'The collection is invalid.': 'Die Liste ist ungültig.',
  'The values do not match.': 'Die Werte stimmen nicht überein.',
  'This was very fast. Please wait a moment and send the form again.':
    'Das ging sehr schnell. Bitte warten Sie einen Moment und senden Sie das Formular noch einmal.',
  'This form was opened too long ago. Please reload the page and send it again.':
    'Dieses Formular wurde vor zu langer Zeit geöffnet. Bitte laden Sie die Seite neu und senden Sie es noch einmal.',
  'The form type "{{ name }}" does not exist. Form types are the files in schemas/forms and the entries of extensions.forms in the configuration.':
    'Den Formulartyp "{{ name }}" gibt es nicht. Formulartypen sind die Dateien in schemas/forms und die Einträge von extensions.forms in der Konfiguration.',
  '"{{ name }}" is no form type. Form types are the files in schemas/forms and the entries of extensions.forms in the configuration.':
    '"{{ name }}" ist kein Formulartyp. Formulartypen sind die Dateien in schemas/forms und die Einträge von extensions.forms in der Konfiguration.',
};
