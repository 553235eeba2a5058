export { createAccountCheck, type AccountCheck } from './account-checks.js';
export { accountOf, expressionFields, type Account } from './account.js';
export { createActor } from './actor.js';
export {
  createAuthenticator,
  type AccountAuthenticator,
  type AuthenticatorDeps,
  type HubCookie,
} from './authenticator.js';
export { createJwtCookie, type JwtCookie } from './cookies.js';
export { createHoldAccount, type HoldAccount } from './hold-account.js';
export { loadJwtKeys, makePassingKeys, type JwtKeys } from './jwt-keys.js';
export { createJwtReader, createJwtSigner, type JwtReader, type JwtSigner } from './jwt.js';
export { createLogin, type Credentials, type Login } from './login.js';
export { createLoginThrottle, type LoginLimits, type LoginThrottle } from './login-throttle.js';
export { createActorCache, type ActorCache } from './actor-cache.js';
export { createPasswordHasher, hasPassword, NO_PASSWORD, spelled } from './password-hasher.js';
export { createSessions, type Sessions } from './sessions.js';
export { createSignOut, type SignOut } from './sign-out.js';
export {
  createSignIn,
  type SignIn,
  type SignInChallenge,
  type SignInOutcome,
  type SignInProof,
  type SignInStep,
} from './sign-in.js';
export { canonical, createUserRows, mailboxOf, type UserRow, type UserRows } from './user-rows.js';
export { bearerToken } from '../../../kernel/util/http/bearer-token.js';
