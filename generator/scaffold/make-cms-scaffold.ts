import type { Templates } from '../render/templates.js';
import { ScaffoldError, type MadeFiles } from './scaffold.js';

export interface CmsScaffoldRequest {
  /** Default `AppScaffold`. The project's own scaffold is `scaffold.ts`. */
  readonly name?: string;
  readonly layoutReference?: string;
  readonly layoutComponent?: string;
  /** Relative to the project. */
  readonly file?: string;
}

const REFERENCE = /^[\w.-]+$/;
const COMPONENT = /^[A-Za-z][A-Za-z0-9]*$/;

/**
 * Creates a scaffold with one layout and a home page (accounts.md section 14.3).
 * @throws ScaffoldError if a name is invalid.
 */
export function makeCmsScaffold(request: CmsScaffoldRequest, templates: Templates): MadeFiles {
  const {
    name = 'AppScaffold',
    layoutReference = 'main',
    layoutComponent = 'Primary',
    file = 'scaffold.ts',
  } = request;
  assertMatch(REFERENCE, layoutReference, 'a layout reference such as "main"');
  assertMatch(COMPONENT, layoutComponent, 'a layout component such as "Primary"');
  assertMatch(COMPONENT, name, 'a scaffold name such as "AppScaffold"');
  const view = { name, layoutReference, layoutComponent };
  const argument = file === 'scaffold.ts' ? '' : ` ${file}`;
  return {
    files: [{ path: file, content: templates.render('scaffold/cms-scaffold.ts', view) }],
    guidance: [
      `Declare the content of the site in ${file}, then run: cms scaffold:load${argument}`,
      'Loading it again only creates missing content.',
      'Declare navigation links after the pages they lead to, because they need the routes of those pages.',
    ],
  };
}

function assertMatch(pattern: RegExp, text: string, expected: string): void {
  if (!pattern.test(text)) throw new ScaffoldError(`${JSON.stringify(text)} is not valid. Use ${expected}.`);
}
