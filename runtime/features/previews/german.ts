import type { Translations } from '../../kernel/contract/message.js';

/** German messages of the feature. */
export const GERMAN: Translations = {
  'Please specify one of page, pageData and route.': 'Bitte geben Sie eines von page, pageData und route an.',
  'This value should be within the next {{ limit }} days.':
    'Dieser Zeitpunkt sollte innerhalb der nächsten {{ limit }} Tage liegen.',
  'This revision does not exist.': 'Diese Revision existiert nicht.',
  'Visitors are not allowed to open this page, even if it is published.':
    'Besucher dürfen diese Seite nicht öffnen, auch wenn sie veröffentlicht ist.',
};
