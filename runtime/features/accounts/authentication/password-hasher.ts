import type { Options } from '@node-rs/argon2';
import type { PasswordHasher } from '../../../kernel/ports/password-hasher.js';
import { createLimiter } from '../../../kernel/util/async/limiter.js';

/** OWASP's first choice for argon2id with little memory. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** `Algorithm.Argon2id`, an ambient enum that has no value at run time. */
const ARGON2ID: NonNullable<Options['algorithm']> = 2;
/** Passwords that are hashed at once. */
const CONCURRENCY = 2;
const PREFIX = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;

/** Stored instead of a hash for an account without a password, such as one made by single sign-on. No password matches it. */
export const NO_PASSWORD = '*';

/** Whether somebody can sign in to the account with a password. */
export const hasPassword = ({ password }: { readonly password: string }): boolean => password !== NO_PASSWORD;

/**
 * Argon2id behind a concurrency limit: hashing runs on the same few threads as file access and name look-ups, so that
 * a burst of logins must queue here and not there.
 */
export function createPasswordHasher(): PasswordHasher {
  const limited = createLimiter(CONCURRENCY);
  // The native library is loaded with the first password.
  const library = () => import('@node-rs/argon2');
  const make = async (plain: string): Promise<string> =>
    (await library()).hash(plain, { ...PARAMETERS, algorithm: ARGON2ID });
  let dummy: Promise<string> | undefined;
  const matches = async (stored: string, plain: string): Promise<boolean> => {
    const { verify } = await library();
    return verify(stored, plain).catch(() => false);
  };
  return {
    hash: (plain) => limited(() => make(spelled(plain))),
    verify: (stored, plain) =>
      limited(async () => {
        dummy ??= make('a password that nobody has');
        const isAbsent = stored === null || stored === NO_PASSWORD;
        const candidate = isAbsent ? await dummy : stored;
        let isRight = await matches(candidate, spelled(plain));
        // Earlier hashes are of what was typed.
        if (!isRight && spelled(plain) !== plain) isRight = await matches(candidate, plain);
        return isRight && !isAbsent;
      }),
    async isOutdated(stored, plain) {
      if (!stored.startsWith(PREFIX)) return true;
      return spelled(plain) !== plain && !(await limited(() => matches(stored, spelled(plain))));
    },
  };
}

/** One password for all keyboards and systems, which spell letters with accents differently (contract decision 87). */
export const spelled = (plain: string): string => plain.normalize('NFKC');
