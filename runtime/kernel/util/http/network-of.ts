import { isIPv6 } from 'node:net';

/**
 * The network of one client: an IPv4 address, or the whole /64 network of an IPv6 one. A port of a proxy is removed; text
 * that is no address stays unchanged.
 */
export function networkOf(address: string): string {
  const text = /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1');
  if (!isIPv6(text)) return text;
  const groups = groupsOf(text);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return groups.slice(6).flatMap(bytesOf).join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight numbers of an address, whichever way it is spelled; without its zone. */
function groupsOf(text: string): readonly number[] {
  const plain = text.replace(/%.*$/, '');
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const [first, last] = [readGroups(head), readGroups(tail ?? '')];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}

const readGroups = (text: string): number[] =>
  text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));

const bytesOf = (group: number): number[] => [group >> 8, group & 0xff];
