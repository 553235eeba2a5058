import type { Translations } from '../../kernel/contract/message.js';

/** German messages of the feature. */
export const GERMAN: Translations = {
  'This value should be whsec_ followed by 24 to 64 bytes in base64.':
    'Dieser Wert muss aus whsec_ und 24 bis 64 Bytes in Base64 bestehen.',
  'This value is not a valid URL.': 'Dieser Wert ist keine gültige URL.',
  'Specify at least one event.': 'Geben Sie mindestens ein Ereignis an.',
  'Specify at most {{ limit }} events.': 'Geben Sie höchstens {{ limit }} Ereignisse an.',
  'This value contains characters that cannot be stored.':
    'Dieser Wert enthält Zeichen, die nicht gespeichert werden können.',
  'This value is not the id of an access token.': 'Dieser Wert ist nicht die ID eines Zugriffstokens.',
  'This event does not exist.': 'Dieses Ereignis existiert nicht.',
  'The event {{ event }} does not exist. Use one of: {{ names }}.':
    'Das Ereignis {{ event }} existiert nicht. Verwenden Sie eines von: {{ names }}.',
  'The event {{ event }} does not exist. Did you mean "{{ suggestion }}"?':
    'Das Ereignis {{ event }} existiert nicht. Meinten Sie "{{ suggestion }}"?',
  'The host of this URL resolves to a private network.': 'Der Host dieser URL führt in ein privates Netz.',
  'Only the access token that created this webhook can be its reader.':
    'Nur das Zugriffstoken, das diesen Webhook angelegt hat, kann sein Leser sein.',
  'You do not own an access token with this id.': 'Sie besitzen kein Zugriffstoken mit dieser ID.',
  'This value is not a URL that starts with https:// or http://.':
    'Dieser Wert ist keine URL, die mit https:// oder http:// beginnt.',
  'This URL contains a username or password. Receivers identify the service by its signature.':
    'Diese URL enthält einen Benutzernamen oder ein Passwort. Empfänger erkennen den Dienst an seiner Signatur.',
  'This URL has a fragment, which is never sent to servers.':
    'Diese URL hat ein Fragment, das nie an Server gesendet wird.',
  'This URL is longer than {{ limit }} characters.': 'Diese URL ist länger als {{ limit }} Zeichen.',
  'This URL resolves to a private network or to this machine. To allow it, set webhook_targets.allow_private.':
    'Diese URL führt in ein privates Netz oder zu diesem Rechner. Setzen Sie webhook_targets.allow_private, um das zu erlauben.',
};
