import type { DataProvider, GetListParams, RaRecord } from 'ra-core';
import { client, resourceOf, type ApiDocument } from './client.js';
import { errorOf } from './errors.js';
import type { AdminType, MemberKind } from './model.js';
import { publicationOf } from './publication.js';
import { mergePatchOf, requestPartsOf } from './request-parts.js';
import {
  iriOf,
  readRecordOf,
  recordOf,
  savedAs,
  targetOf,
  type AdminRecord,
  type Values,
} from './records.js';

/**
 * Creates the data provider of react-admin on top of the generated client.
 * @param typeOf returns a type of the model by its name
 */
export function createDataProvider(typeOf: (name: string) => AdminType): DataProvider {
  const read = async (name: string, id: unknown, sent?: Values): Promise<AdminRecord> => {
    const type = typeOf(name);
    return readRecordOf(type, await client.get(resourceOf(type), iriOf(type, String(id))), sent);
  };
  const remove = async (name: string, record: AdminRecord): Promise<void> => {
    const type = typeOf(name);
    const known =
      type.publishable !== null && record['@id'] === undefined ? await read(name, record.id) : record;
    await client.delete(resourceOf(type), targetOf(type, known));
    // The draft is deleted now. Deleting a record includes its published version.
    const { published } = publicationOf(type, known);
    if (published !== undefined) await client.delete(resourceOf(type), published);
  };

  const provider = {
    async getList(name: string, params: GetListParams) {
      const type = typeOf(name);
      const { member, totalItems } = await client.list(resourceOf(type), queryOf(type, params));
      return { data: member.map((one) => recordOf(type, one)), total: totalItems };
    },
    // The service returns the draft to users that see drafts. It has its own IRI, and both IRIs lead to it.
    getOne: async (name: string, { id }: Identified) => ({ data: { ...(await read(name, id)), id } }),
    getMany: async (name: string, { ids }: { ids: readonly unknown[] }) => ({
      data: await Promise.all(ids.map((id) => read(name, id))),
    }),
    getManyReference: () => Promise.reject(new Error('No screen asks for references of another record.')),
    async create(name: string, { data }: { data: Values }) {
      const type = typeOf(name);
      const { body, files } = requestPartsOf(type, data, {});
      const made = hasAny(files)
        ? await client.request<ApiDocument>('POST', type.path, {
            body: formOf({ ...formPartsOf(type, body).values, ...files }),
          })
        : await client.create(resourceOf(type), body);
      return { data: readRecordOf(type, made) };
    },
    async update(
      name: string,
      { id, data, previousData }: Identified & { data: Values; previousData: Values },
    ) {
      const type = typeOf(name);
      const { body, files } = requestPartsOf(type, data, previousData);
      let target = targetOf(type, { ...previousData, id: String(id) } as AdminRecord);
      let rest = mergePatchOf(body, previousData);
      if (hasAny(files)) {
        // One request, so that a refused file or a lost connection leaves the record unchanged.
        const inForm = formPartsOf(type, rest);
        rest = inForm.rest;
        const form = formOf({ ...inForm.values, ...files });
        target = await client.request<ApiDocument>('POST', target, { body: form, below: '/upload' });
        savedAs(previousData as AdminRecord, target);
      }
      if (hasAny(rest)) await client.update(resourceOf(type), target, rest);
      // Changing a published record creates a draft with its own IRI. Both IRIs lead to it.
      return { data: { ...(await read(name, id, data)), id } };
    },
    updateMany: () => Promise.reject(new Error('No screen changes several records at once.')),
    async delete(name: string, { id, previousData }: Identified & { previousData?: Values }) {
      const known = previousData ?? {};
      await remove(name, { ...known, id: String(id) } as AdminRecord);
      return { data: { ...known, id } };
    },
    async deleteMany(name: string, { ids }: { ids: readonly unknown[] }) {
      for (const id of ids) await remove(name, { id: String(id) } as AdminRecord);
      return { data: [...ids] };
    },
  };
  // React-admin lets callers choose the type of a record. Here the type never varies.
  return explained(provider, typeOf) as unknown as DataProvider;
}

interface Identified {
  readonly id: RaRecord['id'];
}

/** Wraps every function so that its errors have the form that react-admin expects. */
function explained<Functions extends object>(
  functions: Functions,
  typeOf: (name: string) => AdminType,
): Functions {
  const wrapped = Object.entries(functions).map(
    ([name, run]: [string, (...of: unknown[]) => Promise<unknown>]) => [
      name,
      (...given: unknown[]) =>
        run(...given).catch((error: unknown) => {
          throw errorOf(error, typeOf(String(given[0])));
        }),
    ],
  );
  return Object.fromEntries(wrapped) as Functions;
}

/** Converts the parameters of a list to query parameters of the API. */
export function queryOf(
  type: AdminType,
  { pagination, sort, filter }: Pick<GetListParams, 'pagination' | 'sort' | 'filter'>,
): object {
  const { q, ...filters } = filter as { readonly q?: string };
  const isOrdered = sort !== undefined && type.orders.includes(sort.field);
  return {
    ...(pagination === undefined ? {} : pagination),
    ...(q === undefined || q === '' ? {} : { search: q }),
    ...(isOrdered ? { order: { [sort.field]: sort.order.toLowerCase() } } : {}),
    filter: filters,
  };
}

const hasAny = (values: Values): boolean => Object.keys(values).length > 0;

/** Kinds of members whose values the service reads from a form unchanged, without parsing JSON. */
const TEXT_KINDS: ReadonlySet<MemberKind> = new Set([
  ...(['string', 'text', 'html', 'decimal', 'date', 'datetime', 'time', 'enum'] as const),
]);

/** Divides values into those that a form can contain, and the rest: a form has no empty value for texts. */
function formPartsOf(type: AdminType, values: Values): { readonly values: Values; readonly rest: Values } {
  const isText = (name: string): boolean =>
    type.members.some((member) => member.name === name && TEXT_KINDS.has(member.kind));
  const entries = Object.entries(values);
  const isRest = ([name, value]: [string, unknown]): boolean => value === null && isText(name);
  return {
    values: Object.fromEntries(entries.filter((entry) => !isRest(entry))),
    rest: Object.fromEntries(entries.filter(isRest)),
  };
}

function formOf(values: Values): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values))
    if (value instanceof Blob) form.append(name, value);
    else form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  return form;
}
