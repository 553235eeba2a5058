import type { Translations } from '../../kernel/contract/message.js';

/** German messages of the feature. */
export const GERMAN: Translations = {
  'There is already a ComponentGroup resource with that reference.':
    'Es gibt bereits eine Komponentengruppe mit dieser Referenz.',
  'The reference cannot be blank.': 'Die Referenz darf nicht leer sein.',
  'The location cannot be blank.': 'Der Ort darf nicht leer sein.',
  '`{{ type }}` is not a component type. Name a type or the IRI of its collection.':
    '`{{ type }}` ist kein Komponententyp. Nennen Sie einen Typ oder die IRI seiner Liste.',
  'The IRI `{{ iri }}` is not permitted to be added to the collection `{{ group }}`. Allowed IRIs: {{ allowed }}':
    'Die IRI `{{ iri }}` darf der Gruppe `{{ group }}` nicht hinzugefügt werden. Erlaubte IRIs: {{ allowed }}',
  'The IRI `{{ iri }}` must be specifically allowed within the collection {{ group }}':
    'Die IRI `{{ iri }}` muss in der Gruppe {{ group }} ausdrücklich erlaubt werden',
  'pageDataProperty and pageDataClass must both be set or both be null.':
    'pageDataProperty und pageDataClass müssen beide gesetzt oder beide null sein.',
  'Please specify either a component or both pageDataProperty and pageDataClass.':
    'Bitte geben Sie entweder eine Komponente oder sowohl pageDataProperty als auch pageDataClass an.',
  '`{{ class }}` is not a known PageData resource class': '`{{ class }}` ist keine bekannte PageData-Klasse',
  '`{{ property }}` is not a component-typed property on `{{ class }}`':
    '`{{ property }}` ist kein Feld von `{{ class }}`, das eine Komponente enthält',
  'There is no room for another position in this group.':
    'In dieser Gruppe ist kein Platz für eine weitere Position.',
};
