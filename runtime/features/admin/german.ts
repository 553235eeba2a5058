import type { Translations } from '../../kernel/contract/message.js';

/** German translations of the feature's messages. */
export const GERMAN: Translations = {
  'Send either id or all, not both.': 'Senden Sie entweder id oder all, nicht beides.',
  'Send the id of a message, or all with the value true.':
    'Senden Sie die id einer Nachricht, oder all mit dem Wert true.',
};
