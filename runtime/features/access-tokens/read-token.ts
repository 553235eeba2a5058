import type { JsonObject, JsonValue } from '../../kernel/contract/json.js';
import type { Violation } from '../../kernel/contract/records/validation.js';
import { VIOLATION_CODES } from '../../kernel/contract/records/violation-codes.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { parseDateTime } from '../../kernel/util/dates/parse-date-time.js';
import { isStorableText } from '../../kernel/util/text/storable-text.js';
import { MOST_SCOPES, problemOf } from './scopes.js';
import { messageOf } from '../../kernel/util/text/message-text.js';
import { violationAt } from '../../kernel/validation/violation-at.js';
import type { MessageText } from '../../kernel/contract/message.js';

const NAME_LENGTH = 100;

type Report = (violation: Violation) => void;

/** Reads the name of a token and reports an empty or invalid one. */
export function readName({ name }: JsonObject, report: Report): string {
  const text = typeof name === 'string' ? name.trim() : '';
  const refuse = (message: MessageText | string, code: string | null): void =>
    report(violationAt('name', message, code));
  if (text === '') refuse('This value should not be blank.', VIOLATION_CODES.notBlank);
  else if ([...text].length > NAME_LENGTH)
    refuse(
      messageOf('This value is too long. It should have {{ limit }} characters or less.', {
        parameters: { limit: String(NAME_LENGTH) },
      }),
      VIOLATION_CODES.tooLong,
    );
  else if (!isStorableText(text)) refuse('This value is not valid.', null);
  return text;
}

/** Reads the scopes of a token: a list or a single scope. Each invalid entry is reported at its index. */
export function readScopes(
  { scopes: given }: JsonObject,
  registry: ResourceRegistry,
  report: Report,
): readonly string[] {
  const scopes = typeof given === 'string' ? [given] : given;
  const refuse = (text: MessageText | string, at = ''): void => report(violationAt(`scopes${at}`, text));
  if (!Array.isArray(scopes) || !scopes.every(isText)) {
    refuse('This value should be a list of scopes, such as "read:Page".');
    return [];
  }
  if (scopes.length === 0) refuse('Specify at least one scope, such as "read:*".');
  if (scopes.length > MOST_SCOPES)
    refuse(
      messageOf('This list has more than {{ limit }} scopes.', {
        parameters: { limit: String(MOST_SCOPES) },
      }),
    );
  else
    scopes.forEach((scope, index) => {
      const problem = problemOf(scope, registry);
      if (problem !== undefined) refuse(problem, `[${index}]`);
    });
  return [...new Set(scopes)];
}

const isText = (value: JsonValue): value is string => typeof value === 'string';

/** Reads the expiry of a token; null for a token that never expires. */
export function readEnd({ expiresAt }: JsonObject, now: Date, report: Report): Date | null {
  if (expiresAt === undefined || expiresAt === null) return null;
  const end = typeof expiresAt === 'string' ? parseDateTime(expiresAt, now) : undefined;
  const refuse = (message: string, code: string): void =>
    report({ propertyPath: 'expiresAt', message, code });
  if (end === undefined) refuse('This value is not a valid datetime.', VIOLATION_CODES.dateTime);
  else if (end <= now) refuse('This value should be in the future.', VIOLATION_CODES.range);
  return end ?? null;
}
