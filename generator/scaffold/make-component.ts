import { pluralName } from '../text/naming.js';
import type { Templates } from '../render/templates.js';
import { assertTypeName, FOLLOW_UP, META_SCHEMA, ScaffoldError, type MadeFiles } from './scaffold.js';

export interface ComponentRequest {
  readonly name: string;
  readonly timestamped?: boolean;
  readonly publishable?: boolean;
  readonly uploadable?: boolean;
  /** Whether the type is a record type (contract decision 104). */
  readonly record?: boolean;
  /** Filesystem of an uploadable component. */
  readonly adapter?: string;
}

/**
 * Creates `schemas/<Name>.json` of a component or record type (accounts.md section 14.1).
 * @throws ScaffoldError if the name is not a valid type name, or if a record type requests drafts.
 */
export function makeComponent(request: ComponentRequest, templates: Templates): MadeFiles {
  const { name, timestamped = false, publishable = false, uploadable = false } = request;
  const { adapter = 'local', record = false } = request;
  assertTypeName(name);
  if (record && publishable)
    throw new ScaffoldError('Record types have no drafts. Use either --record or --publishable.');
  const path = `schemas/${name}.json`;
  const kind = record ? 'record' : 'component';
  const view = { metaSchema: META_SCHEMA, name, kind, timestamped, publishable, uploadable, adapter };
  return {
    files: [{ path, content: templates.render('scaffold/component.json', view) }],
    guidance: [
      `Add the fields of ${name} to ${path}.`,
      FOLLOW_UP,
      record
        ? `The API serves the records at /record/${pluralName(name)}. Only administrators have access unless "x-security" grants it. Forms store submissions as this type with "persist": "${name}".`
        : `The API serves the component at /component/${pluralName(name)}. The front end renders it with CwaComponent${name}.`,
    ],
  };
}
