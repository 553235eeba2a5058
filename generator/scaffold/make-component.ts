import { pluralName } from '../model/naming.js';
import type { Templates } from '../render/templates.js';
import { assertTypeName, FOLLOW_UP, META_SCHEMA, type MadeFiles } from './scaffold.js';

export interface ComponentRequest {
  readonly name: string;
  readonly timestamped?: boolean;
  readonly publishable?: boolean;
  readonly uploadable?: boolean;
  /** Filesystem of an uploadable one. */
  readonly adapter?: string;
}

/**
 * Makes `schemas/<Name>.json` of a component (accounts.md section 14.1).
 * @throws ScaffoldError when the name is no type name.
 */
export function makeComponent(request: ComponentRequest, templates: Templates): MadeFiles {
  const { name, timestamped = false, publishable = false, uploadable = false, adapter = 'local' } = request;
  assertTypeName(name);
  const path = `schemas/${name}.json`;
  const view = { metaSchema: META_SCHEMA, name, timestamped, publishable, uploadable, adapter };
  return {
    files: [{ path, content: templates.render('scaffold/component.json', view) }],
    guidance: [
      `Add the fields of ${name} to ${path}.`,
      FOLLOW_UP,
      `The API serves the component at /component/${pluralName(name)}; a front end renders it with CwaComponent${name}.`,
    ],
  };
}
