import type { DocumentedDescriptor } from './documented-resource.js';

/**
 * Descriptions of a type's operations: one or two sentences with facts for client authors that the summary does not
 * contain.
 */
export function describeList({ pagination, publishable }: DocumentedDescriptor): string {
  const pages = pagination.enabled ? ' The list is paginated; `view` contains the URLs of other pages.' : '';
  const versions = publishable === undefined ? '' : ' A record with a draft is listed once.';
  return `Returns the records that the caller can read.${pages}${versions}`;
}

export function describeCreate({ publishable }: DocumentedDescriptor): string {
  const draft = publishable === undefined ? '' : ` Without \`${publishable.field}\`, the record is a draft.`;
  return `Missing members get their default values; unknown members are ignored.${draft}`;
}

export function describeRead({ publishable }: DocumentedDescriptor): string {
  const version =
    publishable === undefined
      ? ''
      : ' Editors receive the draft if there is one, other callers the published version.';
  return `Omits members that the caller is not allowed to read.${version}`;
}

export function describeUpdate({ publishable }: DocumentedDescriptor): string {
  const draft =
    publishable === undefined
      ? ''
      : ' Changes to a published record are stored in its draft until it is published.';
  return `Missing members are not changed; null clears a member.${draft}`;
}

export const REPLACE = 'Missing members get their default values, as in a new record.';
export const DELETE = 'Deletes the record permanently.';
export const USAGE =
  'Returns the number of positions and page data records that use the component. Requires the permission for drafts.';
export const UPLOAD = 'Each part of the body is a file or a value, named after its member.';
export const DOWNLOADED =
  'Returns the stored file. `download` adds a `Content-Disposition` of type attachment.';
