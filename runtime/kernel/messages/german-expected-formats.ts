import type { Translations } from '../contract/message.js';

/** German translations of violation hints. */
export const EXPECTED_FORMATS: Translations = {
  'Expected an email address such as name@example.com.':
    'Erwartet wird eine E-Mail-Adresse wie name@example.com.',
  'Expected a URL such as https://example.com/page.': 'Erwartet wird eine URL wie https://example.com/page.',
  'Expected a URL that begins with {{ protocols }}.':
    'Erwartet wird eine URL, die mit {{ protocols }} beginnt.',
  'Expected a UUID such as a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11.':
    'Erwartet wird eine UUID wie a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11.',
  'Expected an IP address such as 192.0.2.1.': 'Erwartet wird eine IP-Adresse wie 192.0.2.1.',
  'Expected an IPv6 address such as 2001:db8::1.': 'Erwartet wird eine IPv6-Adresse wie 2001:db8::1.',
  'Expected an IP address such as 192.0.2.1 or 2001:db8::1.':
    'Erwartet wird eine IP-Adresse wie 192.0.2.1 oder 2001:db8::1.',
  'Expected a hostname such as www.example.com.': 'Erwartet wird ein Hostname wie www.example.com.',
  'Expected JSON such as {"name": "value"}.': 'Erwartet wird JSON wie {"name": "value"}.',
  'Expected a CSS color such as #ff8800.': 'Erwartet wird eine CSS-Farbe wie #ff8800.',
  'Expected a two-letter country code such as DE.': 'Erwartet wird ein zweistelliger Ländercode wie DE.',
  'Expected a language code such as en.': 'Erwartet wird ein Sprachcode wie en.',
  'Expected a locale such as en_GB.': 'Erwartet wird ein Gebietsschema wie en_GB.',
  'Expected a three-letter currency code such as EUR.':
    'Erwartet wird ein dreistelliger Währungscode wie EUR.',
  'Expected a date such as 2026-11-23.': 'Erwartet wird ein Datum wie 2026-11-23.',
  'Expected a date and time such as 2026-11-23T10:00:00+00:00.':
    'Erwartet wird ein Datum mit Uhrzeit wie 2026-11-23T10:00:00+00:00.',
  'Expected a date and time in the format {{ format }}.':
    'Erwartet wird ein Datum mit Uhrzeit im Format {{ format }}.',
  'Expected a time such as 10:00 or 10:00:30.': 'Erwartet wird eine Uhrzeit wie 10:00 oder 10:00:30.',
  'Expected a time with seconds such as 10:00:30.': 'Erwartet wird eine Uhrzeit mit Sekunden wie 10:00:30.',
  'Expected a time without seconds such as 10:00.': 'Erwartet wird eine Uhrzeit ohne Sekunden wie 10:00.',
  'Expected a time zone such as Europe/Berlin.': 'Erwartet wird eine Zeitzone wie Europe/Berlin.',
  'Expected a number such as 12.5.': 'Erwartet wird eine Zahl wie 12.5.',
  'Expected a text that matches {{ pattern }}.': 'Erwartet wird ein Text nach dem Muster {{ pattern }}.',
  'Expected one of: {{ choices }}.': 'Erwartet wird einer von: {{ choices }}.',
};
