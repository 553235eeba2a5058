import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonValue } from '../kernel/contract/json.js';
import type { MessageCatalogue, Translation, Translations } from '../kernel/contract/message.js';
import { ConfigError } from '../kernel/errors/config-error.js';
import type { ConfigProblem } from '../kernel/contract/config-problem.js';
import { placeholdersOf } from '../kernel/util/text/message-text.js';
import { isJsonObject } from '../kernel/util/json-object.js';
import { closest } from '../kernel/util/text/suggest.js';

/** Folder of a project with its messages, one file per language (`messages/fr.json`). */
export const MESSAGES_FOLDER = 'messages';

/** Messages of a project, by language. */
export interface ProjectMessages {
  readonly catalogue: MessageCatalogue;
  /** Returns one warning for each text that is not a message of the service or the schema files. */
  unknownTexts(known: ReadonlySet<string>): readonly string[];
}

/**
 * Reads the messages of a project.
 * @throws ConfigError with every problem of every file
 */
export async function loadProjectMessages(projectRoot: string): Promise<ProjectMessages> {
  const folder = join(projectRoot, MESSAGES_FOLDER);
  const names = (await readFolder(folder)).filter((name) => name.endsWith('.json')).sort();
  const read = await Promise.all(
    names.map(async (name) => readMessages(name, await readFile(join(folder, name), 'utf8'))),
  );
  const problems = read.flatMap((file) => file.problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    catalogue: Object.fromEntries(read.map(({ language, texts }) => [language, texts])),
    unknownTexts: (known) =>
      read.flatMap(({ key, texts }) =>
        Object.keys(texts)
          .filter((text) => !known.has(text))
          .map((text) => describeUnknown(key, text, known)),
      ),
  };
}

async function readFolder(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

interface MessageFile {
  /** Path of the file, as named in problems. */
  readonly key: string;
  readonly language: string;
  readonly texts: Translations;
  readonly problems: readonly ConfigProblem[];
}

const SHAPE = 'use an object of translations by English text: {"This value should not be blank.": "…"}';

function readMessages(name: string, text: string): MessageFile {
  const key = `${MESSAGES_FOLDER}/${name}`;
  const language = name.slice(0, -'.json'.length);
  const fail = (problem: string, advice: string): MessageFile => ({
    ...{ key, language, texts: {} },
    problems: [{ key, problem, advice }],
  });
  if (!isLanguageTag(language))
    return fail(
      `"${language}" is not a language tag`,
      'rename the file to a language tag, such as fr.json or pt-BR.json',
    );
  let content: JsonValue;
  try {
    content = JSON.parse(text) as JsonValue;
  } catch (error) {
    return fail(
      `is not valid JSON (${error instanceof Error ? error.message : ''})`,
      'correct the syntax error',
    );
  }
  if (!isJsonObject(content)) return fail('is not an object', SHAPE);
  // Validated below: problems refuse the file.
  const texts = content as Translations;
  const problems = Object.entries(content).flatMap(([id, translation]) => problemsOf(key, id, translation));
  return { key, language, texts, problems };
}

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

const CATEGORIES: ReadonlySet<string> = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);

function problemsOf(key: string, id: string, translation: JsonValue | undefined): readonly ConfigProblem[] {
  const fail = (problem: string, advice: string): readonly ConfigProblem[] => [
    { key, problem: `${JSON.stringify(id)} ${problem}`, advice },
  ];
  if (!isTranslation(translation))
    return fail(
      'has no translation',
      'use a text, or an object of plural categories with "other": {"one": "…", "other": "…"}',
    );
  const forms = typeof translation === 'string' ? { other: translation } : translation;
  const wrong = Object.keys(forms).find((category) => !CATEGORIES.has(category));
  if (wrong !== undefined)
    return fail(`has the unknown plural category "${wrong}"`, `use ${[...CATEGORIES].join(', ')}`);
  const expected = placeholdersOf(id);
  const all = Object.values(forms).flatMap((form) => [...placeholdersOf(form)]);
  const unknown = all.find((name) => !expected.has(name));
  if (unknown !== undefined)
    return fail(
      `has the unknown placeholder {{ ${unknown} }}`,
      expected.size === 0 ? 'remove it' : `use ${[...expected].map((name) => `{{ ${name} }}`).join(', ')}`,
    );
  const used = placeholdersOf(forms['other'] ?? '');
  const missing = [...expected].filter((name) => !used.has(name));
  if (missing.length === 0) return [];
  const listed = missing.map((name) => `{{ ${name} }}`).join(', ');
  return fail(`has no ${listed} in its translation`, 'add the missing placeholders');
}

function isTranslation(value: JsonValue | undefined): value is JsonValue & Translation {
  if (typeof value === 'string') return true;
  return (
    isJsonObject(value) &&
    Object.values(value).every((form) => typeof form === 'string') &&
    Object.hasOwn(value, 'other')
  );
}

function describeUnknown(key: string, text: string, known: ReadonlySet<string>): string {
  const best = closest(text, known);
  const advice =
    best === undefined
      ? 'Use the English text of a message; ignore this notice if code of the project creates the message.'
      : `Did you mean ${JSON.stringify(best)}?`;
  return `${key}: no message has the text ${JSON.stringify(text)}. ${advice}`;
}
