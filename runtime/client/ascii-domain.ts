const ONLY_ASCII = /^[\x00-\x7f]*$/;

/**
 * Converts an international domain to ASCII. Browsers do so but offer no conversion back, so equivalent spellings are
 * found by Unicode compatibility forms. The server supports a few more letters.
 */
export function asciiDomain(domain: string): string | null {
  if (ONLY_ASCII.test(domain)) return domain;
  const text = domain.normalize('NFC').toLowerCase();
  const address = `http://${text}`;
  const isWhole = !/[/?#@:\\\s]/.test(text) && text.normalize('NFKC') === text;
  return isWhole && URL.canParse(address) ? new URL(address).hostname : null;
}
