import type { DocumentedDescriptor } from './documented-resource.js';

/**
 * Descriptions of a type's operations: one or two sentences with facts for client authors that the summary does not
 * contain.
 */
export function describeList({ pagination, publishable }: DocumentedDescriptor): string {
  const pages = pagination.enabled ? ' A page at a time; `view` leads to the others.' : '';
  const versions = publishable === undefined ? '' : ' Of a record with a draft, one version is listed.';
  return `The records that the caller may see.${pages}${versions}`;
}

export function describeCreate({ publishable }: DocumentedDescriptor): string {
  const draft = publishable === undefined ? '' : ` Without \`${publishable.field}\` it is a draft.`;
  return `Members that are left out get their defaults, unknown ones are ignored.${draft}`;
}

export function describeRead({ publishable }: DocumentedDescriptor): string {
  const version =
    publishable === undefined
      ? ''
      : ' Who may publish is shown the draft where there is one, others what is published.';
  return `Members that the caller may not read are left out.${version}`;
}

export function describeUpdate({ publishable }: DocumentedDescriptor): string {
  const draft =
    publishable === undefined
      ? ''
      : ' A change of a published record is kept as its draft until that is published.';
  return `Members that are left out stay as they are; null empties one.${draft}`;
}

export const REPLACE = 'Members that are left out get their defaults, as in a new record.';
export const DELETE = 'The record is removed for good.';
export const USAGE = 'How many places and page data hold the component.';
export const UPLOAD = 'Each part of the body is a file, under the name of its member.';
export const DOWNLOADED = 'The file as it is stored; `download` asks for an attachment.';
