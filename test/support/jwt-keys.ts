import { generateKeyPairSync } from 'node:crypto';

export const JWT_PASSPHRASE = 'open sesame';

/** One key pair in PEM for the applications of a process, because creating it takes longer than starting the rest. */
export const JWT_KEYS = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: JWT_PASSPHRASE },
});
