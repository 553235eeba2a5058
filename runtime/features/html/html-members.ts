import { htmlRulesOf } from '../../kernel/contract/schema/html-member.js';
import type { RegisteredResource } from '../../kernel/metadata/resource-registry.js';
import { type CleanHtml, createCleanHtml } from './clean-html.js';

/** A member that holds HTML, with the cleaning that its rules describe. */
export interface HtmlMember {
  readonly name: string;
  readonly clean: CleanHtml;
}

/** Returns the members with HTML of each type; types without any are left out. */
export function collectHtmlMembers(
  types: readonly Pick<RegisteredResource, 'name' | 'fields'>[],
): ReadonlyMap<string, readonly HtmlMember[]> {
  return new Map(
    types.flatMap(({ name, fields }) => {
      const members = fields.flatMap((field): readonly HtmlMember[] => {
        const rules = htmlRulesOf(field);
        return rules === undefined ? [] : [{ name: field.name, clean: createCleanHtml(rules) }];
      });
      return members.length === 0 ? [] : [[name, members] as const];
    }),
  );
}
