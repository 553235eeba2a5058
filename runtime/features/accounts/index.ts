export { createAccounts, type Accounts, type AccountsDeps } from './accounts.js';
export type { CreateAdminAccount } from './admin-account.js';
export type { AccountInput, AccountOutcome, CreateAccount } from './create-account.js';
export type { ExpiryField, ExpiryOutcome, SessionExpiry } from './session-expiry.js';
export { USER, withAccountFields } from './is-user.js';
export { createUsers, type Users, type UsersDeps } from './users.js';
