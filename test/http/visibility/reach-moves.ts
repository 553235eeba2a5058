import type { JsonObject, JsonValue } from '../../../runtime/kernel/contract/json.js';
import type { StoredContent } from '../unit-of-work/dump-content.js';
import type { RequestScope, SentRequest } from '../unit-of-work/random-requests.js';
import {
  aRecord,
  iriOf,
  oneOf,
  PATHS,
  recordsOf,
  send,
  sendRandomRequest,
  some,
} from '../unit-of-work/random-requests.js';
import { MINUTE } from '../publishing/support.js';

/**
 * Sends one request that changes the visibility of resources: mostly one member of one record, so that few
 * are rejected.
 */
export async function sendReachMove(scope: RequestScope): Promise<SentRequest> {
  const kind = scope.draw(12);
  if (kind < 3) return sendRandomRequest(scope);
  if (kind < 5) return add(scope);
  if (kind < 6) return remove(scope);
  const move = oneOf(MOVES, scope.draw);
  const record = aRecord(
    scope,
    (resource) => move.isOf.includes(resource.name) || move.isOf.includes(resource.kind),
  );
  return record === undefined ? add(scope) : send(patch(record, move.body(scope, record), scope), scope);
}

interface Move {
  /** Names or kinds of types. */
  readonly isOf: readonly string[];
  readonly body: (scope: RequestScope, record: StoredContent) => JsonObject;
}

const ROUTABLE = ['Page', 'page_data'];

/** Returns one resource of a type, or none. */
function one(target: string, scope: RequestScope): JsonValue {
  const records = recordsOf(target, scope);
  if (records.length === 0 || scope.draw(4) === 0) return null;
  return iriOf(oneOf(records, scope.draw), scope);
}

const many = (target: string, scope: RequestScope): JsonValue =>
  some(recordsOf(target, scope), 3, scope.draw).map((record) => iriOf(record, scope));

function moment({ clock, draw }: RequestScope): JsonValue {
  const shift = draw(4) - 2;
  return draw(4) === 0 ? null : new Date(clock.now().getTime() + shift * MINUTE).toISOString();
}

const MOVES: readonly Move[] = [
  { isOf: ROUTABLE, body: (scope) => ({ parentPage: one('Page', scope), parentPageData: null }) },
  { isOf: ROUTABLE, body: (scope) => ({ parentPageData: one('PageData', scope), parentPage: null }) },
  { isOf: ROUTABLE, body: ({ draw }) => ({ isReachableWithoutRoute: draw(2) === 0 }) },
  { isOf: ROUTABLE, body: (scope) => ({ route: one('Route', scope) }) },
  { isOf: ['Page'], body: (scope) => ({ layout: one('Layout', scope) }) },
  { isOf: ['page_data'], body: (scope) => ({ page: one('Page', scope) }) },
  { isOf: ['page_data'], body: (scope, record) => slot(scope, record) },
  { isOf: ['Route'], body: (scope) => ({ liveAt: moment(scope) }) },
  { isOf: ['Route'], body: (scope) => ({ expiresAt: moment(scope) }) },
  { isOf: ['Route'], body: (scope) => ({ redirect: one('Route', scope) }) },
  { isOf: ['Route'], body: ({ draw }) => ({ path: oneOf(PATHS, draw), cascadeChildPaths: draw(2) === 0 }) },
  { isOf: ['Route'], body: (scope) => ({ page: one('Page', scope) }) },
  { isOf: ['Route'], body: (scope) => ({ pageData: one('PageData', scope) }) },
  { isOf: ['ComponentGroup'], body: (scope) => ({ pages: many('Page', scope) }) },
  { isOf: ['ComponentGroup'], body: (scope) => ({ layouts: many('Layout', scope) }) },
  { isOf: ['ComponentGroup'], body: (scope) => ({ components: many('AbstractComponent', scope) }) },
  { isOf: ['ComponentPosition'], body: (scope) => ({ componentGroup: one('ComponentGroup', scope) }) },
  { isOf: ['ComponentPosition'], body: (scope) => ({ component: one('AbstractComponent', scope) }) },
  { isOf: [...ROUTABLE, 'component'], body: (scope) => ({ publishedAt: moment(scope) }) },
  {
    isOf: ['Page', 'Layout', 'component'],
    body: (scope) => ({ componentGroups: many('ComponentGroup', scope) }),
  },
];

/** Puts another component in a slot of page data. */
function slot(scope: RequestScope, { type }: StoredContent): JsonObject {
  const { registry } = scope.app.app;
  const fields = registry
    .require(type)
    .ownFields.flatMap((field) =>
      field.kind === 'to-one' &&
      registry.all.some(({ kind, name }) => kind === 'component' && registry.accepts(field.target, name))
        ? [field]
        : [],
    );
  if (fields.length === 0) return { isReachableWithoutRoute: false };
  const field = oneOf(fields, scope.draw);
  return { [field.name]: one(field.target, scope) };
}

const patch = (record: StoredContent, body: JsonObject, scope: RequestScope) => ({
  method: 'PATCH',
  path: iriOf(record, scope),
  body,
});

/** Adds a record of the graph, with what it requires. */
async function add(scope: RequestScope): Promise<SentRequest> {
  const { draw } = scope;
  const group = recordsOf('ComponentGroup', scope);
  const word = String(draw(1_000_000));
  const requests: readonly (readonly [string, JsonObject])[] = [
    [
      '/_/pages',
      {
        reference: word,
        uiComponent: 'Primary',
        isTemplate: draw(2) === 0,
        layout: one('Layout', scope),
        parentPage: one('Page', scope),
      },
    ],
    [
      '/page_data/blog_article_datas',
      { title: word, page: one('Page', scope), parentPage: one('Page', scope), publishedAt: moment(scope) },
    ],
    [
      '/_/routes',
      {
        path: `/${word}`,
        name: word,
        liveAt: moment(scope),
        ...oneOf(
          [
            { redirect: one('Route', scope) },
            { page: one('Page', scope) },
            { pageData: one('PageData', scope) },
          ],
          draw,
        ),
      },
    ],
    [
      '/_/component_groups',
      {
        reference: word,
        location: word,
        ...oneOf([{ pages: many('Page', scope) }, { components: many('AbstractComponent', scope) }], draw),
      },
    ],
    [
      '/_/component_positions',
      {
        componentGroup: group.length === 0 ? null : iriOf(oneOf(group, draw), scope),
        component: one('AbstractComponent', scope),
      },
    ],
    ['/component/html_contents', { html: word, publishedAt: moment(scope) }],
  ];
  const [path, body] = oneOf(requests, draw);
  return send({ method: 'POST', path, body }, scope);
}

async function remove(scope: RequestScope): Promise<SentRequest> {
  const record = aRecord(scope, ({ kind, name }) => kind !== 'core' || NAMED.has(name));
  if (record === undefined) return add(scope);
  return send({ method: 'DELETE', path: iriOf(record, scope) }, scope);
}

const NAMED = new Set(['Page', 'Layout', 'Route', 'ComponentGroup', 'ComponentPosition']);
