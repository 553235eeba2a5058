import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from 'cms-api-components/internal/kernel/contract/json.js';
import { openCrowd } from './subscriber-crowd.js';
import type { BenchProject } from '../site/bench-project.js';
import { signIn } from '../site/bench-site.js';

/** Simulates the users of a site, at a rate that one process and the load itself can sustain for hours. */
export interface SoakLoad {
  /** Number of requests by activity. */
  readonly counts: ReadonlyMap<string, number>;
  /** Unexpected responses, with their requests. */
  readonly failures: readonly string[];
  stop(): Promise<void>;
}

const API = '/_api';
/** A red pixel, and the same in another size. */
const PICTURES = [
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAEklEQVR42mP4z8AARAwQCkgCAB3eA/1a/xP6AAAAAElFTkSuQmCC',
];
const SUBSCRIBERS = 20;
const LISTEN_MS = 7000;

type Ask = (path: string, init?: RequestInit) => Promise<Response>;

/** Pauses between two rounds of each activity, in milliseconds. */
const PACES = {
  'kept reads': 40,
  'other reads': 150,
  writes: 250,
  'short lives': 800,
  sessions: 600,
  forms: 6000,
  uploads: 1200,
  subscribers: 500,
} as const;

type Kind = keyof typeof PACES;

type Account = BenchProject['admin'];

/**
 * Starts the load.
 * @param visitor a separate account, because signing out ends all sessions of an account
 */
export async function startSoakLoad(
  port: number,
  { admin, visitor }: { readonly admin: Account; readonly visitor: Account },
): Promise<SoakLoad> {
  const origin = `http://127.0.0.1:${port}`;
  const counts = new Map<string, number>();
  const failures: string[] = [];
  const stop = new AbortController();

  const askAs =
    (kind: Kind): Ask =>
    async (path, init = {}) => {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      const response = await fetch(origin + path, init);
      if (response.status >= 500) failures.push(`${init.method ?? 'GET'} ${path}: ${response.status}`);
      return response;
    };
  const rounds: Readonly<Record<Kind, () => Promise<void>>> = {
    'kept reads': await keptReads(askAs('kept reads')),
    'other reads': otherReads(askAs('other reads')),
    writes: writes(askAs('writes'), () => signIn(origin, admin)),
    'short lives': shortLives(askAs('short lives'), () => signIn(origin, admin)),
    sessions: sessions(askAs('sessions'), () => signIn(origin, visitor)),
    forms: forms(askAs('forms'), await signIn(origin, admin)),
    uploads: uploads(askAs('uploads'), () => signIn(origin, admin)),
    async subscribers() {
      counts.set('subscribers', (counts.get('subscribers') ?? 0) + SUBSCRIBERS);
      const crowd = await openCrowd(port, SUBSCRIBERS);
      await sleep(LISTEN_MS, undefined, { signal: stop.signal }).catch(() => undefined);
      crowd.close();
    },
  };

  async function keepDoing(kind: Kind): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        await rounds[kind]();
      } catch (error) {
        failures.push(`${kind}: ${error instanceof Error ? error.message : String(error)}`);
      }
      await sleep(PACES[kind] * (0.5 + Math.random()), undefined, { signal: stop.signal }).catch(
        () => undefined,
      );
    }
  }

  const kinds = Object.keys(PACES) as Kind[]; // an object literal has no other keys
  const running = Promise.all(kinds.map(keepDoing));
  return {
    counts,
    failures,
    async stop() {
      stop.abort();
      await running;
    },
  };
}

const read = async (response: Response): Promise<JsonObject> => {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text.slice(0, 300)}`);
  // Every response of a resource is a JSON object.
  return JSON.parse(text) as JsonObject;
};

async function drained(response: Promise<Response>): Promise<void> {
  await (await response).arrayBuffer();
}

/** Repeats a few URLs. */
async function keptReads(ask: Ask): Promise<() => Promise<void>> {
  const list = await read(await ask(`${API}/component/titles?perPage=20`));
  const members = (list['hydra:member'] ?? list.member) as readonly JsonObject[]; // members of a list are documents
  const paths = [`${API}/component/titles?perPage=20`, ...members.map((member) => String(member['@id']))];
  return async () => {
    for (const path of paths) await drained(ask(path));
  };
}

/** URLs that are requested only once. */
function otherReads(ask: Ask): () => Promise<void> {
  let number = 0;
  return async () => {
    number += 1;
    await drained(ask(`${API}/component/titles?perPage=5&page=${1 + (number % 10)}&x=${number}`));
    await drained(ask(`${API}/_/routes//page-${1 + (number % 5)}?x=${number}`));
  };
}

/** A bearer token that is renewed before it expires. In the soak run, it is valid for a minute. */
function freshToken(signInAgain: () => Promise<string>): () => Promise<Record<string, string>> {
  let token = '';
  let until = 0;
  return async () => {
    if (performance.now() > until) {
      token = await signInAgain();
      until = performance.now() + 30_000;
    }
    return { authorization: `Bearer ${token}` };
  };
}

/** An editor who changes a draft. */
function writes(ask: Ask, signInAgain: () => Promise<string>): () => Promise<void> {
  const headers = freshToken(signInAgain);
  let draft: string | undefined;
  let number = 0;
  return async () => {
    const own = await headers();
    draft ??= String(
      (await read(await ask(`${API}/component/titles`, created(own, { title: 'Draft' }))))['@id'],
    );
    await read(
      await ask(draft, {
        method: 'PATCH',
        headers: { ...own, 'content-type': 'application/merge-patch+json' },
        body: JSON.stringify({ title: `Title ${(number += 1)}` }),
      }),
    );
  };
}

/** Creates, publishes and deletes components and pages. */
function shortLives(ask: Ask, signInAgain: () => Promise<string>): () => Promise<void> {
  const headers = freshToken(signInAgain);
  return async () => {
    const own = await headers();
    const publishedAt = new Date(Date.now() - 1000).toISOString();
    const body = { title: 'Not for long', publishedAt };
    const path = String((await read(await ask(`${API}/component/titles`, created(own, body))))['@id']);
    await drained(ask(path));
    await drained(ask(path, { method: 'DELETE', headers: own }));
  };
}

/** Users who sign in and out. Every second one leaves without signing out. */
function sessions(ask: Ask, signInAgain: () => Promise<string>): () => Promise<void> {
  let number = 0;
  return async () => {
    number += 1;
    const headers = { cookie: `api_component=${await signInAgain()}` };
    await drained(ask(`${API}/me`, { headers }));
    await drained(ask(`${API}/token/refresh`, { method: 'POST', headers }));
    if (number % 2 === 0) await drained(ask(`${API}/logout`, { headers }));
  };
}

/** A visitor who submits a form, with an error every second time. */
function forms(ask: Ask, token: string): () => Promise<void> {
  let form: string | undefined;
  let number = 0;
  return async () => {
    form ??= String(
      (
        await read(
          await ask(
            `${API}/component/forms`,
            created({ authorization: `Bearer ${token}` }, { formType: 'ExampleFormType' }),
          ),
        )
      )['@id'],
    );
    number += 1;
    const body = new FormData();
    if (number % 2 === 0) body.append('example_form[name]', `Visitor ${number}`);
    body.append('example_form[attachment]', new Blob(['text of a file']), 'letter.txt');
    await drained(ask(`${form}/submit`, { method: 'POST', body }));
  };
}

/** Images that are uploaded, replaced and deleted, and one that is replaced repeatedly. */
function uploads(ask: Ask, signInAgain: () => Promise<string>): () => Promise<void> {
  const headers = freshToken(signInAgain);
  const [first = '', second = ''] = PICTURES;
  let kept: string | undefined;

  async function upload(own: Record<string, string>): Promise<string> {
    const body = { file: `data:image/png;base64,${first}` };
    return String((await read(await ask(`${API}/component/images`, created(own, body))))['@id']);
  }

  async function replace(path: string, own: Record<string, string>): Promise<void> {
    await read(
      await ask(path, {
        method: 'PATCH',
        headers: { ...own, 'content-type': 'application/merge-patch+json' },
        body: JSON.stringify({ file: `data:image/png;base64,${second}` }),
      }),
    );
  }

  return async () => {
    const own = await headers();
    kept ??= await upload(own);
    await replace(kept, own);
    const path = await upload(own);
    await replace(path, own);
    await drained(ask(path, { headers: own }));
    await drained(ask(path, { method: 'DELETE', headers: own }));
  };
}

const created = (headers: Record<string, string>, body: JsonObject): RequestInit => ({
  method: 'POST',
  headers: { ...headers, 'content-type': 'application/ld+json' },
  body: JSON.stringify(body),
});
