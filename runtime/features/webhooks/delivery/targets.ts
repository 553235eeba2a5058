import { lookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { messageOf } from '../../../kernel/util/text/message-text.js';
import type { MessageText } from '../../../kernel/contract/message.js';

/** IPv4 addresses outside the public internet (IANA special-purpose registries). */
const PRIVATE_V4: readonly string[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** IPv6 range of the public internet. Loopback, mapped and translated IPv4, and local addresses are outside. */
const GLOBAL_V6 = '2000::/3';

/**
 * Ranges within it that are not public: protocol assignments with Teredo, documentation, and 6to4, which leads to any
 * IPv4 address.
 */
const PRIVATE_V6: readonly string[] = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const listOf = (ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
};

const privateV4 = listOf(PRIVATE_V4, 'ipv4');
const privateV6 = listOf(PRIVATE_V6, 'ipv6');
const globalV6 = listOf([GLOBAL_V6], 'ipv6');

/** Returns whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const plain = address.split('%', 1)[0] ?? '';
  if (plain !== address) return false; // only link-local addresses have a zone
  if (isIP(address) === 4) return !privateV4.check(address, 'ipv4');
  return isIP(address) === 6 && globalV6.check(address, 'ipv6') && !privateV6.check(address, 'ipv6');
}

/** Returns why no events may be sent to an address, or undefined if they may. Nothing is looked up. */
export function problemOfAddress(text: string, allowsPrivate: boolean): MessageText | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return { message: 'This value is not a URL that starts with https:// or http://.' };
  if (url.username !== '' || url.password !== '')
    return {
      message: 'This URL contains a username or password. Receivers identify the service by its signature.',
    };
  if (url.hash !== '') return { message: 'This URL has a fragment, which is never sent to servers.' };
  if (text.length > LONGEST)
    return messageOf('This URL is longer than {{ limit }} characters.', {
      parameters: { limit: String(LONGEST) },
    });
  if (!allowsPrivate && isPrivateHost(hostOf(url))) return PRIVATE;
  return undefined;
}

const LONGEST = 2000;

const PRIVATE: MessageText = {
  message:
    'This URL resolves to a private network or to this machine. To allow it, set webhook_targets.allow_private.',
};

const isPrivateHost = (host: string): boolean =>
  isIP(host) > 0 ? !isPublicAddress(host) : /(?:^|\.)localhost\.?$/.test(host);

/** Returns the host of a URL for the resolver. Numeric hosts of any notation are plain addresses here. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

interface Resolved {
  readonly address: string;
  readonly family: number;
}

/**
 * Resolves a host to addresses.
 * @throws Error if it has none, or one of a private network
 */
export async function resolveTarget(host: string, allowsPrivate: boolean): Promise<readonly Resolved[]> {
  const family = isIP(host);
  const found = family > 0 ? [{ address: host, family }] : await lookup(host, { all: true });
  if (!allowsPrivate && !found.every(({ address }) => isPublicAddress(address)))
    throw new PrivateTargetError(
      `${host} resolves to a private network. To allow it, set webhook_targets.allow_private.`,
    );
  return found;
}

/** A host in a private network. */
export class PrivateTargetError extends Error {}

/** Pins a connection to checked addresses. A name that resolves differently each time cannot lead elsewhere. */
export function pinnedTo(addresses: readonly Resolved[]): LookupFunction {
  const [first] = addresses;
  return (_host, options, callback) => {
    if (first === undefined) callback(new Error('The host has no address'), '', 0);
    else if (options.all === true) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}
