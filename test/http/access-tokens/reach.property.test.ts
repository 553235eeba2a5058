import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { propertyRuns } from '../../support/property-runs.js';
import { answer, type ModelAnswer, type ModelSite, type Verdict } from '../visibility/reach-model.js';
import { anySite, build, REFUSED, SITE_TYPES, type StoredSite } from '../visibility/reach-site.js';
import { anOwner, aToken, type TestOwner, type TestToken } from './support.js';

const apps = new Map<boolean, Promise<TestApp>>();
const owners = new Map<string, Promise<TestOwner>>();
afterAll(async () => {
  for (const app of apps.values()) await (await app).close();
});

function appFor(routableSecurity: boolean): Promise<TestApp> {
  let app = apps.get(routableSecurity);
  if (app === undefined) {
    app = startTestApp({
      manifest: SITE_TYPES,
      config: {
        routable_security: routableSecurity ? "is_granted('ROLE_ADMIN')" : null,
        route_security: [{ route: REFUSED, security: "is_granted('ROLE_USER')" }],
        access_tokens: { throttle: 1_000_000 },
      },
    });
    apps.set(routableSecurity, app);
  }
  return app;
}

function ownerOf(as: 'user' | 'admin', isSecured: boolean, app: TestApp): Promise<TestOwner> {
  const key = `${as} ${isSecured}`;
  let owner = owners.get(key);
  if (owner === undefined)
    owners.set(key, (owner = anOwner(app, as === 'user' ? 'ROLE_USER' : 'ROLE_ADMIN')));
  return owner;
}

const TYPES = ['Route', 'Page', 'BlogArticleData', 'HtmlContent'] as const;
type Type = (typeof TYPES)[number];

/** A random token: its owner, its scopes, what it reads, and whether it sees drafts. */
const anyToken = fc.record({
  as: fc.constantFrom('user' as const, 'admin' as const),
  drafts: fc.boolean(),
  types: fc.subarray<Type>([...TYPES]),
  whole: fc.constantFrom('', '', '', 'read:*', 'update:*', '*'),
  more: fc.subarray(['create:Page', 'delete:*', 'publish:*', 'create:*']),
  updates: fc.boolean(),
});
type ModelToken = typeof anyToken extends fc.Arbitrary<infer Token> ? Token : never;

const scopesOf = ({ drafts, types, whole, more, updates }: ModelToken): readonly string[] => {
  const scopes = [
    ...types.map((type) => `${updates ? 'update' : 'read'}:${type}`),
    ...(whole === '' ? [] : [whole]),
    ...more,
    ...(drafts ? ['drafts'] : []),
  ];
  return scopes.length === 0 ? ['create:Layout'] : scopes;
};

/**
 * Computes by brute force what a token reads: what its owner can read, limited to the types in its scopes.
 * Without the scope for drafts, the owner counts as a caller who is restricted by dates only.
 */
function reached(model: ModelSite, token: ModelToken): ModelAnswer {
  if (token.as === 'user' || token.drafts) return answer(model, token.as);
  return answer({ ...model, routableSecurity: false }, 'user');
}

interface Visit {
  readonly app: TestApp;
  readonly model: ModelSite;
  readonly rows: StoredSite;
  readonly want: ModelAnswer;
  readonly token: TestToken;
  readonly scopes: readonly string[];
  may(...types: readonly Type[]): boolean;
}

const STATUS: Readonly<Record<Verdict, number>> = { shown: 200, denied: 403, missing: 404 };

async function ask(visit: Visit, path: string, verdict: Verdict): Promise<void> {
  const { status } = await visit.app.get(path, visit.token.by);
  expect([visit.scopes, path, status]).toEqual([visit.scopes, path, STATUS[verdict]]);
}

/** Returns all members of a list from all its pages, and checks the reported total. */
async function listed(visit: Visit, path: string): Promise<Set<string>> {
  const found = new Set<string>();
  for (let page = 1, total = 1; found.size < total; page += 1) {
    const sign = path.includes('?') ? '&' : '?';
    const { status, body } = await visit.app.get(`${path}${sign}perPage=100&page=${page}`, visit.token.by);
    expect([path, status]).toEqual([path, 200]);
    total = body.totalItems;
    if (body.member.length === 0) break;
    for (const member of body.member as { '@id': string }[]) found.add(member['@id']);
    expect(found.size).toBeLessThanOrEqual(total);
  }
  return found;
}

async function checkRoutes(visit: Visit): Promise<void> {
  const { model, rows, want } = visit;
  const isRead = visit.may('Route');
  const list = isRead ? await listed(visit, '/_/routes') : undefined;
  if (list === undefined) await ask(visit, '/_/routes', 'denied');
  for (const [at, route] of rows.routes.entries()) {
    if (route === null) continue;
    await ask(visit, route.iri, isRead ? want.route({ record: at }) : 'denied');
    if (list !== undefined) expect(list.has(route.iri)).toBe(want.isRouteListed({ record: at }));
    const path = route.iri.slice(route.iri.indexOf('//') + 1);
    const verdict = want.routeManifest({ record: at });
    const isManifestRead = isRead && (verdict !== 'shown' || visit.may(typeAt(model, at)));
    await ask(visit, `/_/resource_manifest/${path}`, isManifestRead ? verdict : 'denied');
  }
}

const typeAt = ({ records }: ModelSite, at: number): Type =>
  records[at]?.kind === 'page' ? 'Page' : 'BlogArticleData';

async function checkRecords(visit: Visit): Promise<void> {
  const { model, rows, want } = visit;
  const lists = new Map<Type, Set<string> | undefined>();
  for (const [type, path] of [
    ['Page', '/_/pages'],
    ['BlogArticleData', '/page_data/blog_article_datas'],
  ] as const) {
    const list = `${path}?search=${rows.mark}`;
    if (visit.may(type)) lists.set(type, await listed(visit, list));
    else await ask(visit, list, 'denied');
  }
  for (const [at, iri] of rows.records.entries()) {
    const type = typeAt(model, at);
    const isRead = visit.may(type);
    await ask(visit, iri, isRead ? want.record(at) : 'denied');
    if (isRead) expect([iri, lists.get(type)?.has(iri)]).toEqual([iri, want.isRecordListed(at)]);
    const verdict = want.recordManifest(at);
    await ask(
      visit,
      `/_/resource_manifest/${iri.slice(-36)}`,
      verdict === 'shown' && !isRead ? 'denied' : verdict,
    );
  }
}

async function checkComponents(visit: Visit): Promise<void> {
  const { rows, want } = visit;
  const isRead = visit.may('HtmlContent');
  const list = isRead ? await listed(visit, '/component/html_contents') : undefined;
  if (list === undefined) await ask(visit, '/component/html_contents', 'denied');
  for (const [at, iri] of rows.components.entries()) {
    await ask(visit, iri, isRead ? want.component(at) : 'denied');
    if (list !== undefined) expect(list.has(iri)).toBe(want.isComponentListed(at));
  }
}

describe('a random token', () => {
  test('reads the items, lists, counts and manifests that its owner can read, within its scopes', async () => {
    await fc.assert(
      fc.asyncProperty(anySite, fc.array(anyToken, { minLength: 3, maxLength: 3 }), async (model, tokens) => {
        const app = await appFor(model.routableSecurity);
        const rows = await build(model, app);
        for (const one of tokens) {
          const owner = await ownerOf(one.as, model.routableSecurity, app);
          const scopes = scopesOf(one);
          const token = await aToken(app, scopes, { owner: owner.iri });
          const may = (...types: readonly Type[]): boolean =>
            one.whole !== '' || types.every((type) => one.types.includes(type));
          const visit = { app, model, rows, want: reached(model, one), token, scopes, may };
          await checkRoutes(visit);
          await checkRecords(visit);
          await checkComponents(visit);
        }
      }),
      { numRuns: propertyRuns(10), endOnFailure: false },
    );
  }, 600_000);
});
