import type { Translations } from '../../kernel/contract/message.js';

/** German messages of the feature. */
export const GERMAN: Translations = {
  'This value is not whsec_ and 24 to 64 bytes in base64.':
    'Dieser Wert ist nicht whsec_ mit 24 bis 64 Bytes in Base64.',
  'This value is not an address.': 'Dieser Wert ist keine Adresse.',
  'Name at least one event.': 'Nennen Sie mindestens ein Ereignis.',
  'Name at most {{ limit }} events.': 'Nennen Sie höchstens {{ limit }} Ereignisse.',
  'This value has characters that cannot be stored.':
    'Dieser Wert enthält Zeichen, die nicht gespeichert werden können.',
  'This value is not the id of a machine token.': 'Dieser Wert ist nicht die ID eines Maschinen-Tokens.',
  'There is no such event.': 'Dieses Ereignis gibt es nicht.',
  'There is no event {{ event }}. Use one of: {{ names }}.':
    'Es gibt kein Ereignis {{ event }}. Verwenden Sie eines von: {{ names }}.',
  'There is no event {{ event }}. Did you mean "{{ suggestion }}"?':
    'Es gibt kein Ereignis {{ event }}. Meinten Sie "{{ suggestion }}"?',
  'The host of this address leads to a private network.':
    'Der Host dieser Adresse führt in ein privates Netz.',
  'Only the machine token that made this webhook reads for it.':
    'Nur das Maschinen-Token, das diesen Webhook angelegt hat, liest für ihn.',
  'There is no such machine token among yours.': 'Unter Ihren Maschinen-Token gibt es kein solches.',
  'This value is not an address that begins with https:// or http://.':
    'Dieser Wert ist keine Adresse, die mit https:// oder http:// beginnt.',
  'This address has a name or a password in it; receivers know the service by its signature.':
    'Diese Adresse enthält einen Namen oder ein Passwort; Empfänger erkennen den Dienst an seiner Signatur.',
  'This address has a fragment, which no server is sent.':
    'Diese Adresse hat ein Fragment, das kein Server erhält.',
  'This address is longer than {{ limit }} characters.': 'Diese Adresse ist länger als {{ limit }} Zeichen.',
  'This address leads to a private network or to this machine; webhook_targets.allow_private lets it.':
    'Diese Adresse führt in ein privates Netz oder zu diesem Rechner; webhook_targets.allow_private erlaubt das.',
};
