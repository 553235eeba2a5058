import type { JsonObject, JsonValue } from '../../contract/json.js';
import { html, NOTHING } from './html.js';
import type { Html } from './html.js';
import { asObject, listAt, objectAt, textAt } from './open-api-reader.js';

/** Collapsible table per named schema. */
export function renderSchemas(document: JsonObject): Html {
  const schemas = Object.entries(objectAt(objectAt(document, 'components'), 'schemas'));
  if (schemas.length === 0) return NOTHING;
  return html`<section id="schemas" class="group">
    <h2>Schemas</h2>
    ${schemas.map(([name, schema]) => renderSchema(name, asObject(schema)))}
  </section>`;
}

function renderSchema(name: string, schema: JsonObject): Html {
  return html`<details class="schema" id="${schemaId(name)}">
    <summary><code>${name}</code> <span class="quiet">${textAt(schema, 'description')}</span></summary>
    <div class="content">${renderMembers(schema)}</div>
  </details>`;
}

function renderMembers(schema: JsonObject): Html {
  const parts = listAt(schema, 'allOf').map(asObject);
  const all = [schema, ...parts.filter((part) => !('$ref' in part))];
  const inherited = parts.filter((part) => '$ref' in part);
  const required = new Set(all.flatMap((part) => listAt(part, 'required')));
  const members = all.flatMap((part) => Object.entries(objectAt(part, 'properties')));
  const heading = inherited.map((part) => html`<p>All members of ${renderType(part)}, and:</p>`);
  if (members.length === 0)
    return html`${heading}
      <p>${renderType(schema)}</p>`;
  const rows = members.map(([name, member]) => renderMember(name, asObject(member), required.has(name)));
  return html`${heading}
    <table>
      <thead>
        <tr>
          <th>Member</th>
          <th>Type</th>
          <th>Notes</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
}

function renderMember(name: string, schema: JsonObject, required: boolean): Html {
  return html`<tr>
    <td><code>${name}</code>${required ? html` <span class="required">required</span>` : NOTHING}</td>
    <td>${renderType(schema)}</td>
    <td>${notes(schema).join(' · ')}</td>
  </tr>`;
}

const LIMITS = [
  'default',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
] as const;

function notes(schema: JsonObject): readonly string[] {
  const limits = LIMITS.filter((limit) => schema[limit] !== undefined).map(
    (limit) => `${limit} ${JSON.stringify(schema[limit])}`,
  );
  return [
    textAt(schema, 'description'),
    schema['readOnly'] === true ? 'read only' : '',
    schema['writeOnly'] === true ? 'write only' : '',
    schema['deprecated'] === true ? 'deprecated' : '',
    ...limits,
  ].filter((note) => note !== '');
}

const SCHEMA_REFERENCE = '#/components/schemas/';

/** A type in a few words, with links to named schemas. */
export function renderType(schema: JsonObject, depth = 0): Html {
  const reference = textAt(schema, '$ref');
  if (reference.startsWith(SCHEMA_REFERENCE)) {
    const name = reference.slice(SCHEMA_REFERENCE.length).replaceAll('~1', '/').replaceAll('~0', '~');
    return html`<a href="#${schemaId(name)}">${name}</a>`;
  }
  if (depth > 4) return html`…`;
  const choices = [...listAt(schema, 'oneOf'), ...listAt(schema, 'anyOf'), ...listAt(schema, 'allOf')];
  if (choices.length > 0) return joinTypes(choices, depth);
  const values = listAt(schema, 'enum');
  if (values.length > 0) return html`${values.map((value) => JSON.stringify(value)).join(' | ')}`;
  if (schema['const'] !== undefined) return html`${JSON.stringify(schema['const'])}`;
  if ('items' in schema) return html`list of ${renderType(objectAt(schema, 'items'), depth + 1)}`;
  const format = textAt(schema, 'format');
  return html`${typeNames(schema['type'])}${format === '' ? '' : ` (${format})`}`;
}

function joinTypes(choices: readonly JsonValue[], depth: number): Html {
  const types = choices.map((choice) => renderType(asObject(choice), depth + 1));
  return html`${types.map((type, index) => (index === 0 ? type : html` | ${type}`))}`;
}

function typeNames(type: JsonValue | undefined): string {
  if (Array.isArray(type)) return type.map(String).join(' | ');
  return typeof type === 'string' ? type : 'any';
}

const schemaId = (name: string): string => `schema-${name.replace(/[^A-Za-z0-9_-]/g, '-')}`;
