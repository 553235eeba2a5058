import { resolve } from 'node:path';
import { DEFAULT_FILESYSTEM } from '../kernel/contract/default-filesystem.js';
import type { AppConfig, FilesystemConfig, UserConfig } from './app-config.js';
import type { RawConfig, RawFilesystem, RawUser } from './raw-config.js';
import type { Deployment } from './read-deployment.js';
import { readRecipients } from './read-recipients.js';

/** Puts a checked file and the environment together under the names the runtime uses. */
export function buildConfig(parts: {
  readonly projectRoot: string;
  readonly raw: RawConfig;
  readonly deployment: Deployment;
  readonly notices: readonly string[];
}): Omit<AppConfig, 'extensions' | 'features'> {
  const { projectRoot, raw, notices } = parts;
  const { allowOrigin, defaultLinkOrigin, bucketKeys, jwt, cloudflare, ...deployment } = parts.deployment;
  const prefix = raw.api_prefix.replace(/^\/+|\/+$/g, '');
  return {
    ...deployment,
    ...buildCaching(raw, cloudflare),
    projectRoot,
    notices,
    websiteName: raw.website_name,
    apiVersion: raw.api_version,
    documentation: raw.documentation,
    apiPrefix: prefix === '' ? '' : `/${prefix}`,
    classNamespace: raw.class_namespace?.replace(/^\\+|\\+$/g, '') || null,
    tablePrefix: raw.table_prefix ?? '',
    metadataKey: raw.metadata_key,
    hydraPrefix: raw.hydra_prefix,
    enabledComponents: raw.enabled_components,
    publishable: raw.publishable,
    routeSecurity: raw.route_security,
    routableSecurity: raw.routable_security,
    accessControl: raw.access_control.map(({ path, methods, roles }) => ({
      path,
      methods: [methods].flat().map((method) => method.toUpperCase()),
      roles: [roles].flat(),
    })),
    pagination: {
      itemsPerPageParameterName: raw.pagination.items_per_page_parameter_name,
      itemsPerPage: raw.pagination.items_per_page,
      maximumItemsPerPage: raw.pagination.maximum_items_per_page,
    },
    cors: { allowOrigin: allowOrigin ?? chooseOrigins(raw.cors.allow_origin, deployment.conveniences) },
    bodyLimits: raw.body_limits,
    uploads: { maxBytes: raw.uploads.max_bytes },
    filesystems: buildFilesystems(raw, { projectRoot, dataDir: deployment.dataDir, bucketKeys }),
    imageFilters: raw.image_filters,
    imageCachePrefix: raw.image_cache_prefix,
    user: buildUser(raw.user, {
      allowedOrigins: chooseOrigins(raw.user.email_links.allowed_origins, deployment.conveniences),
      defaultOrigin: defaultLinkOrigin ?? (raw.user.email_links.default_origin || null),
    }),
    refreshToken: { cookieName: raw.refresh_token.cookie_name, ttl: raw.refresh_token.ttl },
    jwt: { tokenTtl: raw.jwt.token_ttl, ...jwt },
    orphanedResources: {
      notify: {
        recipients: readRecipients(raw).recipients,
        adminPagePath: raw.orphaned_resources.notify.admin_page_path,
        subject: raw.orphaned_resources.notify.subject,
      },
    },
    orphanedFiles: {
      minimumAge: raw.orphaned_files.minimum_age,
      excludedPaths: raw.orphaned_files.excluded_paths,
    },
    schedule: {
      publications: raw.schedule.publications,
      scanOrphaned:
        raw.schedule.scan_orphaned.enabled === false
          ? false
          : { cron: raw.schedule.scan_orphaned.cron, timeZone: raw.schedule.scan_orphaned.time_zone },
    },
    queue: raw.queue,
    instances: raw.instances,
  };
}

function buildCaching(
  raw: RawConfig,
  cloudflare: Deployment['cloudflare'],
): Pick<AppConfig, 'cacheHeaders' | 'httpCache'> {
  const { cache_headers: headers, http_cache: cache } = raw;
  return {
    cacheHeaders: {
      maxAge: headers.max_age,
      sharedMaxAge: headers.shared_max_age,
      vary: headers.vary,
      etag: headers.etag,
    },
    httpCache: {
      personalisedResourceClasses: cache.personalised_resource_classes,
      scheduledExpiryResourceClasses: cache.scheduled_expiry_resource_classes,
      purgeRenderedHtmlClasses: cache.purge_rendered_html_classes,
      responseCache: { maxBytes: cache.response_cache.max_bytes },
      purger: cache.purger,
      urls: cache.urls,
      purgesPerMinute: cache.purges_per_minute,
      cloudflare,
    },
  };
}

/** Without a list, localhost on any port is allowed as a development convenience (contract decision 56). */
function chooseOrigins(configured: readonly string[], conveniences: boolean): readonly string[] {
  if (configured.length > 0) return configured;
  return conveniences ? ['^https?://(localhost|127\\.0\\.0\\.1)(:[0-9]+)?$'] : [];
}

interface StorageParts {
  readonly projectRoot: string;
  readonly dataDir: string;
  readonly bucketKeys: Deployment['bucketKeys'];
}

function buildFilesystems(raw: RawConfig, parts: StorageParts): AppConfig['filesystems'] {
  if (raw.filesystems === undefined) {
    return {
      [DEFAULT_FILESYSTEM]: { driver: 'local', root: resolve(parts.dataDir, 'uploads'), publicUrl: null },
    };
  }
  const entries = Object.entries(raw.filesystems);
  return Object.fromEntries(entries.map(([name, one]) => [name, buildFilesystem(one, parts)]));
}

/** Keys of a bucket are secrets, so they come from the environment, never from the file. */
function buildFilesystem(one: RawFilesystem, { projectRoot, bucketKeys }: StorageParts): FilesystemConfig {
  if (one.driver === 'local') {
    return { driver: 'local', root: resolve(projectRoot, one.root ?? ''), publicUrl: one.public_url };
  }
  return {
    driver: 's3',
    bucket: one.bucket ?? '',
    region: one.region ?? '',
    endpoint: one.endpoint,
    prefix: one.prefix,
    forcePathStyle: one.force_path_style,
    ...bucketKeys,
    publicUrl: one.public_url,
  };
}

function buildUser(raw: RawUser, emailLinks: UserConfig['emailLinks']): UserConfig {
  const email = (one: RawUser['password_reset']['email']): UserConfig['passwordReset']['email'] => ({
    redirectPathQuery: one.redirect_path_query,
    defaultRedirectPath: one.default_redirect_path,
    subject: one.subject,
  });
  const flow = (one: RawUser['password_reset']): UserConfig['passwordReset'] => ({
    requestTimeoutSeconds: one.request_timeout_seconds,
    repeatTtlSeconds: one.repeat_ttl_seconds,
    email: email(one.email),
  });
  const { email_verification: verification, emails } = raw;
  return {
    className: raw.class_name,
    security: raw.security,
    emailVerification: {
      enabled: verification.enabled,
      defaultValue: verification.default_value,
      verifyOnRegister: verification.verify_on_register,
      verifyOnChange: verification.verify_on_change,
      denyUnverifiedLogin: verification.deny_unverified_login,
      repeatTtlSeconds: verification.repeat_ttl_seconds,
      email: email(verification.email),
    },
    newEmailConfirmation: flow(raw.new_email_confirmation),
    passwordReset: flow(raw.password_reset),
    emailLinks,
    emails: {
      welcome: emails.welcome,
      userEnabled: emails.user_enabled,
      usernameChanged: emails.username_changed,
      passwordChanged: emails.password_changed,
    },
  };
}
