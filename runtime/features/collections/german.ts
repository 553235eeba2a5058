import type { Translations } from '../../kernel/contract/message.js';

/** German translations of the feature's messages. */
export const GERMAN: Translations = {
  'The resource iri for a collection component is required':
    'Die Ressourcen-IRI einer Collection-Komponente ist erforderlich',
  'These parameters are too long for an address. Use 500 parameters or fewer, with 16,384 characters or fewer.':
    'Diese Parameter sind zu lang für eine Adresse. Verwenden Sie höchstens 500 Parameter mit höchstens 16.384 Zeichen.',
  '{{ value }} is not a valid IRI': '{{ value }} ist keine gültige IRI',
};
