import { domainToASCII, domainToUnicode } from 'node:url';

const UNICODE_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;
const ONLY_ASCII = /^[\x00-\x7f]*$/;

/**
 * Returns the ASCII form of an international domain (`müller.de` is `xn--mller-kva.de`); other domains are
 * unchanged. Null for a domain that maps to another spelling (`ﬁ.de` for `fi.de`), so that mail goes where
 * people read it goes. The caller validates the labels.
 */
export function asciiDomain(domain: string): string | null {
  if (ONLY_ASCII.test(domain)) return domain;
  const text = domain.normalize('NFC');
  if (
    !text
      .replace(/\.$/, '')
      .split('.')
      .every((label) => UNICODE_LABEL.test(label))
  )
    return null;
  const ascii = domainToASCII(text);
  return ascii !== '' && domainToUnicode(ascii) === text.toLowerCase() ? ascii : null;
}
