import type { DeclaredFeature } from '../kernel/contract/declared-feature.js';
import type { Extensions } from '../kernel/contract/extensions.js';
import type { TrustedProxies } from './trusted-proxies.js';

/** Whom a mail goes to. */
export interface Recipient {
  readonly address: string;
  /** Empty where none is known. */
  readonly name: string;
}

/**
 * The configuration as the runtime uses it: parsed, checked and frozen at start. Keys are the camelCase of those in
 * `cms.config.json`; secrets come from the environment only.
 */
export interface AppConfig {
  readonly projectRoot: string;
  /** Code of the project, given by a configuration file in TypeScript or JavaScript. */
  readonly extensions: Extensions;
  /** Features of the project, which act behind the built-in ones in this order. */
  readonly features: readonly DeclaredFeature[];
  readonly environment: 'development' | 'production' | 'test';
  /** Development conveniences (made keys, admin/admin, embedded hub, file mail): contract decision 56. */
  readonly conveniences: boolean;
  readonly websiteName: string;
  readonly apiVersion: string;
  readonly documentation: DocumentationConfig;
  /** Starts with `/`, no trailing slash; empty string when mounted at the root. */
  readonly apiPrefix: string;
  readonly classNamespace: string | null;
  readonly tablePrefix: string;
  readonly metadataKey: string;
  readonly hydraPrefix: boolean;
  readonly enabledComponents: { readonly form: boolean; readonly collection: boolean };
  readonly publishable: { readonly permission: string };
  readonly routeSecurity: readonly { readonly route: string; readonly security: string }[];
  readonly routableSecurity: string | null;
  readonly accessControl: readonly AccessControlRule[];
  readonly pagination: {
    readonly itemsPerPageParameterName: string;
    readonly itemsPerPage: number;
    readonly maximumItemsPerPage: number;
  };
  readonly cacheHeaders: {
    readonly maxAge: number;
    readonly sharedMaxAge: number;
    readonly vary: readonly string[];
    readonly etag: boolean;
  };
  readonly httpCache: {
    readonly personalisedResourceClasses: readonly string[];
    readonly scheduledExpiryResourceClasses: readonly string[];
    readonly purgeRenderedHtmlClasses: readonly string[];
    readonly responseCache: { readonly maxBytes: number };
    readonly purger: 'none' | 'varnish-xkey' | 'souin' | 'surrogate-key' | 'cloudflare';
    readonly urls: readonly string[];
    readonly purgesPerMinute: number;
    /** Null for another purger. */
    readonly cloudflare: { readonly zoneId: string; readonly apiToken: string } | null;
  };
  readonly cors: { readonly allowOrigin: readonly string[] };
  readonly bodyLimits: { readonly anonymous: number; readonly authenticated: number };
  readonly uploads: { readonly maxBytes: number };
  readonly filesystems: Readonly<Record<string, FilesystemConfig>>;
  readonly imageFilters: Readonly<Record<string, ImageFilterConfig>>;
  readonly imageCachePrefix: string;
  readonly user: UserConfig;
  readonly refreshToken: { readonly cookieName: string; readonly ttl: number };
  readonly jwt: {
    readonly tokenTtl: number;
    readonly secretKeyPath: string | null;
    readonly publicKeyPath: string | null;
    readonly passphrase: string | null;
    readonly cookieSameSite: 'lax' | 'strict' | 'none';
  };
  readonly mercure: MercureConfig | false;
  readonly orphanedResources: {
    readonly notify: {
      readonly recipients: readonly Recipient[];
      readonly adminPagePath: string;
      readonly subject: string;
    };
  };
  readonly orphanedFiles: { readonly minimumAge: number; readonly excludedPaths: readonly string[] };
  readonly schedule: {
    readonly scanOrphaned: { readonly cron: string; readonly timeZone: string } | false;
    readonly publications: boolean;
  };
  readonly queue: 'inline' | 'database';
  readonly instances: number;
  readonly server: {
    readonly port: number;
    readonly host: string;
    /** Scheme, host and port, without a trailing slash; absolute URLs come from it, never from the request. */
    readonly publicUrl: string;
    readonly trustedProxies: TrustedProxies;
  };
  readonly database: {
    readonly url: string;
    /** How a connection pooler in between hands out connections; null: found out at the start. */
    readonly pooler: 'transaction' | 'session' | null;
  };
  /** Where processes tell each other what their caches drop; null: by the database. */
  readonly redisUrl: string | null;
  /** Absolute path of the data folder. */
  readonly dataDir: string;
  readonly mailer: { readonly dsn: string; readonly from: string };
  readonly admin: { readonly username: string; readonly password: string; readonly email: string } | null;
  readonly logLevel: 'error' | 'warn' | 'info' | 'debug' | 'silent';
  /** Things worth logging for the operator once at start; never a reason to stop. */
  readonly notices: readonly string[];
}

export interface AccessControlRule {
  /** Regular expression applied after the API prefix. */
  readonly path: string;
  /** Upper-case; empty = all. */
  readonly methods: readonly string[];
  /** Any of these; `PUBLIC_ACCESS` opens. */
  readonly roles: readonly string[];
}

export type FilesystemConfig =
  | { readonly driver: 'local'; readonly root: string; readonly publicUrl: string | null }
  | {
      readonly driver: 's3';
      readonly bucket: string;
      readonly region: string;
      readonly endpoint: string | null;
      readonly prefix: string;
      readonly forcePathStyle: boolean;
      readonly accessKeyId: string | null;
      readonly secretAccessKey: string | null;
      readonly publicUrl: string | null;
    };

export interface ImageFilterConfig {
  readonly width: number | null;
  readonly height: number | null;
  readonly mode: 'inset' | 'outbound';
  readonly format: 'jpeg' | 'png' | 'webp' | 'avif' | null;
  readonly quality: number | null;
}

export interface EmailLinkConfig {
  readonly redirectPathQuery: string | null;
  readonly defaultRedirectPath: string | null;
  readonly subject: string;
}

export interface NotificationConfig {
  readonly enabled: boolean;
  readonly subject: string;
}

export interface UserConfig {
  readonly className: string;
  readonly security: Readonly<Record<'list' | 'create' | 'read' | 'update' | 'delete', string>>;
  readonly emailVerification: {
    readonly enabled: boolean;
    readonly defaultValue: boolean;
    readonly verifyOnRegister: boolean;
    readonly verifyOnChange: boolean;
    readonly denyUnverifiedLogin: boolean;
    readonly repeatTtlSeconds: number;
    readonly email: EmailLinkConfig;
  };
  readonly newEmailConfirmation: {
    readonly requestTimeoutSeconds: number;
    readonly repeatTtlSeconds: number;
    readonly email: EmailLinkConfig;
  };
  readonly passwordReset: {
    readonly requestTimeoutSeconds: number;
    readonly repeatTtlSeconds: number;
    readonly email: EmailLinkConfig;
  };
  readonly emailLinks: { readonly allowedOrigins: readonly string[]; readonly defaultOrigin: string | null };
  readonly emails: Readonly<
    Record<'welcome' | 'userEnabled' | 'usernameChanged' | 'passwordChanged', NotificationConfig>
  >;
}

export interface MercureConfig {
  readonly hubName: string | null;
  /** Internal publish URL; null = the embedded hub. */
  readonly url: string | null;
  readonly publicUrl: string;
  /** Null: one that is kept in the data folder; with the embedded hub only. */
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

/** What the OpenAPI document says of the API as a whole; made of the name of the site where it is left out. */
export interface DocumentationConfig {
  readonly title: string | null;
  readonly contact: { readonly name?: string; readonly url?: string; readonly email?: string } | null;
  readonly license: { readonly name: string; readonly url?: string; readonly identifier?: string } | null;
}
