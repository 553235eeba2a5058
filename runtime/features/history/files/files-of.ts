import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import { type StoredFile, uploadFieldsOf } from '../../uploads/public-api.js';
import type { Values } from '../stored-state.js';

/** Returns the files that the values of a type refer to, with the member names. */
export type FilesOf = (record: {
  readonly type: string;
  readonly values: Values;
}) => readonly (StoredFile & { readonly name: string })[];

/** Creates the function. File members are determined once, because every write uses it. */
export function createFilesOf(registry: ResourceRegistry): FilesOf {
  const fields = new Map(registry.all.map((resource) => [resource.name, uploadFieldsOf(resource)]));
  return ({ type, values }) =>
    (fields.get(type) ?? []).flatMap(({ name, adapter }) => {
      const path = values[name];
      return typeof path === 'string' && path !== '' ? [{ name, adapter, path }] : [];
    });
}

export const keyOf = ({ adapter, path }: StoredFile): string => `${adapter}:${path}`;
