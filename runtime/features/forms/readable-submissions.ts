import { storedAs } from '../../kernel/contract/stored-as.js';
import { unstatedReaders } from '../../kernel/contract/unstated-readers.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import type { FormTypes } from './form-types.js';

/**
 * Warns at the start about forms that store submissions where anybody can read them. `cms generate` refuses them; this finds
 * older generated code, and forms made in code (contract decision 104).
 */
export function readableSubmissions(
  { all }: Pick<FormTypes, 'all'>,
  registry: Pick<ResourceRegistry, 'get'>,
): readonly string[] {
  return all.flatMap(({ name, definition }) => {
    const resource = registry.get(storedAs(definition) ?? '');
    // Built-in types have rules of their own, and types of records must state all of theirs.
    if (resource === undefined || resource.kind === 'core') return [];
    const keys = unstatedReaders(resource.security).map((key) => `"${key}"`);
    if (keys.length === 0) return [];
    const type = resource.name;
    return [
      `The form ${name} stores what visitors send as ${type}, which anybody can read: state ${keys.join(' and ')} in "x-security" of schemas/${type}.json and run \`cms generate\`. New types for this are record types ("x-resource": "record"), which only administrators read.`,
    ];
  });
}
