import type { Translations } from '../../kernel/contract/message.js';

/** Messages of the feature in German. */
export const GERMAN: Translations = {
  'The resource iri for a collection component is required':
    'Die Ressourcen-IRI einer Collection-Komponente ist erforderlich',
  '{{ value }} is not a valid IRI': '{{ value }} ist keine gültige IRI',
};
