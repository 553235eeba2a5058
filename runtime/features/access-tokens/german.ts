import type { Translations } from '../../kernel/contract/message.js';

/** German translations of the feature's messages. */
export const GERMAN: Translations = {
  'No account that may sign in is named so.': 'Kein Konto, das sich anmelden darf, heißt so.',
  'This value should be a list of scopes, like "read:Page".':
    'Dieser Wert sollte eine Liste von Berechtigungen sein, etwa "read:Page".',
  'Give at least one scope, like "read:*".': 'Geben Sie mindestens eine Berechtigung an, etwa "read:*".',
  'These are more than {{ limit }} scopes.': 'Das sind mehr als {{ limit }} Berechtigungen.',
  'This value should be a moment to come.': 'Dieser Zeitpunkt sollte in der Zukunft liegen.',
  '"{{ scope }}" is no scope. Write OPERATION:TYPE with one of {{ operations }}, or "drafts", "accounts" or "*".':
    '"{{ scope }}" ist keine Berechtigung. Schreiben Sie OPERATION:TYP mit einer von {{ operations }}, oder "drafts", "accounts" oder "*".',
  'There is no type "{{ type }}". Use one of: {{ names }}.':
    'Es gibt keinen Typ "{{ type }}". Verwenden Sie einen von: {{ names }}.',
  'There is no type "{{ type }}". Did you mean "{{ suggestion }}"?':
    'Es gibt keinen Typ "{{ type }}". Meinten Sie "{{ suggestion }}"?',
  '"{{ type }}" is not publishable: "update:{{ type }}" is all that a change of it needs.':
    '"{{ type }}" kann nicht veröffentlicht werden: Für Änderungen genügt "update:{{ type }}".',
};
