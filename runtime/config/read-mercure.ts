import type { MercureConfig } from './app-config.js';
import { readVariable } from './env.js';
import type { RawConfig, RawMercure } from './raw-config.js';
import { missing, type Reading } from './reading.js';

/** What the documentation of the hub shows, and whoever reads it knows. */
const KNOWN_SECRET = '!ChangeThisMercureHubJWTSecretKey!';
/** RFC 7518 section 3.2, for HS256. */
const SECRET_BYTES = 32;

/** The hub, with the rules of contract decisions 56 and 58; false when none can be used as things are. */
export function readMercure(
  reading: Reading,
  { mercure, instances }: Pick<RawConfig, 'mercure' | 'instances'>,
  publicUrl: string,
): MercureConfig | false {
  const { env, problems, conveniences } = reading;
  const url = readVariable(env, 'MERCURE_URL');
  if (url === null && !conveniences && !mercure.embedded) {
    problems.push(missing('MERCURE_URL', 'write the publish URL of the hub, or set mercure to false'));
    return false;
  }
  if (url === null && instances > 1) {
    const advice = 'write MERCURE_URL, or set mercure to false';
    problems.push({ key: 'instances', problem: 'the embedded hub serves one process only', advice });
  }
  const hubUrl = readVariable(env, 'MERCURE_PUBLIC_URL') ?? url ?? `${publicUrl}/.well-known/mercure`;
  for (const [key, value] of [
    ['MERCURE_URL', url],
    ['MERCURE_PUBLIC_URL', hubUrl],
  ] as const) {
    if (value === null || (/^https?:\/\//.test(value) && URL.canParse(value))) continue;
    problems.push({ key, problem: `"${value}" is not an http URL`, advice: 'write the address of the hub' });
  }
  const secret = readSecret(reading, url);
  const isMadeUp = url === null && conveniences;
  for (const claim of ['iss', 'sub', 'client_id'] as const)
    if (!isMadeUp && mercure.jwt[claim] === undefined)
      problems.push(missing(`mercure.jwt.${claim}`, 'hub tokens need this claim'));
  const { iss = publicUrl, sub = 'cms', client_id: clientId = 'cms', aud = hubUrl } = mercure.jwt;
  return {
    hubName: mercure.hub_name,
    url,
    publicUrl: hubUrl,
    secret,
    jwt: { iss, sub, clientId, aud },
    cookieName: readCookieName(reading, mercure, hubUrl),
    cookieSameSite: mercure.cookie.samesite,
    secureSubscriptions: mercure.secure_subscriptions,
  };
}

/** Null where one is made up. */
function readSecret({ env, problems, conveniences }: Reading, url: string | null): string | null {
  const secret = readVariable(env, 'MERCURE_JWT_SECRET');
  if (secret === null && (url !== null || !conveniences))
    problems.push(missing('MERCURE_JWT_SECRET', 'write the secret shared with the hub'));
  if (secret === null || conveniences) return secret;
  const advice = `write ${SECRET_BYTES} random bytes or more, here and in the hub`;
  if (secret === KNOWN_SECRET)
    problems.push({ key: 'MERCURE_JWT_SECRET', problem: 'is the one that everybody knows', advice });
  else if (Buffer.byteLength(secret) < SECRET_BYTES)
    problems.push({ key: 'MERCURE_JWT_SECRET', problem: 'is short enough to be guessed', advice });
  return secret;
}

/** Browsers drop cookies that say of a plain http hub what only https has. */
function readCookieName({ problems }: Reading, mercure: RawMercure, hubUrl: string): string {
  const isSecure = hubUrl.startsWith('https:');
  const name = mercure.cookie_name ?? `${isSecure ? '__Secure-' : ''}mercure_access_token`;
  if (isSecure) return name;
  if (/^__(?:Secure|Host)-/i.test(name)) {
    const advice = 'serve the hub over https, or write a name without the prefix here and in the hub';
    problems.push({
      key: 'mercure.cookie_name',
      problem: `browsers drop "${name}" of an http hub`,
      advice,
    });
  }
  if (mercure.cookie.samesite === 'none') {
    const advice = 'serve the hub over https, or write strict or lax';
    const problem = 'browsers drop a cookie of an http hub with "none"';
    problems.push({ key: 'mercure.cookie.samesite', problem, advice });
  }
  return name;
}
