import type { JsonObject, JsonValue } from '../../../runtime/kernel/contract/json.js';
import type { FieldDescriptor, ScalarField } from '../../../runtime/kernel/contract/schema/resource.js';
import type { RegisteredResource } from '../../../runtime/kernel/metadata/resource-registry.js';
import { dataUri, form } from '../uploads/support.js';
import type { UploadsApp } from '../uploads/support.js';
import type { TestClock } from '../publishing/support.js';
import { MINUTE } from '../publishing/support.js';
import type { ContentById, StoredContent } from './dump-content.js';

/** Draws numbers below `count`. Every choice of a request is one of them. */
export type Draw = (count: number) => number;

export interface RequestScope {
  readonly app: UploadsApp;
  readonly clock: TestClock;
  readonly draw: Draw;
  /** The content stored before the request, without the accounts that send requests. */
  readonly content: ContentById;
}

/** A request and its result. */
export interface SentRequest {
  readonly text: string;
  readonly status: number;
}

/** Sends one random request that is usually plausible. */
export async function sendRandomRequest(scope: RequestScope): Promise<SentRequest> {
  const { draw } = scope;
  const kind = draw(20);
  if (kind < 6) return create(scope);
  if (kind < 12) return change(scope);
  if (kind < 15) return remove(scope);
  if (kind < 16) return upload(scope);
  if (kind < 17) return generate(scope);
  if (kind < 18) return passTime(scope);
  return movePlaces(scope);
}

async function create(scope: RequestScope): Promise<SentRequest> {
  const resource = oneOf(scope.app.app.registry.all, scope.draw);
  return send({ method: 'POST', path: resource.path, body: bodyOf(resource, 'create', scope) }, scope);
}

async function change(scope: RequestScope): Promise<SentRequest> {
  const record = aRecord(scope);
  if (record === undefined) return create(scope);
  const resource = scope.app.app.registry.require(record.type);
  const method = scope.draw(5) === 0 ? 'PUT' : 'PATCH';
  const body = bodyOf(resource, method === 'PUT' ? 'create' : 'update', scope);
  return send({ method, path: iriOf(record, scope) + versionQuery(resource, scope.draw), body }, scope);
}

async function remove(scope: RequestScope): Promise<SentRequest> {
  const record = aRecord(scope);
  if (record === undefined) return create(scope);
  const query = versionQuery(scope.app.app.registry.require(record.type), scope.draw);
  return send({ method: 'DELETE', path: iriOf(record, scope) + query }, scope);
}

/** Uploads as a form, as browsers do; JSON bodies contain files too. */
async function upload(scope: RequestScope): Promise<SentRequest> {
  const record = aRecord(scope, ({ fields }) => fields.some(({ kind }) => kind === 'upload'));
  const { app, draw } = scope;
  const picture = form({ file: [Buffer.from(PICTURES[draw(PICTURES.length)] ?? '', 'base64'), 'a.gif'] });
  const path =
    record === undefined || draw(2) === 0 ? '/component/images/upload' : `${iriOf(record, scope)}/upload`;
  const { status } = await app.upload(path, picture);
  return { text: `POST ${path}`, status };
}

async function generate(scope: RequestScope): Promise<SentRequest> {
  const record = aRecord(
    scope,
    (resource) => resource.field('route') !== undefined && resource.field('parentPage') !== undefined,
  );
  if (record === undefined) return create(scope);
  const member = record.type === 'Page' ? 'page' : 'pageData';
  return send(
    { method: 'POST', path: '/_/routes/generate', body: { [member]: iriOf(record, scope) } },
    scope,
  );
}

/** Advances the clock; reads publish the drafts that become due. */
async function passTime(scope: RequestScope): Promise<SentRequest> {
  scope.clock.forward(MINUTE);
  const record = aRecord(scope);
  const path = record === undefined ? '/_/pages' : iriOf(record, scope);
  const { status } = await scope.app.get(path, { as: 'admin' });
  return { text: `GET ${path}`, status };
}

/** Sends positions as parts of other bodies: of a group, which keeps the listed ones, and of a component. */
async function movePlaces(scope: RequestScope): Promise<SentRequest> {
  const { draw, app } = scope;
  const group = aRecord(scope, ({ name }) => name === 'ComponentGroup');
  const component = aRecord(scope, ({ kind }) => kind === 'component');
  if (group === undefined || component === undefined) return create(scope);
  const positions = some(recordsOf('ComponentPosition', scope), 3, draw).map((record) =>
    iriOf(record, scope),
  );
  if (draw(2) === 0)
    return send(
      { method: 'PATCH', path: iriOf(group, scope), body: { componentPositions: positions } },
      scope,
    );
  const entry: JsonObject = {
    componentGroup: iriOf(group, scope),
    ...(draw(2) === 0 ? { sortValue: draw(4) } : {}),
  };
  const body: JsonObject = { componentPositions: draw(2) === 0 ? [entry] : [entry, ...positions] };
  if (draw(2) === 0) return send({ method: 'PATCH', path: iriOf(component, scope), body }, scope);
  const resource = app.app.registry.require(component.type);
  return send(
    { method: 'POST', path: resource.path, body: { ...bodyOf(resource, 'create', scope), ...body } },
    scope,
  );
}

export async function send(
  {
    method,
    path,
    body,
  }: { readonly method: string; readonly path: string; readonly body?: JsonObject | undefined },
  scope: RequestScope,
): Promise<SentRequest> {
  const as = scope.draw(8) === 0 ? 'user' : 'superAdmin';
  const response = await scope.app.raw(path, {
    method,
    headers: {
      authorization: `Bearer ${await scope.app.token(as)}`,
      ...(body === undefined
        ? {}
        : { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/ld+json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.text();
  const text = `${as}: ${method} ${path} ${body === undefined ? '' : JSON.stringify(body).slice(0, 600)} -> ${response.status}`;
  if (response.status >= 500) throw new Error(`${text} ${answer}`);
  return { text, status: response.status };
}

function bodyOf(resource: RegisteredResource, kind: 'create' | 'update', scope: RequestScope): JsonObject {
  const body: Record<string, JsonValue> = {};
  for (const field of resource.fields) {
    if (!field.writable || field.name === 'componentPositions') continue;
    const isNeeded = kind === 'create' && 'nullable' in field && !field.nullable;
    if (!isNeeded && scope.draw(kind === 'create' ? 2 : 4) !== 0) continue;
    const value = valueOf(field, scope);
    if (value !== undefined) body[field.name] = value;
  }
  if (resource.name === 'Route' && scope.draw(2) === 0) body.cascadeChildPaths = true;
  if (resource.name === 'Page' && kind === 'create') {
    body.reference = `reference-${scope.draw(1_000_000)}`;
    body.uiComponent ??= 'Primary';
    body.layout ??= iriAmong('Layout', scope) ?? null;
  }
  if (resource.name === 'Layout' && kind === 'create') body.uiComponent ??= 'Primary';
  if (resource.name === 'User' && (kind === 'create' || scope.draw(4) === 0))
    body.plainPassword = `correct horse ${scope.draw(5)}`;
  return body;
}

function valueOf(field: FieldDescriptor, scope: RequestScope): JsonValue | undefined {
  const { draw } = scope;
  switch (field.kind) {
    case 'scalar':
      return scalarOf(field, scope);
    case 'upload':
      return dataUri('image/gif', Buffer.from(PICTURES[draw(PICTURES.length)] ?? '', 'base64'));
    case 'to-one':
    case 'inverse-one':
      return draw(4) === 0 && !('nullable' in field && !field.nullable)
        ? null
        : (iriAmong(field.target, scope) ?? null);
    case 'to-many':
      return some(recordsOf(field.target, scope), 3, draw).map((record) => iriOf(record, scope));
    case 'computed':
      return undefined;
  }
}

const WORDS = ['a', 'b', 'c'];
/** Nested paths, so that routes follow their parents. */
export const PATHS = ['/', '/a', '/a/b', '/a/b/c', '/b', '/c', '/c/d'];

function scalarOf(field: ScalarField, { draw, app, clock }: RequestScope): JsonValue | undefined {
  const word = oneOf(WORDS, draw);
  if (field.nullable && draw(5) === 0) return null;
  if (field.enum !== undefined) return oneOf(field.enum, draw);
  if (field.name === 'emailAddress') return `${word}-${draw(1_000_000)}@example.com`;
  if (['reference', 'key', 'name', 'code', 'username'].includes(field.name))
    return `${field.name}-${draw(1_000_000)}`;
  if (field.name === 'path') return oneOf(PATHS, draw);
  if (field.name === 'pageDataClass') return oneOf(['BlogArticleData', 'StoryData', 'EventData'], draw);
  if (field.name === 'pageDataProperty')
    return oneOf(['htmlContent', 'image', 'lead', 'box', 'widget'], draw);
  if (field.name === 'resourceIri') return app.config.apiPrefix + oneOf(app.app.registry.all, draw).path;
  if (field.name === 'allowedComponents') return null;
  switch (field.type) {
    case 'integer':
      return draw(5);
    case 'float':
      return draw(5) / 2;
    case 'decimal':
      return `${draw(5)}.50`;
    case 'boolean':
      return draw(2) === 0;
    case 'datetime':
      return new Date(clock.now().getTime() + (draw(4) - 2) * MINUTE).toISOString();
    case 'date':
      return `2030-01-0${draw(5) + 1}`;
    case 'time':
      return `10:0${draw(5)}:00`;
    case 'uuid':
      return `00000000-0000-4000-8000-00000000000${draw(5)}`;
    case 'json':
      return jsonOf(field, draw);
    case 'string':
    case 'text':
      return field.format === 'email'
        ? `${word}@example.com`
        : field.format === 'uri'
          ? `https://${word}.example`
          : word;
  }
}

function jsonOf({ accepts, name }: ScalarField, draw: Draw): JsonValue {
  if (name === 'links') return [{ url: oneOf(WORDS, draw) }];
  if (accepts.includes('object') && draw(2) === 0) return { b: oneOf(WORDS, draw), a: draw(3) };
  if (accepts.includes('array')) return some(WORDS, 2, draw);
  return accepts.includes('object') ? {} : oneOf(WORDS, draw);
}

export function recordsOf(target: string, { app: { app }, content }: RequestScope): readonly StoredContent[] {
  return [...content.values()].filter(({ type }) => app.registry.accepts(target, type));
}

/** Picks a record of a type drawn first, because there are many positions and few layouts. */
export function aRecord(
  { app: { app }, content, draw }: RequestScope,
  isWanted: (resource: RegisteredResource) => boolean = () => true,
): StoredContent | undefined {
  const records = [...content.values()].filter(({ type }) => isWanted(app.registry.require(type)));
  const types = [...new Set(records.map(({ type }) => type))];
  if (types.length === 0) return undefined;
  const type = oneOf(types, draw);
  return oneOf(
    records.filter((record) => record.type === type),
    draw,
  );
}

function iriAmong(target: string, scope: RequestScope): string | undefined {
  const records = recordsOf(target, scope);
  return records.length === 0 ? undefined : iriOf(oneOf(records, scope.draw), scope);
}

export function iriOf({ type, id, values }: StoredContent, { app: { app } }: RequestScope): string {
  const { identifier } = app.registry.require(type);
  const key = identifier === undefined ? id : (JSON.parse(values.get(identifier) ?? '""') as string);
  return app.iris.of({ type, id, key });
}

/** For permitted callers a pair's address means the draft, unless they request the published row. */
function versionQuery({ publishable }: RegisteredResource, draw: Draw): string {
  return publishable !== undefined && draw(3) === 0 ? '?published=true' : '';
}

export function oneOf<Value>(values: readonly Value[], draw: Draw): Value {
  const value = values[draw(values.length)];
  if (value === undefined) throw new Error('Nothing to choose from.');
  return value;
}

/** Picks at most `most` different values. */
export function some<Value>(values: readonly Value[], most: number, draw: Draw): Value[] {
  if (values.length === 0) return [];
  return [...new Set(Array.from({ length: draw(most + 1) }, () => oneOf(values, draw)))];
}

/** Pictures of one pixel each. */
const PICTURES = [
  'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'R0lGODlhAQABAIAAAP8AAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==',
];
