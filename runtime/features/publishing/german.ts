import type { Translations } from '../../kernel/contract/message.js';

/** Messages of the feature in German. */
export const GERMAN: Translations = {
  'This value should be later than the moment from which the resource is live.':
    'Dieser Zeitpunkt sollte nach dem liegen, ab dem die Ressource öffentlich ist.',
};
