import { createHmac, randomBytes } from 'node:crypto';

/*
 * Signatures follow Standard Webhooks: `v1` and an HMAC-SHA256 of id, timestamp and body, one for each valid secret.
 */

const PREFIX = 'whsec_';
const BYTES = { fewest: 24, most: 64, made: 32 };

export const createSecret = (): string => PREFIX + randomBytes(BYTES.made).toString('base64');

/** Decodes a secret. Undefined if it is invalid. */
export function readSecret(text: string): Buffer | undefined {
  if (!text.startsWith(PREFIX)) return undefined;
  const encoded = text.slice(PREFIX.length);
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.toString('base64') !== encoded) return undefined;
  return bytes.length < BYTES.fewest || bytes.length > BYTES.most ? undefined : bytes;
}

export interface SignedMessage {
  readonly id: string;
  readonly sentAt: Date;
  readonly body: string;
}

/** Returns the headers of a message, with a signature for each secret. */
export function signedHeaders(
  { id, sentAt, body }: SignedMessage,
  secrets: readonly Buffer[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
    return `v1,${signature}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
