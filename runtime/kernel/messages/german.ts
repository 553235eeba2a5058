import type { MessageCatalogue, Translations } from '../contract/message.js';
import { EXPECTED_FORMATS } from './german-expected-formats.js';

/** German messages of constraints, values and columns. */
const GERMAN: Translations = {
  ...EXPECTED_FORMATS,
  'This value should not be blank.': 'Dieser Wert sollte nicht leer sein.',
  'This value should be blank.': 'Dieser Wert sollte leer sein.',
  'This value should not be null.': 'Dieser Wert sollte nicht null sein.',
  'This value should be null.': 'Dieser Wert sollte null sein.',
  'This value should be true.': 'Dieser Wert sollte true sein.',
  'This value should be false.': 'Dieser Wert sollte false sein.',
  'This value should be of type {{ type }}.': 'Dieser Wert sollte vom Typ {{ type }} sein.',
  'This value should be the IRI of a resource of type {{ type }}.':
    'Dieser Wert sollte die IRI einer Ressource vom Typ {{ type }} sein.',
  'This value is not valid.': 'Dieser Wert ist nicht gültig.',
  'This value should be in the future.': 'Dieser Zeitpunkt sollte in der Zukunft liegen.',
  'This value is already used.': 'Dieser Wert wird bereits verwendet.',
  'This value is not a valid email address.': 'Dieser Wert ist keine gültige E-Mail-Adresse.',
  'This value is not a valid URL.': 'Dieser Wert ist keine gültige URL.',
  'This URL is missing a top-level domain.': 'Dieser URL fehlt eine Top-Level-Domain.',
  'This value is not a valid UUID.': 'Dieser Wert ist keine gültige UUID.',
  'This value is not a valid IP address.': 'Dieser Wert ist keine gültige IP-Adresse.',
  'This value is not a valid hostname.': 'Dieser Wert ist kein gültiger Hostname.',
  'This value should be valid JSON.': 'Dieser Wert sollte gültiges JSON sein.',
  'This value is not a valid CSS color.': 'Dieser Wert ist keine gültige CSS-Farbe.',
  'This value is not a valid country.': 'Dieser Wert ist kein gültiges Land.',
  'This value is not a valid language.': 'Dieser Wert ist keine gültige Sprache.',
  'This value is not a valid locale.': 'Dieser Wert ist kein gültiges Gebietsschema.',
  'This value is not a valid currency.': 'Dieser Wert ist keine gültige Währung.',
  'This value is not a valid date.': 'Dieser Wert ist kein gültiges Datum.',
  'This value is not a valid datetime.': 'Dieser Wert ist kein gültiges Datum mit Uhrzeit.',
  'This value is not a valid time.': 'Dieser Wert ist keine gültige Uhrzeit.',
  'This value is not a valid timezone.': 'Dieser Wert ist keine gültige Zeitzone.',
  'The password strength is too low. Please use a stronger password.':
    'Das Passwort ist zu schwach. Bitte wählen Sie ein stärkeres.',
  'This value should have exactly {{ limit }} character.|This value should have exactly {{ limit }} characters.':
    'Dieser Wert sollte genau {{ limit }} Zeichen haben.',
  'This value is too short. It should have {{ limit }} character or more.|This value is too short. It should have {{ limit }} characters or more.':
    'Dieser Wert ist zu kurz. Er sollte mindestens {{ limit }} Zeichen haben.',
  'This value is too long. It should have {{ limit }} character or less.|This value is too long. It should have {{ limit }} characters or less.':
    'Dieser Wert ist zu lang. Er sollte höchstens {{ limit }} Zeichen haben.',
  'This value is too long. It should have {{ limit }} characters or less.':
    'Dieser Wert ist zu lang. Er sollte höchstens {{ limit }} Zeichen haben.',
  'The value you selected is not a valid choice.': 'Der ausgewählte Wert ist keine gültige Auswahl.',
  'One or more of the given values is invalid.': 'Einer oder mehrere der angegebenen Werte sind ungültig.',
  'You must select at least {{ limit }} choice.|You must select at least {{ limit }} choices.': {
    one: 'Sie müssen mindestens {{ limit }} Möglichkeit wählen.',
    other: 'Sie müssen mindestens {{ limit }} Möglichkeiten wählen.',
  },
  'You must select at most {{ limit }} choice.|You must select at most {{ limit }} choices.': {
    one: 'Sie dürfen höchstens {{ limit }} Möglichkeit wählen.',
    other: 'Sie dürfen höchstens {{ limit }} Möglichkeiten wählen.',
  },
  'This collection should contain exactly {{ limit }} element.|This collection should contain exactly {{ limit }} elements.':
    {
      one: 'Diese Liste sollte genau {{ limit }} Element enthalten.',
      other: 'Diese Liste sollte genau {{ limit }} Elemente enthalten.',
    },
  'This collection should contain {{ limit }} element or more.|This collection should contain {{ limit }} elements or more.':
    {
      one: 'Diese Liste sollte mindestens {{ limit }} Element enthalten.',
      other: 'Diese Liste sollte mindestens {{ limit }} Elemente enthalten.',
    },
  'This collection should contain {{ limit }} element or less.|This collection should contain {{ limit }} elements or less.':
    {
      one: 'Diese Liste sollte höchstens {{ limit }} Element enthalten.',
      other: 'Diese Liste sollte höchstens {{ limit }} Elemente enthalten.',
    },
  'This collection should contain only unique elements.':
    'Diese Liste sollte jedes Element nur einmal enthalten.',
  'This value should be equal to {{ compared_value }}.':
    'Dieser Wert sollte gleich {{ compared_value }} sein.',
  'This value should not be equal to {{ compared_value }}.':
    'Dieser Wert sollte nicht gleich {{ compared_value }} sein.',
  'This value should be identical to {{ compared_value_type }} {{ compared_value }}.':
    'Dieser Wert sollte identisch mit {{ compared_value_type }} {{ compared_value }} sein.',
  'This value should not be identical to {{ compared_value_type }} {{ compared_value }}.':
    'Dieser Wert sollte nicht identisch mit {{ compared_value_type }} {{ compared_value }} sein.',
  'This value should be less than {{ compared_value }}.':
    'Dieser Wert sollte kleiner als {{ compared_value }} sein.',
  'This value should be less than or equal to {{ compared_value }}.':
    'Dieser Wert sollte kleiner oder gleich {{ compared_value }} sein.',
  'This value should be greater than {{ compared_value }}.':
    'Dieser Wert sollte größer als {{ compared_value }} sein.',
  'This value should be greater than or equal to {{ compared_value }}.':
    'Dieser Wert sollte größer oder gleich {{ compared_value }} sein.',
  'This value should be negative.': 'Dieser Wert sollte negativ sein.',
  'This value should be either negative or zero.': 'Dieser Wert sollte negativ oder null sein.',
  'This value should be positive.': 'Dieser Wert sollte positiv sein.',
  'This value should be either positive or zero.': 'Dieser Wert sollte positiv oder null sein.',
  'This value should be a multiple of {{ compared_value }}.':
    'Dieser Wert sollte ein Vielfaches von {{ compared_value }} sein.',
  'This value should be a valid datetime.': 'Dieser Wert sollte ein gültiges Datum mit Uhrzeit sein.',
  'This value should be a valid number.': 'Dieser Wert sollte eine gültige Zahl sein.',
  'This value should be between {{ min }} and {{ max }}.':
    'Dieser Wert sollte zwischen {{ min }} und {{ max }} liegen.',
  'This value should be {{ limit }} or more.': 'Dieser Wert sollte {{ limit }} oder mehr sein.',
  'This value should be {{ limit }} or less.': 'Dieser Wert sollte {{ limit }} oder weniger sein.',
  'This number has more than {{ limit }} digits, which JSON numbers do not keep: send it as text.':
    'Diese Zahl hat mehr als {{ limit }} Stellen, die JSON-Zahlen nicht erhalten: Senden Sie sie als Text.',
  'This value should have at most {{ limit }} digits behind the point.':
    'Dieser Wert sollte höchstens {{ limit }} Nachkommastellen haben.',
  'This field is missing.': 'Dieses Feld fehlt.',
  'This field was not expected.': 'Dieses Feld wurde nicht erwartet.',
  'This file is not a valid image.': 'Diese Datei ist kein gültiges Bild.',
  'An empty file is not allowed.': 'Eine leere Datei ist nicht erlaubt.',
  'The file is too large ({{ size }} {{ suffix }}). Allowed maximum size is {{ limit }} {{ suffix }}.':
    'Die Datei ist zu groß ({{ size }} {{ suffix }}). Die maximal zulässige Größe beträgt {{ limit }} {{ suffix }}.',
  'The filename is too long. It should have {{ filename_max_length }} character or less.|The filename is too long. It should have {{ filename_max_length }} characters or less.':
    'Der Dateiname ist zu lang. Er sollte höchstens {{ filename_max_length }} Zeichen haben.',
  'The extension of the file is invalid ({{ extension }}). Allowed extensions are {{ extensions }}.':
    'Die Dateiendung ist ungültig ({{ extension }}). Erlaubte Endungen sind {{ extensions }}.',
  'The mime type of the file is invalid ({{ type }}). Allowed mime types are {{ types }}.':
    'Der MIME-Typ der Datei ist ungültig ({{ type }}). Erlaubte MIME-Typen sind {{ types }}.',
  'The image width is too big ({{ width }}px). Allowed maximum width is {{ max_width }}px.':
    'Das Bild ist zu breit ({{ width }}px). Die maximal zulässige Breite beträgt {{ max_width }}px.',
  'The image width is too small ({{ width }}px). Minimum width expected is {{ min_width }}px.':
    'Das Bild ist nicht breit genug ({{ width }}px). Die erforderliche Mindestbreite beträgt {{ min_width }}px.',
  'The image height is too big ({{ height }}px). Allowed maximum height is {{ max_height }}px.':
    'Das Bild ist zu hoch ({{ height }}px). Die maximal zulässige Höhe beträgt {{ max_height }}px.',
  'The image height is too small ({{ height }}px). Minimum height expected is {{ min_height }}px.':
    'Das Bild ist nicht hoch genug ({{ height }}px). Die erforderliche Mindesthöhe beträgt {{ min_height }}px.',
};

/** Messages of the kernel, by language. */
export const KERNEL_MESSAGES: MessageCatalogue = { de: GERMAN };
