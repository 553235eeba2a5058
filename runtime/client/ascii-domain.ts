const ONLY_ASCII = /^[\x00-\x7f]*$/;

/**
 * Browsers turn international domains into ASCII, and tell nothing of the way back: what another spelling stands for is
 * found by the compatibility forms of Unicode. The server knows a few letters more.
 */
export function asciiDomain(domain: string): string | null {
  if (ONLY_ASCII.test(domain)) return domain;
  const text = domain.normalize('NFC').toLowerCase();
  const address = `http://${text}`;
  const isWhole = !/[/?#@:\\\s]/.test(text) && text.normalize('NFKC') === text;
  return isWhole && URL.canParse(address) ? new URL(address).hostname : null;
}
