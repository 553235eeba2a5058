import { htmlRulesOf } from '../../kernel/contract/schema/html-member.js';
import type { RegisteredResource } from '../../kernel/metadata/resource-registry.js';
import { type CleanHtml, createCleanHtml } from './clean-html.js';

/** A member that contains HTML, with its cleaning function. */
export interface HtmlMember {
  readonly name: string;
  readonly clean: CleanHtml;
}

/** Returns the HTML members by type. Types without HTML members are omitted. */
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
