import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { propertyRuns } from '../../support/property-runs.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { answer, type ModelSite, type Verdict } from '../visibility/reach-model.js';
import { anySite, build, REFUSED, SITE_TYPES } from '../visibility/reach-site.js';

const apps = new Map<boolean, Promise<TestApp>>();
afterAll(async () => {
  for (const app of apps.values()) await (await app).close();
});

function appFor(routableSecurity: boolean): Promise<TestApp> {
  let app = apps.get(routableSecurity);
  if (app === undefined) {
    const config = {
      routable_security: routableSecurity ? "is_granted('ROLE_ADMIN')" : null,
      route_security: [{ route: REFUSED, security: "is_granted('ROLE_USER')" }],
    };
    apps.set(routableSecurity, (app = startTestApp({ manifest: SITE_TYPES, config })));
  }
  return app;
}

/** Content of the preview of a record, computed by walking the site; undefined if no visitor can open the record. */
interface RevealedModel {
  isRecord(index: number): boolean;
  isRoute(index: number): boolean;
  isComponent(index: number): boolean;
}

function reveal({ records, components, refused }: ModelSite, subject: number): RevealedModel | undefined {
  const stem = refused.replace('*', '');
  const isClosed = (index: number): boolean => records[index]?.route?.path.includes(stem) === true;
  if (isClosed(subject)) return undefined;
  const isRouted = records[subject]?.route != null;
  const chain = [subject];
  for (let at = records[subject]?.parent ?? null; at !== null; at = records[at]?.parent ?? null)
    if (isRouted || !isClosed(at)) chain.push(at);
  const pages = new Set(chain.map((at) => records[at]?.template ?? at));
  const isComponent = (index: number): boolean => {
    const component = components[index];
    if (component === undefined) return false;
    return (
      component.pages.some((page) => pages.has(page)) ||
      (component.inside !== null && isComponent(component.inside))
    );
  };
  return {
    isRecord: (index) => chain.includes(index) || pages.has(index),
    isRoute: (index) => chain.includes(index) && !isClosed(index),
    isComponent,
  };
}

const STATUS: Readonly<Record<Verdict, number>> = { shown: 200, denied: 401, missing: 404 };

test('a preview shows everything on its page, and otherwise only what a visitor sees', async () => {
  await fc.assert(
    fc.asyncProperty(anySite, fc.nat(), async (model, seed) => {
      const app = await appFor(model.routableSecurity);
      const rows = await build(model, app);
      const subject = seed % model.records.length;
      const revealed = reveal(model, subject);
      const iri = rows.records[subject] ?? '';
      const body = { [model.records[subject]?.kind === 'page' ? 'page' : 'pageData']: iri };
      const made = await app.post('/_/previews', body, { as: 'admin' });
      expect(made.status).toBe(revealed === undefined ? 422 : 201);
      if (revealed === undefined) return;
      const want = answer(model, 'anonymous');
      const get = async (path: string) => app.get(path, { headers: { Preview: String(made.body.token) } });
      const check = async (path: string, isRevealed: boolean, verdict: Verdict): Promise<void> =>
        expect([path, (await get(path)).status]).toEqual([path, isRevealed ? 200 : STATUS[verdict]]);
      for (const [at, record] of rows.records.entries()) {
        await check(record, revealed.isRecord(at), want.record(at));
        const route = rows.routes[at];
        if (route != null) await check(route.iri, revealed.isRoute(at), want.route({ record: at }));
      }
      for (const [at, component] of rows.components.entries())
        await check(component, revealed.isComponent(at), want.component(at));
      for (const [at, redirect] of rows.redirects.entries())
        await check(redirect.iri, false, want.route({ redirect: at }));
      await check(`/_/resource_manifest/${iri.slice(-36)}?embed=documents`, true, 'missing');
      for (const path of ['/_/routes', `/_/pages?search=${rows.mark}`, '/component/html_contents'])
        expect((await get(path)).body.totalItems).toBe((await app.get(path)).body.totalItems);
    }),
    { numRuns: propertyRuns(12), endOnFailure: false },
  );
}, 300_000);
