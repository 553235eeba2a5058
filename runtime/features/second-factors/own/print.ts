import type { JsonObject } from '../../../kernel/contract/json.js';
import { formatDateTime } from '../../../kernel/serializer/date-time.js';
import type { MadePasskey } from '../enrolment.js';
import type { Passkey } from '../passkeys/stored-passkeys.js';

export const printUse = ({
  createdAt,
  lastUsedAt,
}: Pick<Passkey, 'createdAt' | 'lastUsedAt'>): JsonObject => ({
  createdAt: formatDateTime(createdAt),
  lastUsedAt: lastUsedAt === null ? null : formatDateTime(lastUsedAt),
});

export const printPasskey = (passkey: Passkey): JsonObject => ({
  '@type': 'Passkey',
  id: passkey.id,
  name: passkey.name,
  ...printUse(passkey),
});

/** Serializes new recovery codes. They are shown only once; existing ones are kept. */
export const printCodes = (codes: readonly string[] | undefined): JsonObject => ({
  '@type': 'RecoveryCodes',
  recoveryCodes: codes === undefined ? null : [...codes],
});

export const printMade = ({ passkey, codes }: MadePasskey): JsonObject => ({
  ...printPasskey(passkey),
  recoveryCodes: codes === undefined ? null : [...codes],
});
