import type { Translations } from '../../kernel/contract/message.js';

/** German messages of the feature. */
export const GERMAN: Translations = {
  'Send either iris or all, not both.': 'Senden Sie entweder iris oder all, nicht beides.',
  'Send either paths or all, not both.': 'Senden Sie entweder paths oder all, nicht beides.',
  'Send a list of IRIs, or all with the value true.':
    'Senden Sie eine Liste von IRIs, oder all mit dem Wert true.',
  'Send a list of paths, or all with the value true.':
    'Senden Sie eine Liste von Pfaden, oder all mit dem Wert true.',
  'This value should be an IRI.': 'Dieser Wert sollte eine IRI sein.',
  'This value should be a path.': 'Dieser Wert sollte ein Pfad sein.',
};
