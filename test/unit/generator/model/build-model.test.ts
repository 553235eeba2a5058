import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ApiModel } from '../../../../generator/model/types.js';
import { buildModel } from '../../../../generator/model/build-model.js';
import { projectTables } from '../../../../generator/build-project.js';
import { fieldType } from '../../../../generator/model/field-types.js';
import type { FieldDefinition } from '../../../../generator/schema/definition.js';
import { parseSchemas } from '../../../../generator/schema/load-schemas.js';
import { validateSchemas } from '../../../../generator/checks/validate-schemas.js';

const EXAMPLES = ['CallToAction', 'Brochure', 'WorkshopData'] as const;

function exampleFile(name: string) {
  const url = new URL(`./examples/${name}.json`, import.meta.url);
  return { path: `${name}.json`, text: readFileSync(url, 'utf8') };
}

function modelOf(files: readonly { readonly path: string; readonly text: string }[]): ApiModel {
  return buildModel(validateSchemas(parseSchemas(files)));
}

function resource(model: ApiModel, name: string) {
  const found = model.resources.find(({ descriptor }) => descriptor.name === name);
  if (found === undefined) throw new Error(`${name} is not in the model`);
  return found;
}

describe('fieldType', () => {
  const cases: readonly (readonly [string, FieldDefinition, readonly [column: string, accepts: string]])[] = [
    ['string', { type: 'string' }, ['string', 'string']],
    ['nullable string', { type: ['string', 'null'] }, ['string', 'string']],
    ['long string', { type: 'string', maxLength: 256 }, ['text', 'string']],
    ['text column', { type: 'string', 'x-column': { type: 'text' } }, ['text', 'string']],
    ['date-time', { type: 'string', format: 'date-time' }, ['datetime', 'string']],
    ['date', { type: 'string', format: 'date' }, ['date', 'string']],
    ['time', { type: 'string', format: 'time' }, ['time', 'string']],
    ['uuid', { type: 'string', format: 'uuid' }, ['uuid', 'string']],
    ['email', { type: 'string', format: 'email' }, ['string', 'string']],
    ['integer', { type: 'integer' }, ['integer', 'int']],
    ['number', { type: 'number' }, ['float', 'float,int']],
    ['decimal', { type: 'number', 'x-column': { precision: 8, scale: 2 } }, ['decimal', 'string,float,int']],
    ['boolean', { type: 'boolean' }, ['boolean', 'bool']],
    ['array', { type: 'array' }, ['json', 'array']],
    ['object', { type: 'object' }, ['json', 'object']],
    ['two types', { type: ['string', 'integer'] }, ['json', 'string,int']],
    ['enum without type', { enum: [1, 2] }, ['integer', 'int']],
  ];

  test.each(cases)('%s has a column and JSON types', (_name, field, want) => {
    const type = fieldType(field);
    expect([type.column, type.accepts.join()]).toEqual(want);
  });
});

describe('the worked examples of the schema format', () => {
  const model = modelOf(EXAMPLES.map(exampleFile));

  test('a publishable component contains its rule, its enum and its computed member', () => {
    const { descriptor, fields, constraints } = resource(model, 'CallToAction');
    expect(descriptor).toMatchObject({
      path: '/component/call_to_actions',
      publishable: { field: 'publishedAt', validationGroups: ['CallToAction:published'] },
      timestamped: { createdAtField: 'createdAt', modifiedAtField: 'modifiedAt' },
      extensions: { realtime: {} },
    });
    expect(constraints).toEqual([
      {
        path: 'target',
        constraint: 'Expression',
        options: { expression: 'this.target != null or this.externalUrl != null' },
        groups: ['CallToAction:published'],
        message: 'Choose an internal route or an external address',
      },
    ]);
    expect(fields.map(({ descriptor: field }) => field)).toMatchObject([
      { name: 'label', kind: 'scalar', type: 'string', nullable: true },
      { name: 'tone', default: 'primary', nullable: false, enum: ['primary', 'quiet', 'danger'] },
      { name: 'target', kind: 'to-one', target: 'Route', column: 'target_id', onDelete: 'set-null' },
      { name: 'externalUrl', type: 'text', format: 'uri' },
      { name: 'href', kind: 'computed', coalesce: [['externalUrl'], ['target', 'path']], writable: false },
    ]);
    expect(fields.map((field) => field.constraints.map(({ constraint }) => constraint))).toEqual([
      ['Length', 'NotBlank'],
      ['Length', 'Choice'],
      [],
      ['Url'],
      [],
    ]);
  });

  test('a component with two upload fields contains both, its permission and its lists', () => {
    const { descriptor, fields } = resource(model, 'Brochure');
    expect(descriptor).toMatchObject({
      table: 'brochure',
      positionRestricted: true,
      publishable: {
        permission: "is_granted('ROLE_EDITOR')",
        validationGroups: ['Brochure:published', 'legal'],
      },
      security: { delete: "is_granted('ROLE_ADMIN')" },
      searchFields: ['heading'],
      orderFields: ['heading'],
    });
    expect(descriptor.operations).toEqual([
      'collection',
      'create',
      'read',
      'update',
      'replace',
      'delete',
      'usage',
      'upload',
      'download',
    ]);
    expect(fields[2]?.descriptor).toEqual({
      kind: 'upload',
      name: 'document',
      readable: false,
      writable: true,
      column: 'document_path',
      adapter: 'private',
      prefix: 'brochures/',
      urlGenerator: 'temporary',
      imagineFilters: [],
      requiredOnPublish: true,
      requiredOnPublishMessage: 'Attach the {{ property }} first.',
      constraints: [{ File: { maxSize: '20M', mimeTypes: ['application/pdf'] } }],
    });
    const table = projectTables(model).find(({ name }) => name === 'brochure');
    expect(table?.columns.map(({ name }) => name)).toEqual([
      'id',
      'heading',
      'legal_note',
      'document_path',
      'cover_path',
    ]);
    expect(fields[0]?.constraints).toMatchObject([
      { constraint: 'NotNull' },
      { constraint: 'Length', options: { min: 3, max: 120 } },
    ]);
  });

  test('page data contains its lists, expressions, groups, slots and embedded shapes', () => {
    const workshop = resource(model, 'WorkshopData');
    expect(workshop.descriptor).toMatchObject({
      path: '/page_data/workshop_datas',
      classIdentifier: 'App\\Entity\\WorkshopData',
      order: [{ field: 'startsOn', direction: 'asc' }],
      pagination: {
        itemsPerPage: 12,
        maximumItemsPerPage: 48,
        clientEnabled: true,
        clientItemsPerPage: true,
      },
      searchFields: ['title', 'venue'],
      orderFields: ['title', 'createdAt', 'startsOn'],
      filters: [{ parameter: 'venue', field: 'venue', strategy: 'exact', caseSensitive: true }],
      timestamped: { createdAtField: 'createdAt', modifiedAtField: 'modifiedAt' },
    });
    expect(workshop.fields.map(({ descriptor }) => descriptor)).toMatchObject([
      { name: 'startsOn', type: 'date', nullable: false },
      { name: 'venue', length: 255 },
      { name: 'seats', writeIf: "is_granted('ROLE_ADMIN')", default: 0 },
      {
        name: 'internalNotes',
        readGroups: ['WorkshopData:cwa_resource:read:role_admin'],
        writeGroups: ['WorkshopData:cwa_resource:write:role_admin'],
      },
      { name: 'speakers', type: 'json', accepts: ['array'], default: [] },
      { name: 'banner', slot: true, target: 'Brochure' },
      { name: 'signUp', slot: true, target: 'Form' },
    ]);
    expect(workshop.fields[4]?.value).toMatchObject({
      kind: 'list',
      items: { kind: 'reference', shape: 'Speaker' },
    });
    expect(workshop.shapes).toMatchObject([
      {
        name: 'Speaker',
        validator: 'validateWorkshopDataSpeaker',
        value: {
          kind: 'object',
          additional: false,
          properties: [
            {
              name: 'name',
              required: true,
              value: { constraints: [{ constraint: 'NotNull' }, { constraint: 'Length' }] },
            },
            { name: 'topic', required: false, value: { nullable: true } },
          ],
        },
      },
    ]);
  });

  test('page data without list options is searched by title and sorted by date, latest first', () => {
    const text = JSON.stringify({ title: 'EventData', type: 'object', 'x-resource': 'page_data' });
    const { descriptor } = resource(modelOf([{ path: 'EventData.json', text }]), 'EventData');
    expect(descriptor).toMatchObject({
      searchFields: ['title'],
      orderFields: ['title', 'createdAt'],
      order: [{ field: 'createdAt', direction: 'desc' }],
    });
    expect(descriptor.operations).toEqual(['collection', 'create', 'read', 'update', 'replace', 'delete']);
  });
});

describe('the model', () => {
  const files = EXAMPLES.map(exampleFile);

  test('does not depend on the order of the files', () => {
    expect(JSON.stringify(modelOf([...files].reverse()))).toBe(JSON.stringify(modelOf(files)));
  });

  test('of a type does not change when another type is added', () => {
    const added = {
      title: 'Quote',
      type: 'object',
      'x-resource': 'component',
      properties: { text: { type: 'string' } },
    };
    const before = modelOf(files);
    const after = modelOf([...files, { path: 'Quote.json', text: JSON.stringify(added) }]);
    expect(after.resources).toEqual(expect.arrayContaining([...before.resources]));
    expect(projectTables(after)).toEqual(expect.arrayContaining([...projectTables(before)]));
  });

  test('adds the class-level rules of a parent before those of the child', () => {
    const rule = (path: string) => [{ Expression: { expression: 'this.text != null', path } }];
    const parent = {
      title: 'Quote',
      'x-resource': 'component',
      properties: { text: { type: 'string' } },
      'x-constraints': rule('text'),
    };
    const child = {
      title: 'LongQuote',
      'x-resource': 'component',
      'x-extends': 'Quote',
      'x-constraints': rule('own'),
    };
    const model = modelOf(
      [parent, child].map((schema) => ({ path: `${schema.title}.json`, text: JSON.stringify(schema) })),
    );
    expect(resource(model, 'LongQuote').constraints.map(({ path }) => path)).toEqual(['text', 'own']);
  });

  test('can be serialized as JSON', () => {
    const model = modelOf(files);
    expect(JSON.parse(JSON.stringify(model))).toEqual(model);
  });
});

describe('the inverse side of a relation', () => {
  test('is read-only, because the owning side selects its records', () => {
    const iri = { type: ['string', 'null'], format: 'iri-reference' };
    const file = (title: string, properties: object) => ({
      path: `${title}.json`,
      text: JSON.stringify({ title, type: 'object', 'x-resource': 'component', properties }),
    });
    const model = modelOf([
      file('Jar', {
        lid: { ...iri, 'x-relation': { target: 'Lid', kind: 'oneToOne', mappedBy: 'jar' } },
        labels: {
          type: 'array',
          items: { type: 'string', format: 'iri-reference' },
          'x-relation': { target: 'Label', kind: 'oneToMany', mappedBy: 'jar' },
        },
      }),
      file('Lid', { jar: { ...iri, 'x-relation': { target: 'Jar', kind: 'oneToOne' } } }),
      file('Label', { jar: { ...iri, 'x-relation': { target: 'Jar' } } }),
    ]);
    const access = (name: string) =>
      resource(model, name).fields.map(({ descriptor }) => [
        descriptor.name,
        descriptor.readable,
        descriptor.writable,
      ]);
    expect(access('Jar')).toEqual([
      ['lid', true, false],
      ['labels', true, false],
    ]);
    expect(access('Lid')).toEqual([['jar', true, true]]);
  });
});

describe('All', () => {
  test('is the same with its list as value and in "constraints"', () => {
    const list = [{ Length: { min: 2 } }, { All: [{ NotBlank: {} }] }];
    const rulesOf = (all: unknown): unknown => {
      const schema = {
        title: 'Box',
        type: 'object',
        'x-resource': 'component',
        properties: { tags: { type: 'array', 'x-constraints': [{ All: all }] } },
      };
      const model = modelOf([{ path: 'Box.json', text: JSON.stringify(schema) }]);
      return resource(model, 'Box').fields.map(({ constraints }) => constraints);
    };
    expect(rulesOf(list)).toEqual(rulesOf({ constraints: list }));
    expect(JSON.stringify(rulesOf(list))).toContain('NotBlank');
  });
});

describe('uniqueness', () => {
  const { unique } = resource(
    modelOf([
      {
        path: 'Ticket.json',
        text: JSON.stringify({
          title: 'Ticket',
          type: 'object',
          'x-resource': 'component',
          properties: {
            code: { type: 'string', 'x-column': { unique: true }, 'x-constraints': [{ UniqueEntity: {} }] },
            row: { type: 'string' },
            seat: { type: 'integer' },
            email: {
              type: 'string',
              'x-constraints': [{ UniqueEntity: { message: 'That address is taken.' } }],
            },
          },
          'x-unique': [['row', 'seat']],
          'x-constraints': [
            { UniqueEntity: { fields: ['row', 'seat'], message: 'Somebody sits there.' } },
            { UniqueEntity: { fields: 'seat' } },
          ],
        }),
      },
    ]),
    'Ticket',
  ).descriptor;

  test('of UniqueEntity, "x-unique" and "x-column" is one rule for each list of fields, with its message', () => {
    expect(unique).toEqual([
      { fields: ['row', 'seat'], message: 'Somebody sits there.' },
      { fields: ['seat'] },
      { fields: ['code'] },
      { fields: ['email'], message: 'That address is taken.' },
    ]);
  });
});
