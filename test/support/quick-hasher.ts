import { createPasswordHasher } from '../../runtime/features/accounts/authentication/index.js';
import type { PasswordHasher } from '../../runtime/kernel/ports/password-hasher.js';

/** Minimum cost of argon2id. */
const CHEAPEST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Creates the real hasher with cheap hashes, because otherwise hashing takes longer than most tests. */
export const createQuickHasher = (): PasswordHasher => createPasswordHasher(CHEAPEST);
