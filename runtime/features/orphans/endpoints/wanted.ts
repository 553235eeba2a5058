import type { JsonValue } from '../../../kernel/contract/json.js';
import { validationFailed } from '../../../kernel/errors/catalog.js';
import { objectOf } from '../../../kernel/util/json-object.js';

/** What of the orphans is to be deleted: what the list `member` names, or all. @throws AppError 422 where it is not clear what is meant. */
export function readWanted(body: JsonValue | undefined, member: 'iris' | 'paths'): 'all' | readonly string[] {
  // Without a body, and in one that is no object, nothing is named.
  const { [member]: list, all } = objectOf(body);
  const what = member === 'iris' ? 'IRI' : 'path';
  const problem = (propertyPath: string, message: string) =>
    validationFailed([{ propertyPath, message, code: null }]);
  if (list !== undefined && all !== undefined)
    throw problem('all', `Send either ${member} or all, not both.`);
  if (all === true) return 'all';
  if (all !== undefined) throw problem('all', 'This value should be true.');
  if (!Array.isArray(list) || list.length === 0)
    throw problem(member, `Send a list of ${what}s, or all with the value true.`);
  const wrong = list.findIndex((each) => typeof each !== 'string' || each.trim() === '');
  if (wrong !== -1)
    throw problem(`${member}[${wrong}]`, `This value should be ${member === 'iris' ? 'an' : 'a'} ${what}.`);
  return list as readonly string[]; // each was looked at
}
