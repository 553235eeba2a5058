import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadProjectMessages } from '../../../../runtime/project/project-messages.js';

const LIMIT = 'At most {{ limit }}.';

async function projectWith(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'messages-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'messages'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(root, 'messages', name), text);
  return root;
}

test.each([
  ['fr.json', '{', /^messages\/fr\.json: is not valid JSON .*; correct the syntax error$/],
  ['fr.json', '[]', /^messages\/fr\.json: is not an object; use an object of translations/],
  [
    'fr.json',
    '{"A.": 5}',
    /"A\." has no translation; use a text, or an object of plural categories with "other"/,
  ],
  ['fr.json', '{"A.": {"one": "B."}}', /"A\." has no translation/],
  [
    'fr.json',
    '{"A.": {"other": "B.", "more": "C."}}',
    /has the unknown plural category "more"; use zero, one/,
  ],
  [
    'fr.json',
    `{"${LIMIT}": "Trop."}`,
    /has no \{\{ limit \}\} in its translation; add the missing placeholders/,
  ],
  [
    'fr.json',
    `{"${LIMIT}": "{{ limit }} {{ max }}"}`,
    /the unknown placeholder \{\{ max \}\}; use \{\{ limit \}\}$/,
  ],
  ['__proto__.json', '{}', /^messages\/__proto__\.json: "__proto__" is not a language tag; rename the file/],
  ['constructor.json', '{}', /"constructor" is not a language tag/],
])('a file %s with %s is refused', async (name, text, problem) => {
  const root = await projectWith({ [name]: text });
  const error: unknown = await loadProjectMessages(root).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'ConfigError' });
  const [first] = (error as { problems: { key: string; problem: string; advice: string }[] }).problems;
  expect(`${first?.key}: ${first?.problem}; ${first?.advice}`).toMatch(problem);
});

test('every language is read, and unknown messages are reported', async () => {
  const root = await projectWith({
    'fr.json': JSON.stringify({ [LIMIT]: { one: 'Un.', other: '{{ limit }}.' }, 'At mots.': 'x' }),
    'pt-BR.json': '{"Other.": "Outro."}',
    'notes.txt': 'ignored',
  });
  const { catalogue, unknownTexts } = await loadProjectMessages(root);
  expect(Object.keys(catalogue)).toEqual(['fr', 'pt-BR']);
  expect(unknownTexts(new Set([LIMIT, 'At most.']))).toEqual([
    'messages/fr.json: no message has the text "At mots.". Did you mean "At most."?',
    'messages/pt-BR.json: no message has the text "Other.". Use the English text of a message; ignore this notice if code of the project creates the message.',
  ]);
});

test('a project without the folder has no messages', async () => {
  expect((await loadProjectMessages('/nowhere')).catalogue).toEqual({});
});
