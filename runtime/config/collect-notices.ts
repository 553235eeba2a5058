import { isTruthy } from '../kernel/expression/evaluate-expression.js';
import { parseExpression } from '../kernel/expression/parse-expression.js';
import type { AppConfig } from './app-config.js';
import { isLoopback } from './loopback.js';
import type { RawConfig } from './raw-config.js';

/** Things worth logging for the operator that are no reason to stop; the configuration has no problems. */
export function collectNotices(raw: RawConfig, server: AppConfig['server']): string[] {
  const notices = ['handler_id', 'options', 'database_user_provider']
    .filter((key) => raw.refresh_token[key] !== undefined)
    .map((key) => `refresh_token.${key} is ignored: sessions are always kept in the database.`);
  const isOpen = isTruthy(parseExpression(raw.user.security.create), {
    isGranted: (role) => role === 'PUBLIC_ACCESS',
  });
  const writable = isOpen ? CONTENT.filter((path) => anyAccountWrites(path, raw.access_control)) : [];
  if (writable.length > 0) {
    const places = writable.map((path) => path.replace(/[^/]*$/, '')).join(', ');
    notices.push(
      `user.security.create lets anybody register, and every account may write below ${places}: add access_control rules that ask ROLE_ADMIN.`,
    );
  }
  if (hidesVisitors(server)) {
    notices.push(
      'PUBLIC_URL is reached through a proxy, but TRUSTED_PROXIES names none: all visitors count as one where failed logins and registrations are limited.',
    );
  }
  return notices;
}

/** Whatever serves another machine's visitors from a loopback address is a proxy on this one. */
const hidesVisitors = ({ host, publicUrl, trustedProxies }: AppConfig['server']): boolean =>
  isLoopback(host) &&
  !isLoopback(new URL(publicUrl).hostname) &&
  Array.isArray(trustedProxies) &&
  trustedProxies.length === 0;

/** One path below each address that content is written to (contract decision 43). */
const CONTENT = ['/_/pages', '/page_data/pages', '/component/texts'];
const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'];
/** What every account has. */
const ORDINARY = /^(?:PUBLIC_ACCESS|ROLE_USER|IS_AUTHENTICATED.*)$/;

/** The first rule that matches decides; behind the configured ones every account may write. */
function anyAccountWrites(path: string, rules: RawConfig['access_control']): boolean {
  return WRITES.some((method) => {
    const rule = rules.find((one) => {
      const methods = [one.methods].flat().map((name) => name.toUpperCase());
      return new RegExp(one.path).test(path) && (methods.length === 0 || methods.includes(method));
    });
    const roles = rule === undefined ? [] : [rule.roles].flat();
    return roles.length === 0 || roles.some((role) => ORDINARY.test(role));
  });
}
