import type { JsonObject } from '../kernel/contract/json.js';
import type { ScaffoldRecord, ScaffoldStore } from './scaffold-store.js';
import { ScaffoldError } from './scaffold-error.js';
import type { SqlSession } from '../kernel/contract/database.js';
import { freePathAndName } from '../features/pages/door.js';

/** Makes a route whose path comes from a title, below the parent's route; a name that is taken never changes it. */
export async function generateRoute(
  store: ScaffoldStore,
  session: SqlSession,
  body: JsonObject,
): Promise<ScaffoldRecord> {
  const target = body['page'] ?? body['pageData'];
  if (typeof target !== 'string') throw new ScaffoldError('A generated route needs a page or page data.');
  const { type, values } = await store.read(target);
  const name = store.slug(typeof values['title'] === 'string' ? values['title'] : '', type);
  const path = `${await parentPath(store, values)}/${name}`;
  return store.create('Route', { ...body, ...(await freePathAndName({ path, name }, session)) });
}

async function parentPath(store: ScaffoldStore, values: JsonObject): Promise<string> {
  const parent = values['parentPage'] ?? values['parentPageData'];
  if (typeof parent !== 'string') return '';
  const route = (await store.read(parent)).values['route'];
  if (typeof route !== 'string')
    throw new ScaffoldError('The parent must have a route before a route can be generated.');
  const { path } = (await store.read(route)).values;
  return typeof path === 'string' && path !== '/' ? path : '';
}
