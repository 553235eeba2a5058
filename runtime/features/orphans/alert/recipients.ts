/** Whom an alert goes to. */
export interface Recipient {
  readonly address: string;
  readonly name: string;
}

/**
 * The recipients of a list whose entries are addresses, `Name <address>`, or several of these with commas (accounts.md section
 * 9.5); empty ones are none.
 * @throws Error naming the first that is no address: then nobody is written to.
 */
export async function readRecipients(entries: readonly (string | null)[]): Promise<readonly Recipient[]> {
  const { default: parse } = await import('nodemailer/lib/addressparser');
  const found = entries.flatMap((entry) => parse(entry ?? '', { flatten: true }));
  const wrong = found.find(({ address }) => !/^[^\s@<>"]+@[^\s@<>"]+$/.test(address));
  if (wrong !== undefined) {
    const text = wrong.address === '' ? wrong.name : wrong.address;
    throw new Error(`orphaned_resources.notify.recipients: "${text}" is not an e-mail address`);
  }
  return found;
}
