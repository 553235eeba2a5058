import polyglot from 'ra-i18n-polyglot';
import englishParts from 'ra-language-english';
import type { TranslationMessages } from 'ra-core';
import { loadedExtensions } from '../session/loaded-extensions.js';
import { chosenLanguage } from '../api/chosen-language.js';
import { ENGLISH, ENGLISH_REACT_ADMIN } from './en.js';

/** Words of the parts that the project has of its own. */
const withExtensionMessages = (locale: string, words: TranslationMessages): TranslationMessages => {
  const { words: ofProject = {} } = loadedExtensions().parts;
  return { ...words, loadedExtensions: { ...ofProject['en'], ...ofProject[locale] } };
};

/** Languages of the admin, in their own words. */
export const LANGUAGES = [
  { locale: 'en', name: 'English' },
  { locale: 'de', name: 'Deutsch' },
];

/** The words of react-admin, with those that this admin says otherwise. */
function reactAdminMessages(changed: Readonly<Record<string, object>>): TranslationMessages['ra'] {
  const parts: Record<string, object> = { ...englishParts.ra };
  for (const [name, words] of Object.entries(changed)) parts[name] = { ...parts[name], ...words };
  return parts as TranslationMessages['ra'];
}

const english = { ...englishParts, ra: reactAdminMessages(ENGLISH_REACT_ADMIN), ...ENGLISH };

/** German comes with the first who reads it. */
async function readGerman(): Promise<TranslationMessages> {
  const { GERMAN, GERMAN_REACT_ADMIN } = await import('./de.js');
  return withExtensionMessages('de', {
    ...englishParts,
    ra: reactAdminMessages(GERMAN_REACT_ADMIN),
    ...GERMAN,
  });
}

/** @param start the language to begin with, whose words are loaded already */
const createProvider = (start: string, words: TranslationMessages) =>
  polyglot(
    (locale) =>
      locale === start ? words : locale === 'de' ? readGerman() : withExtensionMessages('en', english),
    start,
    LANGUAGES,
    { allowMissing: true },
  );

/** In the language that was chosen last, else in that of the browser. */
export async function createI18nProvider(): Promise<ReturnType<typeof createProvider>> {
  return chosenLanguage() === 'de'
    ? createProvider('de', await readGerman())
    : createProvider('en', withExtensionMessages('en', english));
}
