import { describe, expect, test } from 'vitest';
import { addressProblems } from './check-addresses.js';
import { shellProblems } from './check-shell.js';
import type { CodeBlock, DocPage } from './read-pages.js';
import { shellCommands } from './shell-words.js';

const block = (code: string, language = 'sh'): CodeBlock => ({
  page: 'page.md',
  line: 3,
  language,
  path: undefined,
  code,
  unchecked: undefined,
});
const PAGE: DocPage = { path: 'page.md', text: "name: 'hits:report'", project: 'new', blocks: [] };

describe('commands of shell lines', () => {
  test.each<[name: string, script: string, want: readonly (readonly string[])[]]>([
    ['one per line, without comments', 'cms dev # serves\n# cms nothing\n', [['cms', 'dev']]],
    ['joined commands', 'cd site && npm install; ls', [['cd', 'site'], ['npm', 'install'], ['ls']]],
    ['commands over several lines', 'cms serve \\\n  --port 80', [['cms', 'serve', '--port', '80']]],
    ['quoted words', `echo 'a; b' "c && d"`, [['echo', 'a; b', 'c && d']]],
    ['assignments', 'PORT=80 cms serve\napi=x', [['cms', 'serve']]],
    ['redirections', 'ls > files.txt 2>&1; cat <in one', [['ls'], ['cat', 'one']]],
    [
      'substitutions',
      `me=$(curl -s "$api/me" | node -p "f('(')") cms dev`,
      [
        ['cms', 'dev'],
        ['curl', '-s', '$api/me'],
        ['node', '-p', "f('(')"],
      ],
    ],
    ['here-documents', "cat <<'END'\ncms nothing\nEND\nls", [['cat'], ['ls']]],
  ])('%s', (_name, script, want) => {
    expect(shellCommands(script)).toEqual(want);
  });

  test.each<[script: string, fault: string]>([
    ['npx cms dev --fresh', ''],
    ['cms serve --port=80 -v', ''],
    ['cms hits:report', ''],
    ['npm run generate', ''],
    ['cms serve --prot 80', '"cms serve" has no flag --prot'],
    ['cms fly', 'there is no command "cms fly"'],
    ['npm run fly', 'npm has no script "fly" here'],
    ['fly away', 'the program "fly" is not known'],
  ])('%s', (script, fault) => {
    expect(shellProblems(block(script), PAGE)).toEqual(fault === '' ? [] : [`page.md:3: ${fault}`]);
  });
});

describe('addresses', () => {
  const operations = [
    { method: 'GET', path: /^\/me\/?$/ },
    { method: 'POST', path: /^\/login\/?$/ },
  ];

  test.each<[language: string, code: string, fault: string]>([
    ['http', 'GET /_api/me HTTP/1.1', ''],
    ['sh', 'curl -b cookies.txt http://localhost:8000/api/me', ''],
    ['sh', `curl "$api/login" -H 'Content-Type: application/json' -d '{}'`, ''],
    ['sh', 'curl "http://localhost:8000$iri"', ''],
    ['http', 'GET /you', 'GET /you'],
    ['sh', 'curl -X DELETE $api/me', 'DELETE $api/me'],
  ])('%s: %s', (language, code, fault) => {
    const found = addressProblems(block(code, language), PAGE, operations);
    expect(found).toEqual(fault === '' ? [] : [`page.md:3: the API has no ${fault}`]);
  });
});
