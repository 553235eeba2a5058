import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import type { Violation } from '../../../kernel/contract/records/validation.js';
import { VIOLATION_CODES } from '../../../kernel/contract/records/violation-codes.js';
import { validationFailed } from '../../../kernel/errors/catalog.js';
import { isUuid } from '../../../kernel/util/is-uuid.js';
import { isStorableText } from '../../../kernel/util/text/storable-text.js';
import { problemOfAddress } from '../delivery/targets.js';
import { readSecret } from '../delivery/signature.js';
import { problemOf } from '../events.js';
import type { NewWebhook } from '../stored/stored-webhooks.js';
import { messageOf } from '../../../kernel/util/text/message-text.js';
import { textOf } from '../../../kernel/validation/violation-at.js';
import type { MessageText } from '../../../kernel/contract/message.js';
import { wrongType } from '../../../kernel/validation/wrong-type.js';

interface ReadDeps {
  /** Event names. */
  readonly events: ReadonlySet<string>;
  readonly allowsPrivate: boolean;
}

/** Maximum number of events of one webhook. */
const MOST_EVENTS = 200;
const LONGEST_DESCRIPTION = 255;

/** Problem of a value; undefined for a valid one. */
type Problem = Omit<Violation, 'propertyPath'> | undefined;

/**
 * Validates and returns the fields of a webhook that a body contains.
 * @throws AppError 422
 */
export function readMembers(body: JsonObject, deps: ReadDeps): Partial<NewWebhook> {
  const evaluated: Readonly<Record<string, Problem>> = {
    address: 'address' in body ? problemWithAddress(body.address, deps) : undefined,
    events: 'events' in body ? problemWithEvents(body.events, deps) : undefined,
    description: problemWithDescription(body.description),
    reader: problemWithReader(body.reader),
    isEnabled:
      body.isEnabled === undefined || typeof body.isEnabled === 'boolean' ? undefined : wrongType('boolean'),
  };
  refuse(evaluated);
  // Each value was validated to be of its type.
  return {
    ...('address' in body ? { address: new URL(body.address as string).href } : {}),
    ...('events' in body ? { events: [...new Set(body.events as string[])] } : {}),
    ...(body.description === undefined ? {} : { description: body.description as string | null }),
    ...(body.reader === undefined ? {} : { readerId: (body.reader as string | null)?.toLowerCase() ?? null }),
    ...(body.isEnabled === undefined ? {} : { isEnabled: body.isEnabled as boolean }),
  };
}

/** Reads the fields of a new webhook. @throws AppError 422 */
export function readNew(body: JsonObject, deps: ReadDeps): NewWebhook {
  const { address, events, ...rest } = readMembers(
    { ...body, address: body.address ?? null, events: body.events ?? null },
    deps,
  );
  return {
    address: address ?? '', // both were there, or refused
    events: events ?? [],
    description: null,
    readerId: null,
    isEnabled: true,
    ...rest,
  };
}

/** Reads the secret in a body; undefined if there is none. @throws AppError 422 for an invalid secret */
export function readGivenSecret({ secret }: JsonObject): string | undefined {
  if (secret === undefined || secret === null) return undefined;
  if (typeof secret === 'string' && readSecret(secret) !== undefined) return secret;
  const message = 'This value should be whsec_ followed by 24 to 64 bytes in base64.';
  throw validationFailed([{ propertyPath: 'secret', message, code: null }]);
}

/** @throws AppError 422 for one field */
export function refuseMember(propertyPath: string, message: string): never {
  throw validationFailed([{ propertyPath, message, code: null }]);
}

function refuse(evaluated: Readonly<Record<string, Problem>>): void {
  const violations = Object.entries(evaluated).flatMap(([propertyPath, problem]): readonly Violation[] =>
    problem === undefined ? [] : [{ propertyPath, ...problem }],
  );
  if (violations.length > 0) throw validationFailed(violations);
}

const wrong = (text: MessageText | string): Problem => ({ ...textOf(text), code: null });

function problemWithAddress(value: JsonValue | undefined, { allowsPrivate }: ReadDeps): Problem {
  if (value === null || value === undefined || value === '')
    return { message: 'This value should not be blank.', code: VIOLATION_CODES.notBlank };
  if (typeof value !== 'string') return wrongType('string');
  const problem = isStorableText(value)
    ? problemOfAddress(value, allowsPrivate)
    : 'This value is not a valid URL.';
  return problem === undefined ? undefined : wrong(problem);
}

function problemWithEvents(value: JsonValue | undefined, { events }: ReadDeps): Problem {
  if (value === null || value === undefined)
    return { message: 'This value should not be null.', code: VIOLATION_CODES.notNull };
  if (!Array.isArray(value)) return wrongType('array');
  if (value.length === 0) return wrong('Specify at least one event.');
  if (value.length > MOST_EVENTS)
    return wrong(
      messageOf('Specify at most {{ limit }} events.', { parameters: { limit: String(MOST_EVENTS) } }),
    );
  for (const event of value as readonly JsonValue[]) {
    if (typeof event !== 'string') return wrongType('string');
    if (!events.has(event))
      return wrong(problemOf(event.slice(0, 200), events) ?? 'This event does not exist.');
  }
  return undefined;
}

function problemWithDescription(value: JsonValue | undefined): Problem {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') return wrongType('string');
  if ([...value].length > LONGEST_DESCRIPTION)
    return {
      ...messageOf('This value is too long. It should have {{ limit }} characters or less.', {
        parameters: { limit: String(LONGEST_DESCRIPTION) },
      }),
      code: VIOLATION_CODES.tooLong,
    };
  return isStorableText(value) ? undefined : wrong('This value contains characters that cannot be stored.');
}

function problemWithReader(value: JsonValue | undefined): Problem {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && isUuid(value)) return undefined;
  return { message: 'This value is not the id of an access token.', code: VIOLATION_CODES.uuid };
}
