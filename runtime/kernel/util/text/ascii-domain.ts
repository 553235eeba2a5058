import { domainToASCII, domainToUnicode } from 'node:url';

const UNICODE_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;
const ONLY_ASCII = /^[\x00-\x7f]*$/;

/**
 * An international domain as name servers and mail servers know it (`müller.de` is `xn--mller-kva.de`); others as they are.
 * Null for one that stands for a domain of another spelling (`ﬁ.de` for `fi.de`), so that what people read is where mail
 * goes. Whether the labels are good ones is left to the caller.
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
