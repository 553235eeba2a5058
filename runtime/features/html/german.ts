import type { Translations } from '../../kernel/contract/message.js';

/** German translations of the feature's messages. */
export const GERMAN: Translations = {
  'This HTML is too long. It should have 2,000,000 characters or fewer.':
    'Dieses HTML ist zu lang. Es sollte höchstens 2.000.000 Zeichen haben.',
  'This HTML has too much markup. It should have 100,000 tags and entities or fewer.':
    'Dieses HTML enthält zu viele Auszeichnungen. Es sollte höchstens 100.000 Tags und Entities haben.',
  'This HTML is nested too deep. It should have 200 levels or fewer.':
    'Dieses HTML ist zu tief verschachtelt. Es sollte höchstens 200 Ebenen haben.',
};
