import type { Translations } from '../../kernel/contract/message.js';

/** German translations of the feature's messages. */
export const GERMAN: Translations = {
  'This should be a list of operations.': 'Dies sollte eine Liste von Operationen sein.',
  'There should be at least one operation.': 'Es sollte mindestens eine Operation geben.',
  'There should be at most {{ limit }} operations.': 'Es sollte höchstens {{ limit }} Operationen geben.',
  'This should be an object.': 'Dies sollte ein Objekt sein.',
  'An operation has no such member.': 'Eine Operation hat kein solches Feld.',
  'This should be 1 to 64 letters, digits, hyphens and underscores.':
    'Dies sollten 1 bis 64 Buchstaben, Ziffern, Bindestriche und Unterstriche sein.',
  'An earlier operation has the id "{{ id }}".': 'Eine frühere Operation hat die id "{{ id }}".',
  'This should be one of {{ methods }}.': 'Dies sollte eine von {{ methods }} sein.',
  'A {{ method }} has no body.': 'Ein {{ method }} hat keinen Body.',
  'No earlier operation has the id "{{ id }}". A text that begins with $ is sent as "$${{ id }}".':
    'Keine frühere Operation hat die id "{{ id }}". Ein Text, der mit $ beginnt, wird als "$${{ id }}" gesendet.',
  'No earlier operation has the id "{{ id }}".': 'Keine frühere Operation hat die id "{{ id }}".',
  'This should be a path of the API.': 'Dies sollte ein Pfad der API sein.',
  'This should be a path of the API, beginning with one slash, without a host, blanks and fragments.':
    'Dies sollte ein Pfad der API sein, der mit einem Schrägstrich beginnt, ohne Host, Leerzeichen und Fragmente.',
  'This should have no dot segments.': 'Dies sollte keine Punktsegmente haben.',
  'The parameter {{ parameter }} identifies the caller. Send it with the batch instead of an operation.':
    'Der Parameter {{ parameter }} identifiziert den Aufrufer. Senden Sie ihn mit dem Batch statt mit einer Operation.',
  '"{{ name }}" is no header of an operation; those are {{ names }}.':
    '"{{ name }}" ist kein Header einer Operation; das sind {{ names }}.',
  'The value of "{{ name }}" should be a text of visible ASCII characters.':
    'Der Wert von "{{ name }}" sollte ein Text aus sichtbaren ASCII-Zeichen sein.',
  'The operation "{{ id }}" answers no IRI.': 'Die Operation "{{ id }}" liefert keine IRI.',
};
