import type { ImportSite, JsonValue } from 'cms-api-components';
import type { CleanHtml } from './clean-html.js';
import type { MappedMember } from './mapping.js';
import type { WordPressItem } from './read-items.js';

const LONGEST_TITLE = 255;

/** Returns the value of a mapped member. Empty if the item has no such part, so that the member gets its default. */
export function valueOf(
  item: WordPressItem,
  { field, part }: MappedMember,
  { clean, cutText }: { readonly clean: CleanHtml; readonly cutText: ImportSite['cutText'] },
): readonly (readonly [member: string, value: JsonValue])[] {
  const text = (name: string): string => (item.texts[name] ?? '').trim();
  const cut = (value: string, longest = Infinity): [string, JsonValue][] =>
    value === '' ? [] : [[field.name, cutText(value, field.length ?? longest)]];
  switch (part) {
    case 'title':
      return cut(clean.words(text('title')) || 'Untitled', LONGEST_TITLE);
    case 'excerpt':
      return cut(clean.words(clean(item.texts['excerpt:encoded'] ?? '')));
    case 'content':
      return [[field.name, clean(item.texts['content:encoded'] ?? '')]];
    case 'author':
      return cut(clean.words(text('dc:creator')));
    case 'name':
      return cut(text('wp:post_name'));
    case 'link':
      return cut(text('link'));
    case 'date': {
      const made = dateOf(item)?.toISOString();
      return made === undefined ? [] : [[field.name, field.format === 'date' ? made.slice(0, 10) : made]];
    }
    case 'tags':
    case 'categories': {
      const list = [...new Set(item[part].map(clean.words).filter(Boolean))];
      return field.type === 'json' ? [[field.name, list]] : cut(list.join(', '));
    }
  }
}

/** Returns the publication date of an item, otherwise its creation date. */
export function dateOf({ texts }: WordPressItem): Date | undefined {
  const moment = (name: string): Date | undefined => momentOf((texts[name] ?? '').trim());
  return moment('wp:post_date_gmt') ?? moment('wp:post_date') ?? moment('pubDate');
}

/** Parses a date. WordPress writes zeros for items that were never published. */
function momentOf(text: string): Date | undefined {
  const iso = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? `${text.replace(' ', 'T')}Z` : text;
  const moment = new Date(iso);
  return iso === '' || iso.startsWith('0000') || Number.isNaN(moment.getTime()) ? undefined : moment;
}
