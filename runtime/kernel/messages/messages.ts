import type { MessageCatalogue, MessageText, ResponseMessages, Translation } from '../contract/message.js';
import { fillPlaceholders } from '../util/text/message-text.js';
import { DEFAULT_LANGUAGE, fallbacksOf, negotiateLanguage } from './negotiate-language.js';

/** Messages of a service in all its languages. */
export interface Messages {
  /** Language tags of the catalogues in lower case, including English. */
  readonly languages: ReadonlySet<string>;
  /** Translates a text; returns the English text if no catalogue has it. */
  translate(language: string, text: MessageText): string;
  /** Returns the messages for one request. The header is parsed only when a message is translated. */
  forRequest(acceptLanguage: string | undefined): ResponseMessages;
}

/** Merges catalogues; later ones override earlier ones. */
export function createMessages(catalogues: readonly MessageCatalogue[]): Messages {
  const texts = joinCatalogues(catalogues);
  const languages: ReadonlySet<string> = new Set(texts.keys());
  const translate = (language: string, text: MessageText): string => {
    const { message, template = message, parameters, count } = text;
    for (const tag of fallbacksOf(language)) {
      const translation = texts.get(tag)?.get(template);
      if (translation !== undefined)
        return fillPlaceholders(formOf(translation, tag, count), parameters, tag);
    }
    return message;
  };
  return {
    languages,
    translate,
    forRequest: (acceptLanguage) => forRequest({ languages, translate }, acceptLanguage),
  };
}

function forRequest(
  { languages, translate }: Pick<Messages, 'languages' | 'translate'>,
  acceptLanguage: string | undefined,
): ResponseMessages {
  let negotiated: string | undefined;
  const language = (): string => (negotiated ??= negotiateLanguage(acceptLanguage, languages));
  return {
    get language() {
      return language();
    },
    get isUsed() {
      return negotiated !== undefined;
    },
    translate: (text) => translate(language(), text),
  };
}

function joinCatalogues(
  catalogues: readonly MessageCatalogue[],
): ReadonlyMap<string, ReadonlyMap<string, Translation>> {
  const texts = new Map<string, Map<string, Translation>>([[DEFAULT_LANGUAGE, new Map()]]);
  for (const [language, translations] of catalogues.flatMap(Object.entries<MessageCatalogue[string]>)) {
    const tag = language.toLowerCase();
    const known = texts.get(tag) ?? new Map<string, Translation>();
    for (const [id, translation] of Object.entries(translations)) known.set(id, translation);
    texts.set(tag, known);
  }
  return texts;
}

/** Returns the plural form for a number, or `other` if the language has no text for its category. */
function formOf(translation: Translation, tag: string, count: number | undefined): string {
  if (typeof translation === 'string') return translation;
  const category = count === undefined ? 'other' : rulesOf(tag).select(count);
  return (Object.hasOwn(translation, category) ? translation[category] : translation['other']) ?? '';
}

/** Cached per language, because creating them is slow. */
const rules = new Map<string, Intl.PluralRules>();

function rulesOf(tag: string): Intl.PluralRules {
  const known = rules.get(tag) ?? new Intl.PluralRules(tag);
  rules.set(tag, known);
  return known;
}
