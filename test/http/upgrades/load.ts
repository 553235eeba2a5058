import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { createLedger, type Ledger } from '../processes/ledger.js';
import { mediaObjects } from '../uploads/support.js';
import { createVisitor, type Answer, type Sending, type Visitor } from './visitor.js';

/** Pause between two rounds of one visitor. */
const PAUSE_MS = 100;

/** A record that is written repeatedly, with its increasing member. */
export interface CountedRecord {
  readonly iri: string;
  readonly member: 'title' | 'role';
}

export interface LoadOptions {
  readonly origin: string;
  readonly admin: Visitor;
  /** A page and a published component with drafts. */
  readonly page: string;
  readonly member: string;
  readonly form: string;
  readonly layout: string;
  readonly picture: Buffer;
}

/** Visitors and editors who continue until they are stopped, and their responses. */
export interface Load {
  /** Resolves when each of them has completed this many more rounds. */
  rounds(count: number): Promise<void>;
  stop(): Promise<void>;
  readonly records: readonly CountedRecord[];
  readonly ledger: Ledger;
  /** Ages of responses in milliseconds. */
  readonly ages: readonly number[];
  /** Acknowledged: names in submissions, current paths of routes, addresses of files. */
  readonly submitted: readonly string[];
  readonly routed: readonly string[];
  readonly files: readonly string[];
  readonly requests: number;
  /** Responses with an unexpected status. */
  readonly wrong: readonly string[];
}

interface Asking extends Sending {
  /** The expected status. */
  readonly status?: number;
}

export function startLoad({ origin, admin, page, member, form, layout, picture }: LoadOptions): Load {
  const anybody = createVisitor(origin);
  const ledger = createLedger();
  const records: readonly CountedRecord[] = [
    { iri: page, member: 'title' },
    { iri: member, member: 'role' },
  ];
  const found = {
    ages: [] as number[],
    submitted: [] as string[],
    routed: [] as string[],
    files: [] as string[],
    wrong: [] as string[],
    requests: 0,
  };

  /** Sends a request with one expected status. */
  async function ask(who: Visitor, path: string, { status = 200, ...sending }: Asking = {}): Promise<Answer> {
    found.requests += 1;
    const answer = await who.send(path, sending).catch((error: unknown) => unanswered(error));
    if (answer.status !== status)
      found.wrong.push(`${sending.method ?? 'GET'} ${path}: ${answer.status} ${answer.text.slice(0, 500)}`);
    return answer;
  }
  const create = async (path: string, body: object): Promise<JsonObject> =>
    (await ask(admin, path, { status: 201, method: 'POST', body })).body;
  const change = async (path: string, body: object): Promise<Answer> =>
    ask(admin, path, { method: 'PATCH', body });

  const deeds: readonly ((turn: number) => Promise<void>)[] = [
    async function editPage() {
      const value = ledger.next(page);
      if ((await change(page, { title: String(value) })).status === 200) ledger.acknowledge(page, value);
    },
    async function publishDraft() {
      const value = ledger.next(member);
      const draft = await change(member, { role: String(value) });
      const published = await change(String(draft.body['@id']), { publishedAt: 'now' });
      if (published.status === 200) ledger.acknowledge(member, value);
    },
    async function read() {
      for (const { iri, member: counted } of records) {
        const requestedAt = performance.now();
        const { status, body } = await ask(anybody, iri);
        if (status === 200) found.ages.push(ledger.age(iri, { value: Number(body[counted]), requestedAt }));
      }
      for (const path of ['/api/_/routes//', '/api/_/resource_manifest//team']) await ask(anybody, path);
    },
    async function moveRoute(turn) {
      const body = { reference: `upgrade ${turn}`, uiComponent: 'PrimaryPage', isTemplate: false, layout };
      const made = await create('/api/_/pages', body);
      const path = `/upgrade-${turn}`;
      const route = await create('/api/_/routes', { path, name: `upgrade-${turn}`, page: made['@id'] });
      const moved = await change(String(route['@id']), { path: `${path}/moved` });
      if (moved.status === 200) found.routed.push(path);
    },
    async function submit(turn) {
      const name = `Visitor ${turn}.`;
      const contact = { name, email: `visitor-${turn}@example.com`, message: 'Hello' };
      const asking = { status: 201, method: 'POST', body: { contact }, from: `192.0.2.${turn % 200}` };
      if ((await ask(anybody, `${form}/submit`, asking)).status === 201) found.submitted.push(name);
    },
    async function upload(turn) {
      const parts = new FormData();
      parts.append('file', new Blob([new Uint8Array(picture)]), `upgrade-${turn}.png`);
      const asking = { status: 201, method: 'POST', form: parts };
      const { body } = await ask(admin, '/api/component/images/upload', asking);
      found.files.push(...mediaObjects(body).map(({ contentUrl }) => String(contentUrl)));
    },
    async function useSession() {
      await ask(admin, '/api/me');
    },
  ];

  let isOver = false;
  const done = deeds.map(() => 0);
  const workers = deeds.map(async (deed, index) => {
    for (let turn = 0; !isOver; turn += 1) {
      await deed(turn);
      done[index] = turn + 1;
      await sleep(PAUSE_MS);
    }
  });
  return {
    async rounds(count) {
      const until = done.map((rounds) => rounds + count);
      while (done.some((rounds, index) => rounds < (until[index] ?? 0))) await sleep(PAUSE_MS);
    },
    async stop() {
      isOver = true;
      await Promise.all(workers);
    },
    ...{ records, ledger, ages: found.ages, submitted: found.submitted, routed: found.routed },
    ...{ files: found.files, wrong: found.wrong },
    get requests() {
      return found.requests;
    },
  };
}

const unanswered = (error: unknown): Answer => ({ status: 0, body: {}, text: String(error) });
