import type { CommandIo } from '../../kernel/contract/features/command.js';
import { ANONYMOUS } from '../../kernel/contract/context.js';
import type { CommandWork } from '../../kernel/feature.js';
import type { Kernel } from '../../kernel/kernel.js';
import { formatDateTime } from '../../kernel/serializer/date-time.js';
import { readMembers } from '../../kernel/system-resources/read-members.js';
import type { SystemWrites } from '../../kernel/system-resources/system-writes.js';
import { isUuid } from '../../kernel/util/is-uuid.js';
import { textTable } from '../../kernel/util/text/text-table.js';
import { contextWithoutRequest } from '../../kernel/util/http/context-without-request.js';
import type { Accounts } from '../accounts/public-api.js';
import { completeToken } from './complete-token.js';
import { createReadScopes } from './read-scopes.js';
import { type AccessToken, accessToken } from './resource.js';
import type { OwnedToken, StoredTokens } from './stored-tokens.js';

export interface TokenCommandsDeps extends Pick<Kernel, 'database' | 'registry' | 'clock' | 'log'> {
  readonly writes: SystemWrites<AccessToken>;
  readonly stored: Pick<StoredTokens, 'first' | 'list'>;
  readonly accounts: Pick<Accounts, 'rows' | 'actorOf'>;
}

type MakeIo = CommandIo<{
  readonly scope?: readonly string[];
  readonly owner?: string;
  readonly expires?: string;
}>;

const HOUR_MS = 3_600_000;
const UNITS: Readonly<Record<string, number>> = { h: HOUR_MS, d: 24 * HOUR_MS };
/** Tokens per query. */
const BATCH = 500;

/** The commands `cms token:create`, `token:list` and `token:revoke`. */
export function createTokenCommands(deps: TokenCommandsDeps): readonly CommandWork[] {
  return [
    { name: 'token:create', run: (_service, io: MakeIo) => make(io, deps) },
    { name: 'token:list', run: (_service, io) => list(io, deps) },
    { name: 'token:revoke', run: (_service, io) => revoke(io, deps) },
  ];
}

async function make({ args: [name = ''], flags, print, printError }: MakeIo, deps: TokenCommandsDeps) {
  const { registry, accounts, database, writes } = deps;
  const context = contextWithoutRequest(ANONYMOUS, deps);
  const expiresAt = flags.expires === undefined ? null : endOf(flags.expires, context.now);
  const user =
    flags.owner === undefined ? undefined : await accounts.rows.byIdentifier(database, flags.owner);
  const owner = user !== undefined && accounts.actorOf(user) !== undefined ? user.id : undefined;
  const body = { name, scopes: splitFlags(flags.scope ?? []), expiresAt };
  const { values, violations } = await readMembers<AccessToken>(body, 'create', {
    members: accessToken.members,
    readers: {
      scopes: createReadScopes(registry),
      owner: (_sent, { report }) => owner ?? report(problemOfOwner(flags.owner)),
    },
    now: context.now,
  });
  if (violations.length > 0) {
    for (const { propertyPath, message } of violations)
      printError(`${SPOKEN[propertyPath] ?? '--scope'}: ${message}`);
    return 1;
  }
  const { values: completed, shown } = completeToken(values, context.now);
  const { id } = await writes.create(completed, context);
  print(shown.token);
  printError(`Save the token now, because it is not shown again. Its id is ${id}.`);
  return 0;
}

const problemOfOwner = (identifier: string | undefined): string =>
  identifier === undefined
    ? 'The account is missing. Pass the username or email address of the account that the token acts for.'
    : `No enabled account has the username or email address "${identifier}".`;

/** Splits the values of a flag at commas. */
function splitFlags(values: readonly string[]): string[] {
  const parts = values.flatMap((value) => value.split(',')).map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

/** Flags and arguments by token field. */
const SPOKEN: Readonly<Record<string, string>> = { name: 'NAME', owner: '--owner', expiresAt: '--expires' };

/** Converts a number of days or hours to a date from now. Other texts are returned unchanged and parsed later. */
function endOf(text: string, now: Date): string {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([hd])$/.exec(text) ?? [];
  return count === undefined
    ? text
    : new Date(now.getTime() + Number(count) * (UNITS[unit] ?? HOUR_MS)).toISOString();
}

async function list({ print }: CommandIo, { stored }: TokenCommandsDeps): Promise<void> {
  const all: OwnedToken[] = [];
  let page: readonly OwnedToken[];
  do {
    page = await stored.list({ after: all.at(-1), limit: BATCH });
    all.push(...page);
  } while (page.length === BATCH);
  const date = (moment: Date | null): string => (moment === null ? '' : formatDateTime(moment));
  const rows = all.map((token) => [
    token.id,
    token.name,
    token.account.username,
    token.scopes.join(','),
    date(token.expiresAt),
    date(token.lastUsedAt),
  ]);
  for (const line of textTable([['Id', 'Name', 'Owner', 'Scopes', 'Expires', 'Last used'], ...rows]))
    print(line);
}

async function revoke({ args: [id = ''], print, printError }: CommandIo, deps: TokenCommandsDeps) {
  const token = isUuid(id) ? await deps.stored.first({ id }) : undefined;
  if (token === undefined) {
    printError('No token has this id. Run `cms token:list` to list all tokens.');
    return 1;
  }
  await deps.writes.remove(token, contextWithoutRequest(ANONYMOUS, deps));
  print(`Revoked the token "${token.name}".`);
  return 0;
}
