import type { Translations } from '../../kernel/contract/message.js';

/** German translations of the feature's messages. */
export const GERMAN: Translations = {
  'No enabled account has this user name.': 'Kein aktives Konto hat diesen Benutzernamen.',
  'This value should be a list of scopes, such as "read:Page".':
    'Dieser Wert sollte eine Liste von Berechtigungen sein, etwa "read:Page".',
  'Specify at least one scope, such as "read:*".':
    'Geben Sie mindestens eine Berechtigung an, etwa "read:*".',
  'This list has more than {{ limit }} scopes.': 'Diese Liste hat mehr als {{ limit }} Berechtigungen.',
  '"{{ scope }}" is not a valid scope. Use OPERATION:TYPE with one of {{ operations }}, or "drafts", "accounts" or "*".':
    '"{{ scope }}" ist keine gültige Berechtigung. Verwenden Sie OPERATION:TYP mit einer von {{ operations }}, oder "drafts", "accounts" oder "*".',
  'The type "{{ type }}" does not exist. Use one of: {{ names }}.':
    'Der Typ "{{ type }}" existiert nicht. Verwenden Sie einen von: {{ names }}.',
  'The type "{{ type }}" does not exist. Did you mean "{{ suggestion }}"?':
    'Der Typ "{{ type }}" existiert nicht. Meinten Sie "{{ suggestion }}"?',
  '"{{ type }}" is not publishable. Use "update:{{ type }}" instead.':
    '"{{ type }}" kann nicht veröffentlicht werden. Verwenden Sie "update:{{ type }}".',
};
