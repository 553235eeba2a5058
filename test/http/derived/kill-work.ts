import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { TestApp } from '../../support/test-app.js';
import type { TestClient } from '../../support/test-client.js';
import { createSite, FUTURE, PAST } from '../routes/site.js';

const ADMIN = { as: 'admin' } as const;

/** Nested pages with routes, and a group that moves between them. */
export interface Tree {
  readonly pages: readonly string[];
  readonly group: string;
}

/** State that is lost when the server ends. */
export interface Life {
  isOver: boolean;
  /** Number of completed writes. */
  written: number;
  /** Responses that no rule explains. */
  readonly surprises: string[];
}

export async function createTree(app: TestApp): Promise<Tree> {
  const site = createSite(app);
  const path = `/${randomUUID()}`;
  const root = await site.page();
  await site.route({ path, name: path, page: root['@id'] });
  const pages = [root['@id']];
  for (const name of ['east', 'west', 'north']) {
    const parentPage = pages.at(-1) ?? null;
    const page = await site.page({ parentPage });
    const below = `${path}/${pages.map(() => name).join('/')}`;
    await site.route({ path: below, name: below, page: page['@id'] });
    pages.push(page['@id']);
  }
  const group = await site.group({ pages: [root['@id']] });
  const outer = await site.html(group);
  const inner = await site.group({ components: [outer['@id']] });
  for (let count = 0; count < 3; count += 1) await site.html(inner);
  return { pages, group: group['@id'] };
}

/** Renames the tree, schedules it and moves its group in turns, until the server ends. */
export async function work({ pages, group }: Tree, client: TestClient, life: Life): Promise<void> {
  const patch = async (iri: string, body: JsonObject): Promise<JsonObject> => {
    const answer = await client.patch(iri, body, ADMIN);
    if (answer.status !== 200) life.surprises.push(`PATCH ${iri}: ${answer.status} ${answer.text}`);
    life.written += 1;
    return answer.body;
  };
  const [root = ''] = pages;
  for (let turn = 0; !life.isOver; turn += 1) {
    // The result of the write that was running when the server was killed is unknown.
    const { body } = await client.get(root, ADMIN);
    const renamed = await patch(body.route, { path: `/${randomUUID()}`, cascadeChildPaths: true });
    const liveAt = [PAST, FUTURE, null][turn % 3] ?? null;
    await patch(String(renamed['@id']), { liveAt });
    await patch(group, { pages: [pages[turn % pages.length] ?? root] });
  }
}
