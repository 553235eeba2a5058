import type { Logger } from '../../kernel/ports/logger.js';
import type { Hub } from './hub-settings.js';

const TIMEOUT_MS = 5_000;

/**
 * Compares what the hub says of itself (RFC 9728) with the configuration, and logs what does not fit: tokens would be refused, or
 * cookies not be read (realtime.md section 1.6). A hub that is away is no reason to do without the service.
 * @param url where this service reaches the hub
 */
export async function checkHub(hub: Hub, url: string, log: Logger): Promise<void> {
  const metadata = await readMetadata(url);
  const problems = typeof metadata === 'string' ? [metadata] : mismatches(metadata, hub);
  for (const msg of problems) log.warn({ msg });
}

type Metadata = Readonly<Record<string, unknown>>;

function mismatches(metadata: Metadata, { jwt, cookieName }: Hub): readonly string[] {
  const { resource, mercure_cookie: cookie, authorization_servers: issuers } = metadata;
  const problems: string[] = [];
  if (resource !== jwt.aud) {
    problems.push(
      `the hub calls itself ${print(resource)}, and tokens name ${print(jwt.aud)}: its resource_identifier has to be mercure.jwt.aud`,
    );
  }
  if (Array.isArray(issuers) && !issuers.includes(jwt.iss)) {
    problems.push(
      `the hub knows the issuers ${print(issuers)}, and tokens come from ${print(jwt.iss)}: its issuer has to be mercure.jwt.iss`,
    );
  }
  if (cookie !== undefined && cookie !== cookieName) {
    problems.push(
      `the hub reads the cookie ${print(cookie)}, and browsers are given ${print(cookieName)}: its cookie_name has to be mercure.cookie_name`,
    );
  }
  return problems;
}

const print = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

/** The metadata of a hub, or why there is none. */
async function readMetadata(url: string): Promise<Metadata | string> {
  const { origin, pathname } = new URL(url);
  const address = `${origin}/.well-known/oauth-protected-resource${pathname}`;
  try {
    const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const body: unknown = response.ok ? await response.json() : await response.body?.cancel();
    if (typeof body === 'object' && body !== null) return body as Metadata;
    return `the hub answered ${response.status} when it was asked what it is: is it one of protocol 1.0?`;
  } catch {
    return 'the hub could not be reached at the start; updates wait for it';
  }
}
