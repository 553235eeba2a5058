import type { JsonObject } from 'cms-api-components/internal/kernel/contract/json.js';
import type { ChildServer } from '../servers/child-server.js';
import type { BenchProject } from './bench-project.js';

/** Records that the load requests. */
export interface BenchSite {
  readonly databaseName: BenchProject['databaseName'];
  readonly origin: string;
  /** Path of a component placed on a live page. */
  readonly item: string;
  /** Path of a collection page with twenty members. */
  readonly collection: string;
  /** Paths of components that were never published, one for each connection. */
  readonly drafts: readonly string[];
  /** Bearer token of an administrator. */
  readonly token: string;
}

const PREFIX = '/_api';
const TITLES = `${PREFIX}/component/titles`;
const MEMBERS = 20;

/** Requests the records of the running application as a client. */
export async function openBenchSite(
  { databaseName, admin }: BenchProject,
  app: Pick<ChildServer, 'port'>,
  connections: number,
): Promise<BenchSite> {
  const origin = `http://127.0.0.1:${app.port}`;
  const collection = `${TITLES}?perPage=${MEMBERS}`;
  const members = membersOf(await readJson(await fetch(origin + collection)));
  if (members.length !== MEMBERS) throw new Error(`${collection} has ${members.length} members`);
  const token = await signIn(origin, admin);
  const drafts: string[] = [];
  for (let number = 0; number < connections; number += 1) {
    const created = await fetch(origin + TITLES, {
      method: 'POST',
      headers: { 'content-type': 'application/ld+json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ title: `Draft ${number}` }),
    });
    drafts.push(String((await readJson(created))['@id']));
  }
  return { databaseName, origin, item: String(members[0]?.['@id']), collection, drafts, token };
}

/** Bearer token of an account. */
export async function signIn(origin: string, admin: BenchProject['admin']): Promise<string> {
  const response = await fetch(`${origin}${PREFIX}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  const cookie = /api_component=([^;]+)/.exec(response.headers.getSetCookie().join('\n'))?.[1];
  if (cookie === undefined) throw new Error(`Login answered ${response.status}: ${await response.text()}`);
  return cookie;
}

function membersOf(collection: JsonObject): readonly JsonObject[] {
  const members = collection['hydra:member'] ?? collection.member;
  // Members of a collection are documents.
  return Array.isArray(members) ? (members as JsonObject[]) : [];
}

async function readJson(response: Response): Promise<JsonObject> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`);
  // Every response of a resource is a JSON object.
  return JSON.parse(text) as JsonObject;
}
