import type { Translations } from '../../kernel/contract/message.js';

/** German messages of the feature. */
export const GERMAN: Translations = {
  'Please specify one of page, pageData and route.': 'Bitte geben Sie eines von page, pageData und route an.',
  'This value should be within the next {{ limit }} days.':
    'Dieser Zeitpunkt sollte innerhalb der nächsten {{ limit }} Tage liegen.',
  'There is no such revision.': 'Diese Revision gibt es nicht.',
  'Visitors may not open this page, public or not.':
    'Besucher dürfen diese Seite nicht öffnen, ob öffentlich oder nicht.',
};
