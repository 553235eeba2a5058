type Send = typeof globalThis.fetch;

/** A POST whose outcome is unknown, or that is in progress. */
interface OpenRequest {
  readonly key: string;
  response?: Promise<Response>;
}

/** Pauses before a request with an unknown outcome is sent again, in milliseconds. */
const PAUSES = [500, 2000];
/** Statuses of proxies and of busy services: the request may have been executed. */
const UNKNOWN_OUTCOMES = [502, 503, 504];
const MAX_OPEN = 50;

/**
 * Wraps `fetch` so that every action takes effect once. Each POST has an `Idempotency-Key`. The same POST during the
 * first one, as from a double click, gets the response of the first. If a response is lost, the request is sent again
 * with its key, which makes the service repeat the response instead of the work (contract decision 112).
 * @param pause waits, for tests
 */
export function createSendOnce(send: Send, pause = wait): Send {
  const open = new Map<string, OpenRequest>();

  async function attempt(
    address: Parameters<Send>[0],
    init: RequestInit,
    pauses: readonly number[],
  ): Promise<Response> {
    const [first, ...rest] = pauses;
    try {
      const response = await send(address, init);
      if (first === undefined || !isUndecided(response)) return response;
    } catch (error) {
      if (first === undefined || !(error instanceof TypeError)) throw error;
    }
    await pause(first);
    return attempt(address, init, rest);
  }

  return async (address, init = {}) => {
    if (init.method !== 'POST') return send(address, init);
    const print = `${String(address)} ${fingerprintOf(init.body)}`;
    const known = open.get(print);
    if (known?.response !== undefined) return (await known.response).clone();
    const request: OpenRequest = { key: known?.key ?? createKey() };
    remember(open, print, request);
    const headers = new Headers(init.headers);
    if (!headers.has('idempotency-key')) headers.set('idempotency-key', request.key);
    request.response = attempt(address, { ...init, headers }, isSignIn(address) ? [] : PAUSES);
    try {
      const response = await request.response;
      if (!isUndecided(response)) open.delete(print);
      return response.clone();
    } finally {
      // The same request, sent again, has the same key until its outcome is known.
      delete request.response;
    }
  };
}

/** Returns whether the request may have been executed, or is still in progress in another process. */
const isUndecided = ({ status, headers }: Response): boolean =>
  UNKNOWN_OUTCOMES.includes(status) || (status === 409 && headers.has('retry-after'));

function remember(open: Map<string, OpenRequest>, print: string, request: OpenRequest): void {
  open.delete(print);
  open.set(print, request);
  const [oldest] = open.keys();
  if (open.size > MAX_OPEN && oldest !== undefined) open.delete(oldest);
}

/** A code of a sign-in is valid once, so a repetition would only be refused. */
const isSignIn = (address: Parameters<Send>[0]): boolean =>
  /\/(?:login|logout|token)\b/.test(String(address));

function fingerprintOf(body: RequestInit['body']): string {
  if (!(body instanceof FormData)) return String(body);
  const parts = [...body].map(([name, value]) =>
    typeof value === 'string' ? [name, value] : [name, value.name, value.size, value.lastModified],
  );
  return JSON.stringify(parts);
}

/** Returns 128 random bits. `crypto.randomUUID` only exists on secure origins. */
const createKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
