import polyglot from 'ra-i18n-polyglot';
import englishParts from 'ra-language-english';
import type { TranslationMessages } from 'ra-core';
import { loadedExtensions } from '../session/loaded-extensions.js';
import { chosenLanguage } from '../api/chosen-language.js';
import { ENGLISH, ENGLISH_REACT_ADMIN } from './en.js';

/** Adds the messages of the extensions of the project. */
const withExtensionMessages = (locale: string, messages: TranslationMessages): TranslationMessages => {
  const { words: ofProject = {} } = loadedExtensions().parts;
  return { ...messages, own: { ...ofProject['en'], ...ofProject[locale] } };
};

/** Languages of the admin with their native names. */
export const LANGUAGES = [
  { locale: 'en', name: 'English' },
  { locale: 'de', name: 'Deutsch' },
];

/** Returns the messages of react-admin with the given replacements. */
function reactAdminMessages(changed: Readonly<Record<string, object>>): TranslationMessages['ra'] {
  const parts: Record<string, object> = { ...englishParts.ra };
  for (const [name, messages] of Object.entries(changed)) parts[name] = { ...parts[name], ...messages };
  return parts as TranslationMessages['ra'];
}

const english = { ...englishParts, ra: reactAdminMessages(ENGLISH_REACT_ADMIN), ...ENGLISH };

/** Loads German on demand. */
async function readGerman(): Promise<TranslationMessages> {
  const { GERMAN, GERMAN_REACT_ADMIN } = await import('./de.js');
  return withExtensionMessages('de', {
    ...englishParts,
    ra: reactAdminMessages(GERMAN_REACT_ADMIN),
    ...GERMAN,
  });
}

/**
 * Creates a provider.
 * @param start initial language
 * @param messages messages of that language
 */
const createProvider = (start: string, messages: TranslationMessages) =>
  polyglot(
    (locale) =>
      locale === start ? messages : locale === 'de' ? readGerman() : withExtensionMessages('en', english),
    start,
    LANGUAGES,
    { allowMissing: true },
  );

/** Creates the translation provider in the stored language, or else in the language of the browser. */
export async function createI18nProvider(): Promise<ReturnType<typeof createProvider>> {
  return chosenLanguage() === 'de'
    ? createProvider('de', await readGerman())
    : createProvider('en', withExtensionMessages('en', english));
}
