import type { JsonValue } from '../../kernel/contract/json.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import type { ReadMember } from '../../kernel/system-resources/system-members.js';
import { messageOf } from '../../kernel/util/text/message-text.js';
import { MOST_SCOPES } from './resource.js';
import { problemOf } from './scopes.js';

/** Reads the scopes of a token: a list or a single scope. Each invalid entry is reported at its index. */
export const createReadScopes =
  (registry: ResourceRegistry): ReadMember<readonly string[]> =>
  (sent, { report }) => {
    const scopes = typeof sent === 'string' ? [sent] : sent;
    if (!Array.isArray(scopes) || !scopes.every(isText))
      return report('This value should be a list of scopes, such as "read:Page".');
    if (scopes.length === 0) return report('Specify at least one scope, such as "read:*".');
    if (scopes.length > MOST_SCOPES)
      return report(
        messageOf('This list has more than {{ limit }} scopes.', {
          parameters: { limit: String(MOST_SCOPES) },
        }),
      );
    scopes.forEach((scope, index) => {
      const problem = problemOf(scope, registry);
      if (problem !== undefined) report(problem, null, `[${index}]`);
    });
    return [...new Set(scopes)];
  };

const isText = (value: JsonValue): value is string => typeof value === 'string';
