import type { JsonObject } from '../../../kernel/contract/json.js';
import { formatDateTime } from '../../../kernel/serializer/date-time.js';
import type { Accounts } from '../../accounts/public-api.js';
import type { CodeVerifier } from '../code-verifier.js';
import type { Enrolment } from '../enrolment.js';
import { secondFactorErrors } from '../errors.js';
import type { SessionUser } from '../fresh-proof.js';
import type { StoredPasskeys } from '../passkeys/stored-passkeys.js';
import type { RecoveryCodes } from '../recovery-codes.js';
import type { TotpApps } from '../totp/totp-apps.js';
import { createOwnChanges, type OwnChangesDeps, type OwnRequest, refused } from './own-changes.js';
import { createOwnPasskeys, type OwnPasskeys } from './own-passkeys.js';
import { printCodes, printPasskey, printUse } from './print.js';

/** Password or code that confirms the identity. */
export interface SentProof {
  readonly password: string | undefined;
  readonly code: string | undefined;
}

/** Second factors of the current user. Changes throw AppError 403 without a recent confirmation of the identity. */
export interface OwnFactors extends OwnPasskeys {
  list(user: SessionUser): Promise<JsonObject>;
  /** @throws AppError 422 for a wrong password or code, 429 after too many attempts */
  prove(request: OwnRequest, sent: SentProof): Promise<JsonObject>;
  beginApp(request: OwnRequest): Promise<JsonObject>;
  confirmApp(request: OwnRequest, code: string | undefined): Promise<JsonObject>;
  removeApp(request: OwnRequest): Promise<void>;
  renewCodes(request: OwnRequest): Promise<JsonObject>;
}

export interface OwnFactorsDeps extends OwnChangesDeps {
  readonly accounts: Pick<Accounts, 'isCurrentPassword'>;
  readonly apps: TotpApps;
  readonly passkeys: StoredPasskeys;
  readonly recoveryCodes: RecoveryCodes;
  readonly enrolment: Enrolment;
  readonly evaluate: CodeVerifier;
}

const WRONG_CODE = 'This code is wrong, too old, or was used before.';

export function createOwnFactors(deps: OwnFactorsDeps): OwnFactors {
  const { database, apps, passkeys, recoveryCodes, factors, enrolment, evaluate, proof, notices } = deps;
  const changes = createOwnChanges(deps);

  return {
    ...createOwnPasskeys({ ...deps, changes }),
    async list(user) {
      const app = await apps.find(user.id);
      const provedUntil = await proof.until(user);
      return {
        '@type': 'SecondFactors',
        isRequired: factors.isRequired(user.roles),
        totp: app === undefined ? null : printUse(app),
        passkeys: (await passkeys.of(user.id)).map(printPasskey),
        recoveryCodesLeft: await recoveryCodes.count(database, user.id),
        provedUntil: provedUntil === undefined ? null : formatDateTime(provedUntil),
      };
    },
    async prove({ user, address, context }, sent) {
      const claimant = { userId: user.id, address, context };
      if (!(await changes.needsCode(user))) {
        const { password } = sent;
        if (password === undefined || !(await deps.accounts.isCurrentPassword(user.id, password)))
          throw refused('password', 'This is not your current password.');
      } else {
        const code = await evaluate.present(sent.code, claimant);
        const isRight =
          code !== undefined && (await database.transaction((transaction) => code.use(transaction)));
        if (!isRight) {
          await evaluate.failed('code', claimant);
          throw refused('code', WRONG_CODE);
        }
        await evaluate.succeeded(claimant);
      }
      await proof.note(user);
      const until = await proof.until(user);
      return { '@type': 'Proof', provedUntil: until === undefined ? null : formatDateTime(until) };
    },
    async beginApp({ user }) {
      await changes.assertFresh(user);
      return enrolment.beginApp(user);
    },
    async confirmApp({ user, address, context }, sent) {
      await changes.assertFresh(user);
      const claimant = { userId: user.id, address, context };
      const code = await evaluate.pending(sent, claimant);
      if (code === undefined) throw refused('code', WRONG_CODE);
      const added = { code, userId: user.id, context };
      const codes = await database.transaction((transaction) => enrolment.addApp(transaction, added));
      await evaluate.succeeded(claimant);
      return printCodes(codes);
    },
    removeApp: (request) =>
      changes.remove(request, 'totp removed', (transaction) => apps.remove(transaction, request.user.id)),
    async renewCodes({ user, context }) {
      await changes.assertFresh(user);
      // Recovery codes replace a factor, so they need one.
      if (!(await changes.needsCode(user))) throw secondFactorErrors.noFactor();
      const codes = await database.transaction(async (transaction) => {
        const renewed = await recoveryCodes.replace(transaction, user.id);
        await notices.tell(transaction, { change: 'recovery codes renewed', userId: user.id }, context);
        return renewed;
      });
      return printCodes(codes);
    },
  };
}
