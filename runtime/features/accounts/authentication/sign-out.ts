import type { IncomingHttpHeaders } from 'node:http';
import type { AuditLog } from '../../../kernel/contract/features/audit.js';
import type { RequestContext } from '../../../kernel/contract/context.js';
import { type AuthenticatorDeps, signOutCookies } from './authenticator.js';
import type { JwtReader } from './jwt.js';
import type { Sessions } from './sessions.js';

/** Ends the sessions of the requesting user and returns the cookies that sign out the browser. */
export type SignOut = (headers: IncomingHttpHeaders, context: RequestContext) => Promise<readonly string[]>;

export function createSignOut(deps: {
  readonly reader: JwtReader;
  readonly sessions: Pick<Sessions, 'end'>;
  readonly audit: AuditLog;
  readonly signing: Pick<AuthenticatorDeps, 'cookie' | 'hubCookie'>;
}): SignOut {
  return async (headers, context) => {
    const reading = await deps.reader.read(headers);
    // Signing out succeeds even with an invalid token (contract decision 46).
    if (reading.kind === 'valid' || reading.kind === 'expired') {
      const { id } = reading.claims;
      await deps.sessions.end(id, (transaction) =>
        deps.audit.addWith(transaction, { kind: 'sign-out', actor: id }, context),
      );
    }
    return signOutCookies(deps.signing);
  };
}
