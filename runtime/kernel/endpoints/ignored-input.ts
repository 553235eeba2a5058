import type { ApiRequest, ApiResponse } from '../contract/http/http.js';
import type { JsonObject } from '../contract/json.js';
import type { Representation } from '../contract/records/operations.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import type { DeclaredTo } from '../reads/declared-parameters.js';
import { createFieldAccess, type ExpressionGuard } from '../serializer/field-access.js';
import type { LookedAt, ReportIgnored } from './report-ignored.js';

export interface IgnoredInputDeps {
  readonly config: {
    readonly metadataKey: string;
    readonly pagination: { readonly itemsPerPageParameterName: string };
  };
  readonly declaredTo: DeclaredTo;
  readonly guard: ExpressionGuard;
  readonly report: ReportIgnored;
}

/**
 * Reports ignored input of requests for records. Fields hidden from the caller count as unknown, so the
 * report does not reveal them.
 */
export interface IgnoredInput {
  inList(resource: RegisteredResource, sent: ReadList, response: ApiResponse): ApiResponse;
  inRead(resource: RegisteredResource, request: ApiRequest, response: ApiResponse): ApiResponse;
  inWrite(write: ReadWrite, response: ApiResponse): ApiResponse;
}

/** A list that was read, and the parameters whose values no record can have. */
export interface ReadList {
  readonly request: ApiRequest;
  readonly useless: readonly string[];
}

/** A completed write with the record's current state. */
export interface ReadWrite {
  readonly resource: RegisteredResource;
  readonly request: ApiRequest;
  readonly body: JsonObject;
  readonly representation: Representation;
}

export function createIgnoredInput({ config, declaredTo, guard, report }: IgnoredInputDeps): IgnoredInput {
  const parametersOf = ({ readsAnyParameters }: RegisteredResource): Pick<LookedAt, 'parameters'> =>
    readsAnyParameters === true ? { parameters: 'any' } : {};
  return {
    inList(resource, { request, useless }, response) {
      if (Object.keys(request.query).length === 0) return response;
      const { filters, orderFields, searchFields } = declaredTo(resource, request.context.actor);
      const parameters = new Set<string>([
        ...filters.map(({ parameter }) => parameter),
        ...['page', 'pagination', config.pagination.itemsPerPageParameterName],
        ...(searchFields.length > 0 ? ['search'] : []),
        ...orderFields.map((field) => `order[${field}]`),
      ]);
      return report(request, { unknown: useless.map((name) => `?${name}`), parameters }, response);
    },
    inRead: (resource, request, response) => report(request, parametersOf(resource), response),
    inWrite(write, response) {
      const unknown = unknownMembers(write, { metadataKey: config.metadataKey, guard }, response);
      return report(write.request, { unknown, ...parametersOf(write.resource) }, response);
    },
  };
}

function unknownMembers(
  { resource, request, body, representation }: ReadWrite,
  { metadataKey, guard }: { readonly metadataKey: string; readonly guard: ExpressionGuard },
  { body: document }: ApiResponse,
): readonly string[] {
  const access = createFieldAccess(resource, guard);
  const { context } = request;
  const isKnown = (name: string): boolean => {
    const field = resource.field(name);
    if (field === undefined) return false;
    const reads = field.readable && access.canRead(field)(context, representation);
    return reads || (field.writable && access.canWrite(field)(context, representation.record));
  };
  const { publishable, timestamped } = resource;
  const platform = new Set<string>([
    ...['id', metadataKey, ...(resource.writeOptions ?? [])],
    ...(publishable === undefined ? [] : [publishable.publishedAssociation, publishable.draftAssociation]),
    ...(publishable === undefined ? [] : [publishable.field]),
    ...(timestamped === undefined ? [] : [timestamped.createdAtField, timestamped.modifiedAtField]),
  ]);
  const shown = typeof document === 'object' && document !== null ? document : {};
  return Object.keys(body).filter(
    (name) => !name.startsWith('@') && !platform.has(name) && !Object.hasOwn(shown, name) && !isKnown(name),
  );
}
