import type { LogEntry } from '../kernel/ports/logger.js';

const SECRET_MEMBERS: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'cookies',
  'set-cookie',
  'password',
  'plainPassword',
  'oldPassword',
  'secret',
  'token',
  'jwt',
]);
const BLANK = '[redacted]';

/** Returns the entry with secrets under well-known names masked, at any depth. */
export function withoutSecrets(entry: LogEntry): LogEntry {
  // Most entries, such as request lines, have no nested values.
  return mayHoldSecret(entry) ? { ...blanked(entry), msg: entry.msg } : entry;
}

function mayHoldSecret(entry: LogEntry): boolean {
  for (const name of Object.keys(entry))
    if (SECRET_MEMBERS.has(name) || isPlainObject(entry[name])) return true;
  return false;
}

function blanked(members: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      SECRET_MEMBERS.has(name) ? BLANK : isPlainObject(value) ? blanked(value) : (value as unknown),
    ]),
  );
}

/**
 * Returns whether a value is a plain object. The log formats errors and other objects; entries have no
 * cycles.
 */
function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
