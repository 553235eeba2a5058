import type { Options } from '@node-rs/argon2';
import type { PasswordHasher } from '../../../kernel/ports/password-hasher.js';
import { createLimiter } from '../../../kernel/util/async/limiter.js';

/** First choice of OWASP for argon2id with little memory. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** `Algorithm.Argon2id`, an ambient enum without a runtime value. */
const ARGON2ID: NonNullable<Options['algorithm']> = 2;
/** Number of passwords hashed in parallel. */
const CONCURRENCY = 2;

/**
 * Stored instead of a hash for accounts without a password, such as those created by single sign-on. No password
 * matches it.
 */
export const NO_PASSWORD = '*';

/** Returns whether the account has a password. */
export const hasPassword = ({ password }: { readonly password: string }): boolean => password !== NO_PASSWORD;

/**
 * Creates an argon2id hasher with limited concurrency. Hashing shares the thread pool with file access and DNS lookups,
 * so bursts of logins queue here.
 * @param parameters cost of a hash; other values than the default are for tests
 */
export function createPasswordHasher(
  parameters: Pick<Required<Options>, keyof typeof PARAMETERS> = PARAMETERS,
): PasswordHasher {
  const { memoryCost, timeCost, parallelism } = parameters;
  const prefix = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;
  const limited = createLimiter(CONCURRENCY);
  // Loads the native library with the first password.
  const library = () => import('@node-rs/argon2');
  const make = async (plain: string): Promise<string> =>
    (await library()).hash(plain, { ...parameters, algorithm: ARGON2ID });
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
        // Older hashes were made from the text as typed, without normalization.
        if (!isRight && spelled(plain) !== plain) isRight = await matches(candidate, plain);
        return isRight && !isAbsent;
      }),
    async isOutdated(stored, plain) {
      if (!stored.startsWith(prefix)) return true;
      return spelled(plain) !== plain && !(await limited(() => matches(stored, spelled(plain))));
    },
  };
}

/** Normalizes a password, because keyboards and systems encode accented letters differently (contract decision 87). */
export const spelled = (plain: string): string => plain.normalize('NFKC');
