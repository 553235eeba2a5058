import { HTTP_METHODS, type HttpMethod } from '../../kernel/contract/http/http.js';
import type { JsonObject, JsonValue } from '../../kernel/contract/json.js';
import type { Member } from '../../kernel/endpoints/body-members.js';
import { isJsonObject } from '../../kernel/util/json-object.js';
import { printable } from '../../kernel/util/text/printable.js';
import { findReferences, ID, namedByPath } from './references.js';
import { messageOf } from '../../kernel/util/text/message-text.js';
import { violationAt } from '../../kernel/validation/violation-at.js';
import type { MessageText } from '../../kernel/contract/message.js';

/** One operation of a batch as it was sent. */
export interface Operation {
  readonly id: string;
  readonly method: HttpMethod;
  /** Path below the API prefix, unless it starts with a reference. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonValue | undefined;
  /** Whether the operation contains a reference to the IRI of an earlier operation. */
  readonly refers: boolean;
}

/** Headers that an operation can set. All other headers are those of the batch request. */
const HEADERS: ReadonlySet<string> = new Set([
  ...['accept', 'accept-language', 'if-match', 'if-none-match', 'path', 'prefer'],
]);

export interface ReadOperationsDeps {
  readonly prefix: string;
  /** Query parameters that identify the caller. */
  readonly callerParameters: readonly string[];
}

/** Declares the list of operations of a body, which reports all violations of all operations. */
export const operationList = (deps: ReadOperationsDeps): Member<readonly Operation[]> => ({
  schema: {
    type: 'array',
    minItems: 1,
    maxItems: MOST_OPERATIONS,
    items: { $ref: '#/components/schemas/BatchOperation' },
  },
  read(sent, { violations, path }) {
    const add = (at: string, text: MessageText | string): void =>
      violations.add(violationAt(`${path}${at}`, text));
    if (!Array.isArray(sent)) return void add('', 'This should be a list of operations.');
    if (sent.length === 0) return void add('', 'There should be at least one operation.');
    if (sent.length > MOST_OPERATIONS) return void add('', TOO_MANY);
    const known = new Set<string>();
    return sent.flatMap((one: JsonValue, index) => {
      const addTo: Reading['add'] = (member, text) => add(`[${index}]${member}`, text);
      if (!isJsonObject(one)) {
        addTo('', 'This should be an object.');
        return [];
      }
      const operation = readOperation(one, { ...deps, known, add: addTo });
      known.add(operation.id);
      return [operation];
    });
  },
});

const MOST_OPERATIONS = 500;

const TOO_MANY = messageOf('There should be at most {{ limit }} operations.', {
  parameters: { limit: String(MOST_OPERATIONS) },
});

interface Reading extends ReadOperationsDeps {
  /** Ids of the previous operations. */
  readonly known: ReadonlySet<string>;
  add(member: string, text: MessageText | string): void;
}

function readOperation(sent: JsonObject, reading: Reading): Operation {
  const { known, add } = reading;
  for (const name of Object.keys(sent))
    if (!MEMBERS.has(name)) add(`.${printable(name)}`, 'An operation has no such member.');
  const id = typeof sent.id === 'string' ? sent.id : '';
  if (!ID.test(id)) add('.id', 'This should be 1 to 64 letters, digits, hyphens and underscores.');
  else if (known.has(id))
    add('.id', messageOf('An earlier operation has the id "{{ id }}".', { parameters: { id } }));
  const method = HTTP_METHODS.find((one) => one === sent.method);
  if (method === undefined)
    add(
      '.method',
      messageOf('This should be one of {{ methods }}.', { parameters: { methods: HTTP_METHODS.join(', ') } }),
    );
  const path = readPath(sent.path, reading);
  const { body } = sent;
  const takesBody = method !== 'GET' && method !== 'DELETE';
  if (body !== undefined && !takesBody)
    add('.body', messageOf('A {{ method }} has no body.', { parameters: { method: String(method) } }));
  const references = body === undefined ? [] : findReferences(body);
  for (const { at, name } of references)
    if (!known.has(name))
      add(
        `.body${at}`,
        messageOf(
          'No earlier operation has the id "{{ id }}". A text that begins with $ is sent as "$${{ id }}".',
          { parameters: { id: name } },
        ),
      );
  const named = namedByPath(path);
  return {
    ...{ id, path, body, method: method ?? 'GET' },
    headers: readHeaders(sent.headers, add),
    refers: named !== undefined || references.length > 0,
  };
}

const MEMBERS: ReadonlySet<string> = new Set(['id', 'method', 'path', 'headers', 'body']);

/** Matches a path of printable characters without white space, fragments and backslashes. */
const PATH = /^\/[\x21-\x22\x24-\x5b\x5d-\x7e\u00a1-\uffff]*$/;
const DOTS = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|%2f|$)/i;

function readPath(sent: JsonValue | undefined, { prefix, callerParameters, known, add }: Reading): string {
  const fail = (text: MessageText | string): string => {
    add('.path', text);
    return '';
  };
  if (typeof sent !== 'string') return fail('This should be a path of the API.');
  const name = namedByPath(sent);
  if (name !== undefined && !known.has(name))
    return fail(messageOf('No earlier operation has the id "{{ id }}".', { parameters: { id: name } }));
  const path = name !== undefined && sent.startsWith('$') ? `/${sent}` : sent;
  if (!PATH.test(path) || path.startsWith('//'))
    return fail(
      'This should be a path of the API, beginning with one slash, without a host, blanks and fragments.',
    );
  const [address = '', query = ''] = path.split(/\?(.*)/s);
  if (DOTS.test(address)) return fail('This should have no dot segments.');
  const requested = new URLSearchParams(query);
  const caller = callerParameters.find((parameter) => requested.has(parameter));
  if (caller !== undefined)
    return fail(
      messageOf(
        'The parameter {{ parameter }} identifies the caller. Send it with the batch instead of an operation.',
        {
          parameters: { parameter: caller },
        },
      ),
    );
  const isWhole = address === prefix || address.startsWith(`${prefix}/`);
  return prefix !== '' && isWhole ? path.slice(prefix.length) || '/' : path;
}

function readHeaders(sent: JsonValue | undefined, add: Reading['add']): Readonly<Record<string, string>> {
  if (sent === undefined) return {};
  if (!isJsonObject(sent)) {
    add('.headers', 'This should be an object.');
    return {};
  }
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(sent)) {
    const key = name.toLowerCase();
    if (!HEADERS.has(key))
      add(
        '.headers',
        messageOf('"{{ name }}" is no header of an operation; those are {{ names }}.', {
          parameters: { name: printable(name), names: [...HEADERS].join(', ') },
        }),
      );
    else if (typeof value !== 'string' || !/^[\x20-\x7e]{0,2000}$/.test(value))
      add(
        '.headers',
        messageOf('The value of "{{ name }}" should be a text of visible ASCII characters.', {
          parameters: { name: key },
        }),
      );
    else headers[key] = value;
  }
  return headers;
}
