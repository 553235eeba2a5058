import type { Translations } from '../../kernel/contract/message.js';

/** German messages of the feature. */
export const GERMAN: Translations = {
  'This value should be later than the publication date.':
    'Dieser Zeitpunkt sollte nach dem Veröffentlichungsdatum liegen.',
};
