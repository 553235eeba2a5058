import { ExpressionError, type Expression } from '../kernel/expression/expression.js';
import { parseExpression } from '../kernel/expression/parse-expression.js';
import { isStoragePath } from '../kernel/ports/file-storage.js';
import { checkSchedule } from './check-schedule.js';
import type { ConfigProblem } from '../kernel/errors/config-error.js';
import { isUsableOriginPattern, parseOrigin, parseOriginPattern } from './origins.js';
import type { RawConfig } from './raw-config.js';
import { readRecipients } from './read-recipients.js';

/** The rules no schema can say: expressions, patterns, and keys that depend on one another (accounts.md 11.2). */
export function checkConfig(raw: RawConfig): ConfigProblem[] {
  return [
    ...checkExpressions(raw),
    ...checkAccessControl(raw),
    ...checkOrigins(raw),
    ...checkVerification(raw),
    ...checkFilesystems(raw),
    ...checkPrefixes(raw),
    ...readRecipients(raw).problems,
    ...checkSchedule(raw),
    ...checkRest(raw),
  ];
}

function checkExpressions(raw: RawConfig): ConfigProblem[] {
  const expressions: (readonly [string, string | null])[] = [
    ['publishable.permission', raw.publishable.permission],
    ['routable_security', raw.routable_security],
    ...raw.route_security.map(
      ({ security }, index) => [`route_security.${index}.security`, security] as const,
    ),
    ...Object.entries(raw.user.security).map(
      ([operation, source]) => [`user.security.${operation}`, source] as const,
    ),
  ];
  return expressions.flatMap(([key, source]) => {
    const outcome = source === null ? null : tryParse(source);
    if (!(outcome instanceof ExpressionError)) return [];
    return [{ key, problem: outcome.message.split('; ')[0] ?? outcome.message, advice: outcome.hint }];
  });
}

function tryParse(source: string): Expression | ExpressionError {
  try {
    return parseExpression(source);
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

function checkAccessControl(raw: RawConfig): ConfigProblem[] {
  return raw.access_control.flatMap(({ path, methods }, index) => {
    const key = `access_control.${index}`;
    const unknown = [methods].flat().filter((method) => !METHODS.has(method.toUpperCase()));
    return [
      ...(compiles(path)
        ? []
        : [
            {
              key: `${key}.path`,
              problem: `"${path}" is not a valid regular expression`,
              advice: 'write one like ^/_/',
            },
          ]),
      ...unknown.map((method) => ({
        key: `${key}.methods`,
        problem: `"${method}" is not an HTTP method`,
        advice: `write some of ${[...METHODS].join(', ')}`,
      })),
    ];
  });
}

function checkOrigins(raw: RawConfig): ConfigProblem[] {
  const { allowed_origins, default_origin } = raw.user.email_links;
  const problems: ConfigProblem[] = raw.cors.allow_origin
    .filter((entry) => !isUsableOriginPattern(entry))
    .map((entry) => badPattern('cors.allow_origin', entry));
  for (const entry of allowed_origins) {
    if (parseOriginPattern(entry) === null)
      problems.push(badPattern('user.email_links.allowed_origins', entry));
  }
  if (default_origin !== null && default_origin !== '' && parseOrigin(default_origin) === null) {
    problems.push(badOrigin('user.email_links.default_origin', default_origin));
  }
  return problems;
}

function badPattern(key: string, entry: string): ConfigProblem {
  return {
    key,
    problem: `"${entry}" is not a valid regular expression of origins`,
    advice:
      'write an origin like https://example.com, or an expression that matches whole origins but not every one',
  };
}

/** For every key and variable that names an origin. */
export function badOrigin(key: string, value: string): ConfigProblem {
  return {
    key,
    problem: `"${value}" must be a scheme and host with an optional port`,
    advice: 'write something like https://example.com',
  };
}

function checkVerification(raw: RawConfig): ConfigProblem[] {
  const { enabled, verify_on_register, verify_on_change, email } = raw.user.email_verification;
  const hasTarget = Boolean(email.default_redirect_path) || Boolean(email.redirect_path_query);
  if (!enabled || hasTarget || (!verify_on_register && !verify_on_change)) return [];
  return [
    {
      key: 'user.email_verification.email.default_redirect_path',
      problem:
        'this or user.email_verification.email.redirect_path_query must be set to send verification emails',
      advice:
        'write the path of the page that verifies, or switch verify_on_register and verify_on_change off',
    },
  ];
}

function checkFilesystems(raw: RawConfig): ConfigProblem[] {
  return Object.entries(raw.filesystems ?? {}).flatMap(([name, filesystem]) => {
    const needed = filesystem.driver === 'local' ? (['root'] as const) : (['bucket', 'region'] as const);
    return needed
      .filter((key) => filesystem[key] === undefined)
      .map((key) => ({
        key: `filesystems.${name}.${key}`,
        problem: 'must be configured',
        advice: `the ${filesystem.driver} driver needs it`,
      }));
  });
}

/** Beginnings of stored paths; one of slashes alone would stand for everything. */
function checkPrefixes({ image_cache_prefix, orphaned_files }: RawConfig): ConfigProblem[] {
  const trimmed = (path: string): string => path.replace(/^\/+|\/+$/g, '');
  const excluded = orphaned_files.excluded_paths.filter((path) => trimmed(path) === '');
  return [
    ...(isStoragePath(trimmed(image_cache_prefix))
      ? []
      : [
          {
            key: 'image_cache_prefix',
            problem: `"${image_cache_prefix}" is not a folder inside a filesystem`,
            advice: 'write one like media/cache',
          },
        ]),
    ...excluded.map((path) => ({
      key: 'orphaned_files.excluded_paths',
      problem: `"${path}" would exclude every file`,
      advice: 'write beginnings of paths like legacy/',
    })),
  ];
}

function checkRest(raw: RawConfig): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  if (!/^(?:\/?[\w.~-]+)*\/?$/.test(raw.api_prefix)) {
    problems.push({
      key: 'api_prefix',
      problem: `"${raw.api_prefix}" is not a path`,
      advice: 'write one like /api',
    });
  }
  if (raw.pagination.items_per_page > raw.pagination.maximum_items_per_page) {
    problems.push({
      key: 'pagination.items_per_page',
      problem: `${raw.pagination.items_per_page} is more than pagination.maximum_items_per_page`,
      advice: `write at most ${raw.pagination.maximum_items_per_page}`,
    });
  }
  if (raw.mercure.enabled !== false && raw.mercure.protocol_version !== '1.0') {
    problems.push({
      key: 'mercure.protocol_version',
      problem: `"${raw.mercure.protocol_version}" is not supported`,
      advice: 'write 1.0',
    });
  }
  // Cloudflare has an address of its own.
  if (!['none', 'cloudflare'].includes(raw.http_cache.purger) && raw.http_cache.urls.length === 0) {
    problems.push({
      key: 'http_cache.urls',
      problem: 'must be configured',
      advice: 'the purger needs at least one URL',
    });
  }
  for (const url of raw.http_cache.urls.filter((entry) => !URL.canParse(entry))) {
    problems.push({
      key: 'http_cache.urls',
      problem: `"${url}" is not a URL`,
      advice: 'write one like http://cache:80',
    });
  }
  return problems;
}

function compiles(source: string): boolean {
  try {
    new RegExp(source);
    return true;
  } catch {
    return false;
  }
}
