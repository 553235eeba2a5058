import type { JsonObject, JsonValue } from '../../../runtime/kernel/contract/json.js';
import type { TestApp } from '../../support/test-app.js';
import type { RequestOptions } from '../../support/test-client.js';
import type { Operation } from './random-batches.js';

/** The parts of a response that are the same in a batch and in a single request. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonValue | undefined;
}

/** Headers that a batch includes. */
const COMPARED = ['content-location', 'location', 'etag', 'x-ignored'];

export const headersOf = (headers: Iterable<readonly [string, string]>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...headers].flatMap(([name, value]) =>
      COMPARED.includes(name.toLowerCase()) ? [[name.toLowerCase(), value]] : [],
    ),
  );

/**
 * Sends operations as separate requests, and replaces references with the IRIs of earlier responses.
 * A sequence that writes ends with the first rejected operation.
 * This follows contract decision 111 and shares no code with batches.
 */
export async function sendOneByOne(
  app: TestApp,
  operations: readonly Operation[],
  as: RequestOptions['as'],
): Promise<readonly Answer[]> {
  const writes = operations.some(({ method }) => method !== 'GET');
  const iris = new Map<string, string>();
  const answers: Answer[] = [];
  for (const operation of operations) {
    const answer = await sendOne(app, { operation, iris, as });
    answers.push(answer);
    if (writes && answer.status >= 400) break;
    const named = answer.headers.location ?? (answer.body as JsonObject | undefined)?.['@id'];
    if (typeof named === 'string') iris.set(operation.id, named);
  }
  return answers;
}

interface Requested {
  readonly operation: Operation;
  readonly iris: ReadonlyMap<string, string>;
  readonly as: RequestOptions['as'];
}

class Nameless extends Error {}

async function sendOne(app: TestApp, { operation, iris, as }: Requested): Promise<Answer> {
  const { method, path, headers = {}, body } = operation;
  const iriOf = (name: string): string => {
    const iri = iris.get(name);
    if (iri === undefined) throw new Nameless();
    return iri;
  };
  try {
    const target = path.replace(/^\$(\w+)/, (_all, name: string) => iriOf(name));
    const sent = body === undefined ? undefined : withIris(body, iriOf);
    const options: RequestOptions = { as: as ?? 'admin', headers };
    const answer = await {
      GET: () => app.get(target, options),
      POST: () => app.post(target, sent, options),
      PATCH: () => app.patch(target, sent, options),
      DELETE: () => app.delete(target, options),
    }[method]();
    const read = answer.text === '' ? undefined : (answer.body as JsonValue);
    return { status: answer.status, headers: headersOf(answer.headers), body: read };
  } catch (error) {
    if (error instanceof Nameless) return { status: 422, headers: {}, body: undefined };
    throw error;
  }
}

function withIris(value: JsonValue, iriOf: (name: string) => string): JsonValue {
  if (typeof value === 'string') {
    if (!/^\$+\w+$/.test(value)) return value;
    return value.startsWith('$$') ? value.slice(1) : iriOf(value.slice(1));
  }
  if (Array.isArray(value)) return value.map((one: JsonValue) => withIris(one, iriOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, one === undefined ? one : withIris(one, iriOf)]),
  );
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const DATE = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\d]*(?:Z|[+-]\d\d:?\d\d)/g;

/** Replaces ids in text with names, and removes random values and times. */
export function createNaming(known: readonly string[]): {
  /** Names the resource that a response created. */
  add(iri: unknown, name: string): void;
  plain(value: unknown): unknown;
} {
  const names = new Map<string, string>();
  const add = (iri: unknown, name: string): void => {
    const [id] = String(iri).match(UUID) ?? [];
    if (id !== undefined && !names.has(id)) names.set(id, name);
  };
  for (const [index, iri] of known.entries()) add(iri, `known ${index}`);
  const text = (value: string): string =>
    value
      .replaceAll(UUID, (id) => names.get(id) ?? 'some id')
      .replaceAll(DATE, 'some moment')
      .replaceAll(/-copy-[0-9a-f]{8}/g, '-copy')
      // Keeps the version of an entity tag and drops the hash, which depends on the document.
      .replace(
        /^(?:W\/)?"(\d{1,4}-)?[\w-]{20,}"$/,
        (_all, version: string | undefined) => `tag ${version ?? ''}`,
      );
  const plain = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(plain).sort(byText);
    if (typeof value !== 'object' || value === null) return value;
    if ('totalItems' in value) return 'some list';
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [text(name), plain(one)]));
  };
  return { add, plain };
}

const byText = (left: unknown, right: unknown): number =>
  String(JSON.stringify(left)) < String(JSON.stringify(right)) ? -1 : 1;
