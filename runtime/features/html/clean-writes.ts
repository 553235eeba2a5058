import type { PendingWrite, WriteRule } from '../../kernel/contract/records/writes.js';
import { escapeHtml } from '../../kernel/util/text/escape-html.js';
import type { CleanValues } from './public-api.js';
import type { HtmlMember } from './html-members.js';

type Members = ReadonlyMap<string, readonly HtmlMember[]>;

/** Cleans changed HTML on writes. Stored values stay unchanged, so sending them again changes nothing. */
export function createCleaningRule(members: Members): WriteRule {
  return {
    appliesTo: ({ name }) => members.has(name),
    many: 'each',
    prepare: (write) => cleanWrite(write, members.get(write.resource.name) ?? []),
  };
}

function cleanWrite({ values, before, violations }: PendingWrite, members: readonly HtmlMember[]): void {
  for (const { name, clean } of members) {
    const value = values[name];
    if (typeof value !== 'string' || value === before?.values[name]) continue;
    const cleaned = clean(value);
    if ('html' in cleaned) values[name] = cleaned.html;
    else violations.add({ propertyPath: name, message: cleaned.refusal, code: null });
  }
}

/** Cleans previous states, which were stored as rows. HTML that is refused is returned as escaped text. */
export function createCleanValues(members: Members): CleanValues {
  return (type, values) => {
    const cleaned = (members.get(type) ?? []).flatMap(({ name, clean }) => {
      const value = values[name];
      if (typeof value !== 'string') return [];
      const result = clean(value);
      return [[name, 'html' in result ? result.html : escapeHtml(value)] as const];
    });
    return cleaned.length === 0 ? values : { ...values, ...Object.fromEntries(cleaned) };
  };
}
