import type { Translations } from '../../kernel/contract/message.js';

/** German messages of the feature. */
export const GERMAN: Translations = {
  'This code is wrong, too old, or was used before.':
    'Dieser Code ist falsch, zu alt oder wurde bereits verwendet.',
  'This is not your current password.': 'Dies ist nicht Ihr derzeitiges Passwort.',
  'This is not a valid passkey response to this challenge.':
    'Dies ist keine gültige Antwort eines Passkeys auf diese Aufforderung.',
  'This value should be a text of 1 to 100 characters.':
    'Dieser Wert sollte ein Text aus 1 bis 100 Zeichen sein.',
};
