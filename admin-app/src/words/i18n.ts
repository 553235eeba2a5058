import polyglot from 'ra-i18n-polyglot';
import englishParts from 'ra-language-english';
import type { TranslationMessages } from 'ra-core';
import { own } from '../own/own.js';
import { ENGLISH } from './en.js';

/** Words of the parts that the project has of its own. */
const withOwn = (locale: string, words: TranslationMessages): TranslationMessages => {
  const { words: ofProject = {} } = own().parts;
  return { ...words, own: { ...ofProject['en'], ...ofProject[locale] } };
};

/** Languages of the admin, in their own words. */
export const LANGUAGES = [
  { locale: 'en', name: 'English' },
  { locale: 'de', name: 'Deutsch' },
];

const english = { ...englishParts, ...ENGLISH };

/** German comes with the first who reads it. */
async function readGerman(): Promise<TranslationMessages> {
  const { GERMAN, GERMAN_PARTS } = await import('./de.js');
  const parts: Record<string, object> = { ...englishParts.ra };
  for (const [name, words] of Object.entries(GERMAN_PARTS)) parts[name] = { ...parts[name], ...words };
  return withOwn('de', { ...englishParts, ra: parts as TranslationMessages['ra'], ...GERMAN });
}

/** @param start the language to begin with, whose words are loaded already */
const createWords = (start: string, words: TranslationMessages) =>
  polyglot(
    (locale) => (locale === start ? words : locale === 'de' ? readGerman() : withOwn('en', english)),
    start,
    LANGUAGES,
    { allowMissing: true },
  );

/** In the language that was chosen last, else in that of the browser. */
export async function startWords(): Promise<ReturnType<typeof createWords>> {
  const chosen = readChosen() ?? navigator.language.slice(0, 2);
  return chosen === 'de' ? createWords('de', await readGerman()) : createWords('en', withOwn('en', english));
}

/** As the store of react-admin keeps it. */
function readChosen(): string | undefined {
  try {
    return JSON.parse(localStorage.getItem('RaStore.locale') ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
