const BYTE = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = new RegExp(`^${BYTE}(?:\\.${BYTE}){3}$`);

/** Browsers have no `isIP`; the address of a page knows what an IPv6 address is. */
export function isIP(text: string): 0 | 4 | 6 {
  if (IPV4.test(text)) return 4;
  return /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]/`) ? 6 : 0;
}
