import { unsafeNames } from 'cms-api-components/internal/kernel/contract/schema/html-member.js';
import { fieldKind } from '../schema/schema-set.js';
import { type FieldOwner, fieldsOf, typesOf } from './owners.js';

/** Checks `x-html`: only texts are HTML, and nothing that runs scripts is allowed. */
export function checkHtml(owner: FieldOwner): void {
  for (const { field, place: fieldPlace } of fieldsOf(owner)) {
    const rules = field['x-html'];
    if (rules === undefined) continue;
    const place = fieldPlace.below('x-html');
    if (fieldKind(field) !== 'scalar' || typesOf(field).some((type) => type !== 'string' && type !== 'null'))
      place.report('Only a text can be HTML.', 'Remove "x-html", or write "type": ["string", "null"].');
    if (typeof rules === 'boolean') continue;
    for (const name of unsafeNames(rules))
      place.report(
        `${JSON.stringify(name)} can run scripts, so it can't be allowed.`,
        'Remove it. For a text that must contain it, set "x-html": false.',
      );
    const hasFrames = rules.elements?.iframe !== undefined;
    if (hasFrames && (rules.frameHosts ?? []).length === 0)
      place.report('"iframe" needs "frameHosts".', 'List the hosts of permitted pages.');
  }
}
