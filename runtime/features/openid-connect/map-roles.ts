import { expandRoles, reduceRoles } from '../../kernel/authorization/role-hierarchy.js';
import type { Provider } from './settings.js';

/** What a provider says of somebody. */
export type Claims = Readonly<Record<string, unknown>>;

type Mapping = Pick<Provider, 'roles'>;

/** The roles that the mapping of a provider gives for what it says. */
export function rolesOf(claims: Claims, { roles }: Mapping): readonly string[] {
  const given = roles.filter(({ claim, value, pattern }) => {
    const whole = pattern === undefined ? undefined : new RegExp(`^(?:${pattern})$`);
    return valuesOf(claims, claim).some((one) => (whole === undefined ? one === value : whole.test(one)));
  });
  return [...new Set(given.map(({ role }) => role))];
}

/**
 * The roles that an account has from now on: those that the mapping can give as it gives them, and all others as they are.
 * Undefined where nothing changes.
 */
export function syncedRoles(
  stored: readonly string[],
  given: readonly string[],
  { roles }: Mapping,
): readonly string[] | undefined {
  const mapped = new Set(roles.map(({ role }) => role));
  const wanted = reduceRoles([...stored.filter((role) => !mapped.has(role)), ...given]);
  const isSame = wanted.length === stored.length && wanted.every((role) => stored.includes(role));
  // What other roles imply is not stored, so the same rights may be spelled in two ways.
  return isSame || haveSame(expandRoles(wanted), expandRoles(stored)) ? undefined : wanted;
}

const haveSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((role) => other.has(role));

/** The values of a claim as texts: a claim of that whole name, or else what its path leads to. */
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
