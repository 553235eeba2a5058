export { createAccountCheck, type AccountCheck } from './authentication/account-checks.js';
export { accountOf, expressionFields, type Account } from './authentication/account.js';
export { createActor } from './authentication/actor.js';
export {
  createAuthenticator,
  signInCookies,
  signOutCookies,
  type AccountAuthenticator,
  type AuthenticatorDeps,
  type HubCookie,
} from './authentication/authenticator.js';
export { createJwtCookie, type JwtCookie } from './authentication/cookies.js';
export { bearerToken } from './authentication/extract-token.js';
export { loadJwtKeys, type JwtKeys } from './authentication/jwt-keys.js';
export { createJwtReader, createJwtSigner, type JwtReader, type JwtSigner } from './authentication/jwt.js';
export { createLogin, type Credentials, type Login } from './authentication/login.js';
export {
  createLoginThrottle,
  type LoginThrottle,
  type LoginThrottleOptions,
} from './authentication/login-throttle.js';
export { createPasswordHasher } from './authentication/password-hasher.js';
export { createSessions, type Sessions } from './authentication/sessions.js';
export { canonical, createUserRows, type UserRow, type UserRows } from './authentication/user-rows.js';
export {
  expandRoles,
  isGranted,
  reduceRoles,
  ROLE_ADMIN,
  ROLE_ALLOWED_TO_SWITCH,
  ROLE_SUPER_ADMIN,
  ROLE_USER,
} from './authorization/role-hierarchy.js';
