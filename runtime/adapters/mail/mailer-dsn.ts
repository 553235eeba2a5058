export type MailerDsn =
  | { readonly kind: 'null' }
  | { readonly kind: 'file'; readonly folder: string }
  | {
      readonly kind: 'smtp';
      readonly host: string;
      readonly port: number;
      /** Uses TLS from the start; otherwise the connection is upgraded if the server supports it. */
      readonly secure: boolean;
      readonly auth: { readonly user: string; readonly pass: string } | null;
      readonly verifyPeer: boolean;
    };

/**
 * Parses the mail transport URL. @throws Error naming MAILER_DSN, without the value, which may contain a
 * password.
 */
export function parseMailerDsn(dsn: string): MailerDsn {
  if (/^null:/.test(dsn)) return { kind: 'null' };
  if (dsn.startsWith('file:')) return { kind: 'file', folder: fileFolder(dsn.slice('file:'.length)) };
  const url = parseUrl(dsn);
  if (url === null || url.hostname === '' || !['smtp:', 'smtps:'].includes(url.protocol)) {
    throw new Error('MAILER_DSN must be smtp://HOST:PORT, smtps://HOST:PORT, file:DIR or null:.');
  }
  const secure = url.protocol === 'smtps:';
  return {
    kind: 'smtp',
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    auth:
      url.username === ''
        ? null
        : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    verifyPeer: !['0', 'false'].includes(url.searchParams.get('verify_peer') ?? ''),
  };
}

/** Accepts `file:var/mail`, `file:/var/mail` and `file:///var/mail`. */
function fileFolder(text: string): string {
  return text.startsWith('//') ? text.slice(2) : text;
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
