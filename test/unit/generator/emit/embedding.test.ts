import { expect, test } from 'vitest';
import type { OpenAPIObject } from 'openapi3-ts/oas31';
import { printOpenApi } from '../../../../generator/emit/openapi.js';
import { buildModel } from '../../../../generator/model/build-model.js';
import { parseSchemas } from '../../../../generator/schema/load-schemas.js';
import { validateSchemas } from '../../../../generator/checks/validate-schemas.js';

const relation = (target: string, more: object = {}): object => ({
  type: ['string', 'null'],
  format: 'iri-reference',
  'x-relation': { target, kind: 'manyToOne', embed: true, ...more },
});
const component = (title: string, properties: object) => ({
  path: `${title}.json`,
  text: JSON.stringify({ title, type: 'object', 'x-resource': 'component', properties }),
});

const model = buildModel(
  validateSchemas(
    parseSchemas([
      component('Box', {
        lid: relation('Lid'),
        page: relation('Page'),
        anything: relation('AbstractComponent'),
        lids: {
          type: 'array',
          items: { type: 'string', format: 'iri-reference' },
          'x-relation': { target: 'Lid', kind: 'manyToMany', embed: true },
        },
      }),
      component('Lid', { label: { type: ['string', 'null'] } }),
    ]),
  ),
);
const box = model.resources.find(({ descriptor }) => descriptor.name === 'Box');

test('an embedding relation is read as a document or IRI and written as an IRI', () => {
  const properties = (side: 'read' | 'input') =>
    box?.clientSchemas[side]['properties'] as Readonly<Record<string, { readonly tsType?: string }>>; // as in the build
  const shown = Object.entries(properties('read')).flatMap(([name, { tsType }]) =>
    tsType === undefined ? [] : [[name, tsType]],
  );
  const any = '{ "@id": string; "@type": string; [member: string]: unknown }';
  expect(Object.fromEntries(shown)).toEqual({
    _metadata: 'import("./built-in-types.js").DocumentMetadata',
    lid: 'import("./lid.js").Lid | string | null',
    page: `${any} | string | null`,
    anything: `${any} | string | null`,
    lids: '(import("./lid.js").Lid | string)[]',
  });
  expect(properties('input')['lid']).toEqual({ type: ['string', 'null'], format: 'iri-reference' });
});

test('the documentation describes the target document or its IRI', () => {
  const document = JSON.parse(printOpenApi(model)) as OpenAPIObject; // as printed
  const schemas = document.components?.schemas ?? {};
  const iri = { type: 'string', format: 'iri-reference' };
  const lid = { $ref: '#/components/schemas/Lid.jsonld' };
  expect(schemas['Box.jsonld']).toMatchObject({
    properties: {
      lid: { anyOf: [lid, iri, { type: 'null' }] },
      page: { anyOf: [{ $ref: '#/components/schemas/Page.jsonld' }, iri, { type: 'null' }] },
      anything: { anyOf: [{ type: 'object', additionalProperties: true }, iri, { type: 'null' }] },
      lids: { type: 'array', items: { anyOf: [lid, iri] } },
    },
  });
  expect(schemas['Box.jsonld-input']).toMatchObject({
    properties: { lid: { $ref: '#/components/schemas/NullableIri' } },
  });
});
