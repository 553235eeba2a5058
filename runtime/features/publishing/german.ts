import type { Translations } from '../../kernel/contract/message.js';

/** German messages of the feature. */
export const GERMAN: Translations = {
  'This value should be later than the moment from which the resource is live.':
    'Dieser Zeitpunkt sollte nach dem liegen, ab dem die Ressource öffentlich ist.',
};
