import type { Translations } from '../../kernel/contract/message.js';

/** German messages of the feature. */
export const GERMAN: Translations = {
  'This file cannot be read. Send another one.':
    'Diese Datei kann nicht gelesen werden. Senden Sie eine andere.',
  'A file must be uploaded for the `{{ property }}` field before publishing.':
    'Für das Feld `{{ property }}` muss vor der Veröffentlichung eine Datei hochgeladen werden.',
  'Unable to decode the string as plain base64.': 'Der Text kann nicht als Base64 gelesen werden.',
  'Unable to decode the string as a data URI.': 'Der Text kann nicht als Data-URI gelesen werden.',
};
