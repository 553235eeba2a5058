import { expandRoles, reduceRoles } from '../../kernel/authorization/role-hierarchy.js';
import type { Provider } from './settings.js';

/** Claims about a user from the ID token and the user-info endpoint. */
export type Claims = Readonly<Record<string, unknown>>;

type Mapping = Pick<Provider, 'roles'>;

/** Returns the roles that a provider's mapping grants for the claims. */
export function rolesOf(claims: Claims, { roles }: Mapping): readonly string[] {
  const given = roles.filter(({ claim, value, pattern }) => {
    const whole = pattern === undefined ? undefined : new RegExp(`^(?:${pattern})$`);
    return valuesOf(claims, claim).some((one) => (whole === undefined ? one === value : whole.test(one)));
  });
  return [...new Set(given.map(({ role }) => role))];
}

/**
 * Returns the new roles of an account, or undefined if they are unchanged. Roles in the mapping follow the
 * claims; all other roles are kept.
 */
export function syncedRoles(
  stored: readonly string[],
  given: readonly string[],
  { roles }: Mapping,
): readonly string[] | undefined {
  const mapped = new Set(roles.map(({ role }) => role));
  const wanted = reduceRoles([...stored.filter((role) => !mapped.has(role)), ...given]);
  const isSame = wanted.length === stored.length && wanted.every((role) => stored.includes(role));
  // Implied roles are not stored, so two lists may grant the same rights.
  return isSame || haveSame(expandRoles(wanted), expandRoles(stored)) ? undefined : wanted;
}

const haveSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((role) => other.has(role));

/**
 * Returns the values of a claim as strings. A claim with the full name wins over a path into nested claims.
 */
function valuesOf(claims: Claims, claim: string): readonly string[] {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : follow(claims, claim.split('.'));
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.flatMap((one) => {
    if (typeof one === 'string') return [one];
    return typeof one === 'number' || typeof one === 'boolean' ? [String(one)] : [];
  });
}

function follow(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, name) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, name)
        ? (at as Readonly<Record<string, unknown>>)[name] // an object with that member
        : undefined,
    value,
  );
}
