import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import { type StoredFile, uploadFieldsOf } from '../../uploads/door.js';
import type { Values } from '../stored-state.js';

/** The files that values of a type name, with the names of the members. */
export type FilesOf = (record: {
  readonly type: string;
  readonly values: Values;
}) => readonly (StoredFile & { readonly name: string })[];

/** Every write asks, so that the members which hold files are looked for once. */
export function createFilesOf(registry: ResourceRegistry): FilesOf {
  const fields = new Map(registry.all.map((resource) => [resource.name, uploadFieldsOf(resource)]));
  return ({ type, values }) =>
    (fields.get(type) ?? []).flatMap(({ name, adapter }) => {
      const path = values[name];
      return typeof path === 'string' && path !== '' ? [{ name, adapter, path }] : [];
    });
}

export const keyOf = ({ adapter, path }: StoredFile): string => `${adapter}:${path}`;
