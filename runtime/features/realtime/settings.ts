import type { ConfigOf } from '../../kernel/settings/config.js';
import { missing, type Place, problemAt } from '../../kernel/settings/place.js';
import {
  checked,
  choice,
  flag,
  group,
  mapped,
  nullable,
  optional,
  switchable,
  text,
  type ValueOf,
} from '../../kernel/settings/setting.js';
import { defineSettings } from '../../kernel/settings/settings.js';
import { variable } from '../../kernel/settings/variable.js';

const HUB = checked(
  switchable('Real-time hub (Mercure).', {
    embedded: flag(
      'Enables the embedded hub in production if MERCURE_URL is not set. It supports one `cms serve` with its workers and stores its state in memory.',
      false,
    ),
    protocol_version: text('Version of the hub protocol. Only 1.0 is supported.', {
      default: '1.0',
      mayBeEmpty: true,
    }),
    hub_name: nullable(text('Name of the hub.', { mayBeEmpty: true })),
    jwt: group('Claims of hub tokens.', {
      iss: optional(text('Issuer claim (`iss`).')),
      sub: optional(text('Subject claim (`sub`).')),
      client_id: optional(text('Client claim (`client_id`).')),
      aud: optional(text('Audience claim (`aud`); the public hub URL by default.')),
    }),
    cookie_name: optional(text('Name of the hub cookie.', { pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" })),
    cookie: group('Hub cookie.', {
      samesite: choice('SameSite attribute of the hub cookie.', ['lax', 'strict', 'none'], {
        default: 'strict',
      }),
    }),
    secure_subscriptions: flag('Limits hub tokens to topics that the user is authorized to read.', false),
    url: variable('MERCURE_URL', {
      description:
        'URL of the hub for publishing updates. Required in production, unless the embedded hub is enabled.',
      example: 'http://localhost:3000/.well-known/mercure',
    }),
    public_url: variable('MERCURE_PUBLIC_URL', {
      description: 'URL of the hub for browsers; MERCURE_URL by default.',
      example: 'http://localhost:3000/.well-known/mercure',
    }),
    secret: variable('MERCURE_JWT_SECRET', {
      isSecret: true,
      description: 'Secret shared with the hub, at least 32 bytes.',
      example: '',
    }),
  }),
  ({ enabled, protocolVersion }, key) =>
    !enabled || protocolVersion === '1.0'
      ? []
      : problemAt(`${key}.protocol_version`, `"${protocolVersion}" is not supported`, 'use 1.0'),
);

export const REALTIME_SETTINGS = defineSettings({
  name: 'Realtime',
  members: { mercure: mapped(HUB, readHub) },
  check(
    { mercure, instances }: { readonly mercure: MercureConfig | false; readonly instances: number },
    { refuse },
  ) {
    if (mercure === false || mercure.url !== null || instances === 1) return;
    const advice = 'set MERCURE_URL, or set mercure to false';
    refuse({ key: 'instances', problem: 'the embedded hub supports only one `cms serve`', advice });
  },
});

export type RealtimeConfig = ConfigOf<typeof REALTIME_SETTINGS>;

export interface MercureConfig {
  readonly hubName: string | null;
  /** Internal URL for publishing; null for the embedded hub. */
  readonly url: string | null;
  readonly publicUrl: string;
  /** Null for a generated secret in the data folder, with the embedded hub only. */
  readonly secret: string | null;
  readonly jwt: {
    readonly iss: string;
    readonly sub: string;
    readonly clientId: string;
    readonly aud: string;
  };
  readonly cookieName: string;
  readonly cookieSameSite: 'lax' | 'strict' | 'none';
  readonly secureSubscriptions: boolean;
}

type Hub = ValueOf<typeof HUB>;

/** Reads the hub settings by the rules of contract decisions 56 and 58. Returns false if no hub can be used. */
function readHub(hub: Hub, place: Place): MercureConfig | false {
  const { url, jwt } = hub;
  if (!hub.enabled || place.use === 'database') return false;
  if (url === null && !place.conveniences && !hub.embedded) {
    place.refuse(missing('MERCURE_URL', 'set it to the publish URL of the hub, or set mercure to false'));
    return false;
  }
  const publicUrl = hub.publicUrl ?? url ?? `${place.publicUrl}/.well-known/mercure`;
  for (const [key, value] of Object.entries({ MERCURE_URL: url, MERCURE_PUBLIC_URL: publicUrl })) {
    if (value === null || (/^https?:\/\//.test(value) && URL.canParse(value))) continue;
    place.refuse({ key, problem: `"${value}" is not a valid HTTP URL`, advice: 'use the URL of the hub' });
  }
  checkSecret(hub, place);
  const isMadeUp = url === null && place.conveniences;
  for (const [claim, value] of Object.entries({ iss: jwt.iss, sub: jwt.sub, client_id: jwt.clientId }))
    if (!isMadeUp && value === undefined)
      place.refuse(missing(`mercure.jwt.${claim}`, 'hub tokens require this claim'));
  const { iss = place.publicUrl, sub = 'cms', clientId = 'cms', aud = publicUrl } = jwt;
  return {
    hubName: hub.hubName,
    url,
    publicUrl,
    secret: hub.secret,
    jwt: { iss, sub, clientId, aud },
    cookieName: readCookieName(hub, publicUrl, place),
    cookieSameSite: hub.cookie.samesite,
    secureSubscriptions: hub.secureSubscriptions,
  };
}

/** Example secret of the hub's documentation, which is publicly known. */
const KNOWN_SECRET = '!ChangeThisMercureHubJWTSecretKey!';
/** Minimum length for HS256 (RFC 7518 section 3.2). */
const SECRET_BYTES = 32;

function checkSecret({ secret, url }: Hub, { conveniences, refuse }: Place): void {
  const key = 'MERCURE_JWT_SECRET';
  if (secret === null && (url !== null || !conveniences))
    refuse(missing(key, 'set it to the secret shared with the hub'));
  if (secret === null || conveniences) return;
  const advice = `use at least ${SECRET_BYTES} random bytes, here and in the hub`;
  if (secret === KNOWN_SECRET) refuse({ key, problem: 'is the publicly known example secret', advice });
  else if (Buffer.byteLength(secret) < SECRET_BYTES)
    refuse({ key, problem: `has fewer than ${SECRET_BYTES} bytes`, advice });
}

/** Reads the cookie name. Browsers drop cookies with an https-only prefix or attribute on plain http. */
function readCookieName({ cookieName, cookie }: Hub, hubUrl: string, { refuse }: Place): string {
  const isSecure = hubUrl.startsWith('https:');
  const name = cookieName ?? `${isSecure ? '__Secure-' : ''}mercure_access_token`;
  if (isSecure) return name;
  if (/^__(?:Secure|Host)-/i.test(name)) {
    const problem = `browsers reject the cookie "${name}" of an http hub`;
    const advice = 'serve the hub over https, or use a name without the prefix here and in the hub';
    refuse({ key: 'mercure.cookie_name', problem, advice });
  }
  if (cookie.samesite === 'none') {
    const problem = 'browsers reject a cookie of an http hub with "none"';
    const advice = 'serve the hub over https, or use strict or lax';
    refuse({ key: 'mercure.cookie.samesite', problem, advice });
  }
  return name;
}
