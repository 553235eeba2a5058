import { isIPv6 } from 'node:net';

/**
 * Returns the network of a client: its IPv4 address, or its /64 network for IPv6. A port added by a proxy is
 * removed. Other text is returned unchanged.
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

/** Returns the eight groups of an IPv6 address in any notation, without its zone. */
function groupsOf(text: string): readonly number[] {
  const plain = text.replace(/%.*$/, '');
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const [first, last] = [readGroups(head), readGroups(tail ?? '')];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}

const readGroups = (text: string): number[] =>
  text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));

const bytesOf = (group: number): number[] => [group >> 8, group & 0xff];
